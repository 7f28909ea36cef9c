// GpuDriver: what the CUDA module (libheadroom_cuda.so, core/memory/cuda) offers to the rest of the program. The module is
// loaded at run time where there is an NVIDIA driver; everything else is written and tested against this interface.
// Plain header: both sides are built by the same compiler, and the version guards against a module of another build.
#pragma once

#include "core/base/units.h"
#include "core/kernels/kernel_driver.h"
#include "core/memory/device_pool.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// Raised whenever anything in this header changes.
inline constexpr std::uint32_t kGpuDriverVersion = 6;
/// The module's two entry points: `std::uint32_t headroom_gpu_driver_version()` and `GpuDriver* headroom_gpu_driver()`.
inline constexpr const char* kGpuDriverVersionSymbol = "headroom_gpu_driver_version";
inline constexpr const char* kGpuDriverSymbol = "headroom_gpu_driver";

struct GpuFacts {
    std::string name;          ///< "NVIDIA H200"
    int major = 0, minor = 0;  ///< compute capability
    Bytes total;               ///< memory that CUDA may use
    std::string pci_bus_id;    ///< "0000:01:00.0": the way to the same device in NVML
    /// From compute capability 8.0 (Ampere) on.
    bool has_tf32() const { return major >= 8; }
};

/// Figures of the caching allocator.
struct GpuPoolStats {
    Bytes live;                      ///< bytes of live blocks, rounded up by the allocator
    Bytes requested;                 ///< the same as asked for
    Bytes reserved;                  ///< held from the device: live blocks, cache, fragments
    Bytes peak_live, peak_reserved;  ///< since reset_peaks()
    Bytes unreleasable;              ///< free parts of blocks in use: cannot be given back
    std::int64_t retries = 0;        ///< allocations that succeeded only after the cache was emptied
    std::int64_t ooms = 0;
};

/// Hears of every allocation. Called on the allocating thread, the first two with the allocator's lock held: no tensor may be
/// made or freed in them, and no lock taken that another thread holds while it allocates.
class GpuListener {
public:
    virtual ~GpuListener() = default;
    virtual void allocated(int gpu, const void* block, Bytes requested) noexcept = 0;
    virtual void released(int gpu, const void* block) noexcept = 0;
    /// The allocator found no room, even without its cache. The tensor library sometimes survives that by itself.
    virtual void refused(int gpu, Bytes requested, Bytes device_free) noexcept = 0;
};

/// A point in the order of a GPU's work; 0: none.
using GpuMark = std::uint64_t;
enum class MarkState { Ahead, Reached, Failed };

/// Work of a GPU that was recorded and can be done again as a whole; 0: none.
using GpuGraph = std::uint64_t;

/// Functions that return a text return it empty when all went well, else one sentence. Nothing throws.
class GpuDriver {
public:
    virtual ~GpuDriver() = default;

    /// False: LibTorch's tensors on these GPUs are not CUDA's but of the device that was registered besides (PrivateUse1).
    virtual bool is_cuda() noexcept { return true; }
    /// "LibTorch 2.11.0, CUDA 13.0".
    virtual std::string built_for() noexcept = 0;
    /// Number of GPUs; `problem` says why there are none.
    virtual int count(std::string& problem) noexcept = 0;
    /// Does not create a context on the device.
    virtual std::string facts(int gpu, GpuFacts& out) noexcept = 0;

    /// Growable segments instead of fixed ones: less fragmentation. Before the first allocation; a choice of the user's in
    /// PYTORCH_CUDA_ALLOC_CONF or PYTORCH_ALLOC_CONF stands.
    virtual std::string use_expandable_segments() noexcept = 0;
    /// Fixed segments again, where growable ones cannot be had. Says so where the user has chosen growable ones.
    virtual std::string use_fixed_segments() noexcept { return {}; }
    /// Takes a first block from the caching allocator and gives it and its segment back: whether such segments can be had.
    virtual std::string try_allocation(int gpu) noexcept {
        (void)gpu;
        return {};
    }
    /// How the caching allocator keeps blocks, as its settings are now.
    virtual PoolRules rules() noexcept { return {}; }
    /// Creates the context and makes `listener` (which must outlive the process's tensors) hear of all allocations.
    virtual std::string start(int gpu, GpuListener* listener) noexcept = 0;
    /// Free and total bytes of the device, all programs together. Creates a context.
    virtual std::string memory(int gpu, Bytes& free, Bytes& total) noexcept = 0;

