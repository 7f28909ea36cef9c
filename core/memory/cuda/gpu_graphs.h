// GpuGraphs: CUDA graphs of LibTorch's: what a thread gives to a GPU recorded on a stream of its own and launched again on the stream in use.
// All graphs of a GPU share one private pool of the caching allocator.
#pragma once

#include "core/memory/gpu/driver.h"

#include <ATen/cuda/CUDAGraph.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace headroom {

/// Thread-safe; a capture belongs to the thread that began it. As the functions of GpuDriver that have their names; those that return no
/// text throw.
class GpuGraphs {
public:
    void begin_capture(int gpu);
    GpuGraph end_capture(int gpu);
    void replay(int gpu, GpuGraph graph);
    void drop(int gpu, GpuGraph graph);

private:
    struct Gpu {
        std::optional<c10::cuda::CUDAStream> stream;  ///< that work is recorded on; nothing else is ever given to it
        std::optional<c10::cuda::CUDAStream> before;  ///< the capturing thread's own
        std::unique_ptr<at::cuda::CUDAGraph> open;    ///< under capture
        std::map<GpuGraph, std::unique_ptr<at::cuda::CUDAGraph>> graphs;
        c10::MempoolId_t pool{0, 0};  ///< while there are graphs
    };
    static void close_failed(int index, Gpu& gpu);

    std::mutex mutex_;
    std::map<int, Gpu> gpus_;
    GpuGraph last_ = 0;
};

}  // namespace headroom
