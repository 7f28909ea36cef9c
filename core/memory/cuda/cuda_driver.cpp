// The CUDA module: with core/kernels/cuda what of Headroom includes CUDA headers and calls c10::cuda.
#include "core/kernels/cuda/cuda_kernels.h"
#include "core/memory/cuda/gpu_graphs.h"
#include "core/memory/cuda/gpu_marks.h"
#include "core/memory/gpu/driver.h"

#include <ATen/Context.h>
#include <ATen/core/CachingHostAllocator.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>
#include <torch/headeronly/version.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <tuple>

namespace at::cuda {
// Declared in ATen/cuda/CUDAContextLight.h, which needs cuBLAS's and cuSPARSE's headers as well.
void clearCublasWorkspaces();
struct WorkspaceMapWithMutex {
    std::map<std::tuple<void*, void*>, at::DataPtr> map;
    std::shared_mutex mutex;
};
WorkspaceMapWithMutex& cublas_handle_stream_to_workspace();
WorkspaceMapWithMutex& cublaslt_handle_stream_to_workspace();
}  // namespace at::cuda

namespace headroom {
namespace {

namespace pool = c10::cuda::CUDACachingAllocator;

/// One listener for all devices. Observers cannot be detached from c10, so they go through this pointer.
std::atomic<GpuListener*> g_listener{nullptr};

Bytes bytes_of(std::int64_t n) { return {n}; }

c10::DeviceIndex index_of(int gpu) { return static_cast<c10::DeviceIndex>(gpu); }

/// Runs `what`; an exception becomes its first line.
template <class F> std::string guarded(F&& what) noexcept {
    try {
        what();
        return {};
    } catch (const c10::Error& e) {
        const std::string text = e.what_without_backtrace();
        return text.substr(0, text.find('\n'));
    } catch (const std::exception& e) { return e.what(); } catch (...) {
        return "the CUDA library failed without a message";
    }
}

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// CUDA says the same of a driver that is too old and of one that is not there.
std::string why_no_driver() {
    int version = 0;
    if (cudaDriverGetVersion(&version) != cudaSuccess || version == 0) return "no NVIDIA driver was found";
    return "the NVIDIA driver is too old: it knows CUDA " + version_text(version) + ", at least " +
           version_text(CUDART_VERSION / 1000 * 1000) + " is needed";
}

std::string text_of(cudaError_t error) {
    return error == cudaSuccess ? std::string() : std::string("CUDA error: ") + cudaGetErrorString(error);
}

void on_trace(const pool::TraceEntry& entry) {
    GpuListener* listener = g_listener.load(std::memory_order_acquire);
    if (!listener) return;
    const void* block = reinterpret_cast<const void*>(entry.addr_);
    if (entry.action_ == pool::TraceEntry::ALLOC)
        listener->allocated(entry.device_, block, bytes_of(static_cast<std::int64_t>(entry.size_)));
    if (entry.action_ == pool::TraceEntry::FREE_REQUESTED) listener->released(entry.device_, block);
}

void on_refusal(std::int64_t gpu, std::size_t requested, std::size_t, std::size_t free) {
    GpuListener* listener = g_listener.load(std::memory_order_acquire);
    if (listener)
        listener->refused(static_cast<int>(gpu), bytes_of(static_cast<std::int64_t>(requested)),
                          bytes_of(static_cast<std::int64_t>(free)));
}

std::string why_no_device(cudaError_t error) {
    return error == cudaErrorInsufficientDriver ? why_no_driver() : "the NVIDIA driver sees no GPU";
}

/// The variable with the user's own settings of the allocator; null: there is none.
const char* chosen_settings() {
    for (const char* name : {"PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF"})
        if (std::getenv(name)) return name;
    return nullptr;
}

class CudaDriver final : public GpuDriver {
public:
    std::string built_for() noexcept override {
        return std::string("LibTorch ") + TORCH_VERSION + ", CUDA " + version_text(CUDART_VERSION);
    }