    virtual GpuPoolStats stats(int gpu) noexcept = 0;
    virtual void reset_peaks(int gpu) noexcept = 0;
    /// Gives cached blocks and library workspaces back to the device, and page-locked memory that is kept for reuse to the system.
    virtual void empty_cache(int gpu) noexcept = 0;
    /// Where the blocks begin that libraries keep between their calls: cuBLAS's workspaces, of all GPUs.
    virtual std::vector<const void*> library_blocks() noexcept { return {}; }
    /// The allocator may hold at most this share (0..1] of the device.
    virtual std::string set_fraction(int gpu, double share) noexcept = 0;

    /// Waits for all work of the device.
    virtual std::string synchronise(int gpu) noexcept = 0;
    /// The error that the device's context is stuck with, or "".
    virtual std::string lasting_error(int gpu) noexcept = 0;

    /// Marks where the work stands that this thread has given to the GPU; forget() lets go of it. 0: cannot be had, and then
    /// synchronise() is the way to know.
    virtual GpuMark mark(int gpu) noexcept {
        (void)gpu;
        return 0;
    }
    /// Whether all work before `mark` is done. Never waits. Failed: the device broke, before the mark or after it.
    virtual MarkState state(int gpu, GpuMark mark) noexcept {
        (void)gpu, (void)mark;
        return MarkState::Failed;
    }
    /// Waits until it is.
    virtual std::string wait(int gpu, GpuMark mark) noexcept {
        (void)gpu, (void)mark;
        return "this device sets no marks";
    }
    /// Seconds of the device from one mark to another; both are reached. Below 0: not known.
    virtual double seconds_between(int gpu, GpuMark from, GpuMark to) noexcept {
        (void)gpu, (void)from, (void)to;
        return -1;
    }
    virtual void forget(int gpu, GpuMark mark) noexcept { (void)gpu, (void)mark; }

    /// Copies page-locked bytes of the host to the GPU on a stream of the driver's own, beside the work that threads give it: one copy after
    /// another, this one once `after` is reached (0: nothing is awaited). Both places stay as they are until the mark that it returns is
    /// reached. 0: it cannot be had, and nothing is copied.
    virtual GpuMark copy_beside(int gpu, void* to, const void* from, std::size_t bytes, GpuMark after) noexcept {
        (void)gpu, (void)to, (void)from, (void)bytes, (void)after;
        return 0;
    }
    /// What the calling thread gives to the GPU from here on begins once `mark` is reached. Does not wait itself.
    virtual std::string follow(int gpu, GpuMark mark) noexcept {
        (void)gpu, (void)mark;
        return "this device sets no marks";
    }
    /// From here to end_capture(), on the same thread, what that thread and autograd's for it give to the GPU is recorded and not done.
    /// Memory comes from a pool of the graphs of this GPU alone, which the next capture uses again: they are replayed one after another,
    /// and what one leaves is read before the next. Whatever waits for the GPU meanwhile throws, and the capture is lost.
    virtual std::string begin_capture(int gpu) noexcept {
        (void)gpu;
        return "this device records no work";
    }
    /// 0: what was recorded cannot be repeated; `problem` says why.
    virtual GpuGraph end_capture(int gpu, std::string& problem) noexcept {
        (void)gpu;
        problem = "this device records no work";
        return 0;
    }
    /// Has it all done, behind what the calling thread has given to the GPU, without waiting.
    virtual std::string replay(int gpu, GpuGraph graph) noexcept {
        (void)gpu, (void)graph;
        return "this device repeats no work";
    }
    /// Waits for the GPU, whose work may still read that memory, and lets go of the graph. Once none is left the pool is cache.
    virtual void drop(int gpu, GpuGraph graph) noexcept { (void)gpu, (void)graph; }

    /// True when page-locked host memory can be had: copies to and from it need no detour.
    virtual bool pinned_memory() noexcept = 0;
    /// What launches kernels of our own on its GPUs; null: it has none.
    virtual kernels::KernelDriver* kernels() noexcept { return nullptr; }
};

}  // namespace headroom
