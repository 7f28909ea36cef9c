// Capturing, launching and dropping CUDA graphs.
#include "core/memory/cuda/gpu_graphs.h"

#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>

#include <utility>

namespace at::cuda {
// Declared in ATen/cuda/CUDAContextLight.h, which needs cuBLAS's and cuSPARSE's headers as well.
void clearCublasWorkspaces();
}  // namespace at::cuda

namespace headroom {
namespace {

namespace pool = c10::cuda::CUDACachingAllocator;

c10::DeviceIndex device_of(int gpu) { return static_cast<c10::DeviceIndex>(gpu); }

/// What may have been done already, or cannot be any more.
template <class F> void whatever_comes(F&& what) noexcept {
    try {
        what();
    } catch (const std::exception&) {}
}

/// LibTorch's pool would give the same one to somebody else some day, whose work would be recorded too. Lives as long as the process.
c10::cuda::CUDAStream stream_of_its_own(c10::DeviceIndex device) {
    cudaStream_t made = nullptr;
    C10_CUDA_CHECK(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    return c10::cuda::getStreamFromExternal(made, device);
}

}  // namespace

RecordedGraph::~RecordedGraph() {
    for (const auto& [generator, increment] : captured_generator_states_) {
        generator->registered_graphs_.insert(this);
        if (!capture_ended_) generator->capturing_ = false;  // the end of a capture that was lost has not told it
    }
}

void GpuGraphs::begin_capture(int index) {
    const std::lock_guard lock(mutex_);
    const c10::cuda::CUDAGuard guard(device_of(index));
    Gpu& gpu = gpus_[index];
    TORCH_CHECK(!gpu.open, "a capture is under way");
    if (!gpu.stream) gpu.stream = stream_of_its_own(device_of(index));
    if (gpu.pool == c10::MempoolId_t{0, 0}) gpu.pool = at::cuda::graph_pool_handle();
    gpu.before = c10::cuda::getCurrentCUDAStream(device_of(index));
    c10::cuda::setCurrentCUDAStream(*gpu.stream);
    gpu.open = std::make_unique<RecordedGraph>();
    try {
        // Other threads (pictures gathered beforehand, autograd's) may go on asking their own events and taking memory.
        gpu.open->capture_begin(gpu.pool, cudaStreamCaptureModeThreadLocal);
    } catch (const std::exception&) {
        close_failed(index, gpu);
        throw;
    }
}

GpuGraph GpuGraphs::end_capture(int index) {
    const std::lock_guard lock(mutex_);
    const c10::cuda::CUDAGuard guard(device_of(index));
    Gpu& gpu = gpus_[index];
    TORCH_CHECK(gpu.open, "no capture is under way");
    try {
        gpu.open->capture_end();
    } catch (const std::exception&) {
        close_failed(index, gpu);
        throw;
    }
    c10::cuda::setCurrentCUDAStream(*gpu.before);
    // cuBLAS took its workspace for the capture's stream from the pool; the graph knows it, nobody else must.
    at::cuda::clearCublasWorkspaces();
    gpu.graphs[++last_] = std::move(gpu.open);
    return last_;
}

/// A capture that was lost leaves its stream, the allocators' redirection and its share of the pool behind, as far as it had come.
void GpuGraphs::close_failed(int index, Gpu& gpu) {
    whatever_comes([&] { at::cuda::clearCublasWorkspaces(); });
    bool counted = true;
    whatever_comes([&] {
        (void)gpu.open->pool();  // throws where the capture has not ended: then the graph gives nothing back itself
        counted = false;
    });
    if (counted) {
        auto* host = at::getHostAllocator(at::kCUDA);
        // Ends the stream's capture where capture_end() has not.
        cudaStreamCaptureStatus status{};
        if (cudaStreamIsCapturing(gpu.stream->stream(), &status) == cudaSuccess &&
            status != cudaStreamCaptureStatusNone) {
            cudaGraph_t left = nullptr;
            (void)cudaStreamEndCapture(gpu.stream->stream(), &left);
            if (left) (void)cudaGraphDestroy(left);
        }
        // What had not begun cannot be ended: it has taken no share of the pool, which other graphs may have.
        whatever_comes([&] {
            pool::endAllocateToPool(device_of(index), gpu.pool);
            pool::releasePool(device_of(index), gpu.pool);
        });
        whatever_comes([&] {
            host->end_allocate_to_pool(gpu.pool);
            host->release_pool(gpu.pool);
        });
    }
    (void)cudaGetLastError();
    c10::cuda::setCurrentCUDAStream(*gpu.before);
    gpu.open.reset();
    if (gpu.graphs.empty()) gpu.pool = {0, 0};
}

void GpuGraphs::replay(int index, GpuGraph graph) {
    const std::lock_guard lock(mutex_);
    const c10::cuda::CUDAGuard guard(device_of(index));
    gpus_[index].graphs.at(graph)->replay();
}

void GpuGraphs::drop(int index, GpuGraph graph) {
    const std::lock_guard lock(mutex_);
    const c10::cuda::CUDAGuard guard(device_of(index));
    Gpu& gpu = gpus_[index];
    // A growable segment is given back after a wait for the stream it was taken on, which is not the one that graphs are launched on.
    (void)cudaDeviceSynchronize();
    gpu.graphs.erase(graph);
    if (gpu.graphs.empty()) gpu.pool = {0, 0};
}

}  // namespace headroom