    int count(std::string& problem) noexcept override {
        // Not c10's device_count(): that one only logs what is wrong.
        int n = 0;
        const cudaError_t error = cudaGetDeviceCount(&n);
        if (error != cudaSuccess) {
            (void)cudaGetLastError();
            problem = error == cudaErrorInsufficientDriver || error == cudaErrorNoDevice ? why_no_device(error)
                                                                                         : text_of(error);
            return 0;
        }
        if (n == 0) problem = "the driver lists no device";
        return n;
    }

    std::string facts(int gpu, GpuFacts& out) noexcept override {
        cudaDeviceProp properties{};
        if (const cudaError_t error = cudaGetDeviceProperties(&properties, gpu); error != cudaSuccess) {
            (void)cudaGetLastError();
            return text_of(error);
        }
        char bus[32] = "";
        if (cudaDeviceGetPCIBusId(bus, sizeof bus, gpu) != cudaSuccess) (void)cudaGetLastError();
        out = {properties.name, properties.major, properties.minor,
               bytes_of(static_cast<std::int64_t>(properties.totalGlobalMem)), bus};
        return {};
    }

    std::string use_expandable_segments() noexcept override {
        if (chosen_settings()) return {};
        return guarded([] { c10::CachingAllocator::setAllocatorSettings("expandable_segments:True"); });
    }

    std::string use_fixed_segments() noexcept override {
        if (const char* chosen = chosen_settings()) return std::string(chosen) + " asks for them; change or unset it";
        return guarded([] { c10::CachingAllocator::setAllocatorSettings("expandable_segments:False"); });
    }

    std::string try_allocation(int gpu) noexcept override {
        return guarded([&] {
            const c10::cuda::CUDAGuard guard(index_of(gpu));
            pool::raw_delete(pool::raw_alloc(1));
            pool::emptyCache();
        });
    }

    PoolRules rules() noexcept override {
        using Settings = c10::CachingAllocator::AcceleratorAllocatorConfig;
        PoolRules rules;
        rules.expandable = c10::cuda::CUDACachingAllocator::CUDAAllocatorConfig::expandable_segments();
        const std::size_t split = Settings::max_split_size();
        rules.max_split =
            bytes_of(split == std::numeric_limits<std::size_t>::max() ? 0 : static_cast<std::int64_t>(split));
        rules.most_beyond = bytes_of(static_cast<std::int64_t>(Settings::max_non_split_rounding_size()));
        rules.large_segment = bytes_of(static_cast<std::int64_t>(Settings::large_segment_size()));
        return rules;
    }

    std::vector<const void*> library_blocks() noexcept override {
        std::vector<const void*> blocks;
        (void)guarded([&] {
            for (auto* kept :
                 {&at::cuda::cublas_handle_stream_to_workspace(), &at::cuda::cublaslt_handle_stream_to_workspace()}) {
                const std::shared_lock lock(kept->mutex);
                for (const auto& [handle, block] : kept->map) blocks.push_back(block.get());
            }
        });
        return blocks;
    }

    std::string start(int gpu, GpuListener* listener) noexcept override {
        g_listener.store(listener, std::memory_order_release);
        return guarded([&] {
            at::globalContext().lazyInitDevice(c10::DeviceType::CUDA);
            if (!attached_.exchange(true)) {
                pool::attachAllocatorTraceTracker(on_trace);
                pool::attachOutOfMemoryObserver(on_refusal);
            }
            const c10::cuda::CUDAGuard guard(index_of(gpu));
            C10_CUDA_CHECK(
                cudaFree(nullptr));  // creates the context, so that its size is known before the first tensor
        });
    }

    std::string memory(int gpu, Bytes& free, Bytes& total) noexcept override {
        return guarded([&] {
            const c10::cuda::CUDAGuard guard(index_of(gpu));
            std::size_t f = 0, t = 0;
            C10_CUDA_CHECK(cudaMemGetInfo(&f, &t));
            free = bytes_of(static_cast<std::int64_t>(f));
            total = bytes_of(static_cast<std::int64_t>(t));
        });
    }

