// Events and the word that the GPU counts on.
#include "core/memory/cuda/gpu_marks.h"

#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda.h>

#include <exception>
#include <utility>

namespace headroom {
namespace {

/// cuStreamWriteValue32, asked of the driver itself: the program is not linked with it. Null: it has none.
decltype(&cuStreamWriteValue32) write_value() {
    static const auto found = [] {
        void* function = nullptr;
        cudaDriverEntryPointQueryResult status{};
        const bool there = cudaGetDriverEntryPointByVersion("cuStreamWriteValue32", &function, 12000, cudaEnableDefault,
                                                            &status) == cudaSuccess &&
                           status == cudaDriverEntryPointSuccess;
        if (!there) (void)cudaGetLastError();
        return reinterpret_cast<decltype(&cuStreamWriteValue32)>(there ? function : nullptr);
    }();
    return found;
}

}  // namespace

void GpuMarks::want_word(Gpu& gpu) noexcept {
    if (std::exchange(gpu.asked, true) || !write_value()) return;
    void *host = nullptr, *device = nullptr;
    if (cudaHostAlloc(&host, sizeof(std::uint32_t), cudaHostAllocMapped) != cudaSuccess ||
        cudaHostGetDevicePointer(&device, host, 0) != cudaSuccess) {
        (void)cudaGetLastError();
        return;  // a word that was got is kept unused: freeing it would wait for the GPU
    }
    gpu.word = static_cast<volatile std::uint32_t*>(host);
    *gpu.word = 0;
    gpu.word_on_gpu = device;
}

GpuMark GpuMarks::set(Gpu& gpu, cudaStream_t stream, bool counts) noexcept {
    Mark mark;
    if (!gpu.free.empty()) {
        mark.event = gpu.free.back();
        gpu.free.pop_back();
        // The thread that waits sleeps instead of spinning: the host has other work.
    } else if (cudaEventCreateWithFlags(&mark.event, cudaEventBlockingSync) != cudaSuccess) {
        (void)cudaGetLastError();
        return 0;
    }
    if (cudaEventRecord(mark.event, stream) != cudaSuccess) {
        (void)cudaGetLastError();
        return 0;  // the event is of a context that is lost
    }
    if (counts && gpu.word &&
        write_value()(stream, reinterpret_cast<CUdeviceptr>(gpu.word_on_gpu), gpu.last + 1,
                      CU_STREAM_WRITE_VALUE_DEFAULT) == CUDA_SUCCESS)
        mark.number = ++gpu.last;
    marks_[++last_] = mark;
    return last_;
}

GpuMark GpuMarks::mark(int index) noexcept {
    try {
        const std::lock_guard lock(mutex_);
        const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(index));
        Gpu& gpu = gpus_[index];
        want_word(gpu);
        return set(gpu, c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(index)).stream(), true);
    } catch (const std::exception&) { return 0; }
}

GpuMark GpuMarks::copy_beside(int index, void* to, const void* from, std::size_t bytes, GpuMark after) noexcept {
    try {
        const cudaEvent_t begin = after ? event_of(after) : nullptr;
        const std::lock_guard lock(mutex_);
        const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(index));
        Gpu& gpu = gpus_[index];
        // One of LibTorch's: they are never destroyed, and do not wait for the legacy stream.
        if (!gpu.beside)
            gpu.beside = c10::cuda::getStreamFromPool(false, static_cast<c10::DeviceIndex>(index)).stream();
        const bool given = (!begin || cudaStreamWaitEvent(gpu.beside, begin, 0) == cudaSuccess) &&
                           cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, gpu.beside) == cudaSuccess;
        if (given) {
            if (const GpuMark done = set(gpu, gpu.beside, false)) return done;
            (void)cudaStreamSynchronize(gpu.beside);  // nobody can know when its bytes are free otherwise
        }
        (void)cudaGetLastError();
        return 0;
    } catch (const std::exception&) { return 0; }
}

std::string GpuMarks::follow(int index, GpuMark mark) noexcept {
    try {
        const cudaEvent_t event = event_of(mark);
        if (!event) return "there is no such mark";
        const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(index));
        const cudaError_t error = cudaStreamWaitEvent(
            c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(index)).stream(), event, 0);
        if (error == cudaSuccess) return {};
        (void)cudaGetLastError();
        return std::string("CUDA error: ") + cudaGetErrorString(error);
    } catch (const std::exception& e) { return e.what(); }
}

bool GpuMarks::passed(const Gpu& gpu, const Mark& mark) const noexcept {
    // The count begins again after four billion marks; which of two numbers is the later one is still plain.
    return gpu.word && mark.number != 0 && static_cast<std::int32_t>(*gpu.word - mark.number) >= 0;
}

cudaEvent_t GpuMarks::event_of(GpuMark mark) noexcept {
    const std::lock_guard lock(mutex_);
    const auto it = marks_.find(mark);
    return it == marks_.end() ? nullptr : it->second.event;
}

MarkState GpuMarks::state(int index, GpuMark mark) noexcept {
    const std::lock_guard lock(mutex_);
    const auto it = marks_.find(mark);
    if (it == marks_.end()) return MarkState::Failed;
    const cudaError_t error = cudaEventQuery(it->second.event);
    if (error == cudaSuccess) return MarkState::Reached;
    (void)cudaGetLastError();  // "not ready" would be taken for a failure of the next call
    if (error == cudaErrorNotReady) return MarkState::Ahead;
    return passed(gpus_[index], it->second) ? MarkState::Reached : MarkState::Failed;
}

std::string GpuMarks::wait(GpuMark mark) noexcept {
    const cudaError_t error = cudaEventSynchronize(event_of(mark));
    return error == cudaSuccess ? std::string() : std::string("CUDA error: ") + cudaGetErrorString(error);
}

double GpuMarks::seconds_between(GpuMark from, GpuMark to) noexcept {
    float milliseconds = 0;
    if (cudaEventElapsedTime(&milliseconds, event_of(from), event_of(to)) == cudaSuccess)
        return static_cast<double>(milliseconds) * 1e-3;
    (void)cudaGetLastError();
    return -1;
}

void GpuMarks::forget(int index, GpuMark mark) noexcept {
    const std::lock_guard lock(mutex_);
    const auto it = marks_.find(mark);
    if (it == marks_.end()) return;
    gpus_[index].free.push_back(it->second.event);
    marks_.erase(it);
}

}  // namespace headroom