    GpuPoolStats stats(int gpu) noexcept override {
        GpuPoolStats out;
        (void)guarded([&] {
            constexpr auto kAll = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
            const auto s = pool::getDeviceStats(index_of(gpu));
            out.live = bytes_of(s.allocated_bytes[kAll].current);
            out.requested = bytes_of(s.requested_bytes[kAll].current);
            out.reserved = bytes_of(s.reserved_bytes[kAll].current);
            out.peak_live = bytes_of(s.allocated_bytes[kAll].peak);
            out.peak_reserved = bytes_of(s.reserved_bytes[kAll].peak);
            out.unreleasable = bytes_of(s.inactive_split_bytes[kAll].current);
            out.retries = s.num_alloc_retries;
            out.ooms = s.num_ooms;
        });
        return out;
    }

    void reset_peaks(int gpu) noexcept override {
        (void)guarded([&] { pool::resetPeakStats(index_of(gpu)); });
    }

    void empty_cache(int gpu) noexcept override {
        (void)guarded([&] {
            const c10::cuda::CUDAGuard guard(index_of(gpu));
            at::cuda::clearCublasWorkspaces();
            pool::emptyCache();
            // Locked pages are never given back otherwise, and blocks of them are rounded up to powers of two.
            at::getHostAllocator(at::kCUDA)->empty_cache();
        });
    }

    std::string set_fraction(int gpu, double share) noexcept override {
        return guarded([&] { pool::setMemoryFraction(share, index_of(gpu)); });
    }

    std::string synchronise(int gpu) noexcept override {
        return guarded([&] {
            const c10::cuda::CUDAGuard guard(index_of(gpu));
            C10_CUDA_CHECK(cudaDeviceSynchronize());
        });
    }

    std::string lasting_error(int gpu) noexcept override {
        std::string text;
        (void)guarded([&] {
            // An error of a single call is forgotten once it was read; one that broke the context comes back for ever.
            (void)cudaGetLastError();
            cudaError_t error = cudaSetDevice(gpu);
            if (error == cudaSuccess) error = cudaDeviceSynchronize();
            text = text_of(error);
            (void)cudaGetLastError();
        });
        return text;
    }

    GpuMark mark(int gpu) noexcept override { return marks_.mark(gpu); }
    MarkState state(int gpu, GpuMark mark) noexcept override { return marks_.state(gpu, mark); }
    std::string wait(int, GpuMark mark) noexcept override { return marks_.wait(mark); }
    double seconds_between(int, GpuMark from, GpuMark to) noexcept override { return marks_.seconds_between(from, to); }
    void forget(int gpu, GpuMark mark) noexcept override { marks_.forget(gpu, mark); }
    GpuMark copy_beside(int gpu, void* to, const void* from, std::size_t bytes, GpuMark after) noexcept override {
        return marks_.copy_beside(gpu, to, from, bytes, after);
    }
    std::string follow(int gpu, GpuMark mark) noexcept override { return marks_.follow(gpu, mark); }

    std::string begin_capture(int gpu) noexcept override {
        return guarded([&] { graphs_.begin_capture(gpu); });
    }
    GpuGraph end_capture(int gpu, std::string& problem) noexcept override {
        GpuGraph graph = 0;
        problem = guarded([&] { graph = graphs_.end_capture(gpu); });
        return graph;
    }
    std::string replay(int gpu, GpuGraph graph) noexcept override {
        return guarded([&] { graphs_.replay(gpu, graph); });
    }
    void drop(int gpu, GpuGraph graph) noexcept override {
        (void)guarded([&] { graphs_.drop(gpu, graph); });
    }

    bool pinned_memory() noexcept override {
        bool there = false;
        (void)guarded([&] { there = at::getHostAllocator(at::kCUDA)->allocate(64).get() != nullptr; });
        return there;
    }

    kernels::KernelDriver* kernels() noexcept override { return &kernels::cuda_kernels(); }

private:
    std::atomic<bool> attached_{false};
    GpuGraphs graphs_;
    GpuMarks marks_;
};

}  // namespace
}  // namespace headroom

extern "C" __attribute__((visibility("default"))) std::uint32_t headroom_gpu_driver_version() {
    return headroom::kGpuDriverVersion;
}

extern "C" __attribute__((visibility("default"))) headroom::GpuDriver* headroom_gpu_driver() {
    // Never destroyed: tensors of other threads may outlive static destructors.
    static headroom::CudaDriver* driver = new headroom::CudaDriver;
    return driver;
}
