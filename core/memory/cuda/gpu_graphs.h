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

/// A graph that may go away however far it has come. LibTorch's takes itself off the list of the generator of random numbers as it goes, and throws
/// where it is not on it: where beginning found no room for what the generator keeps for graphs.
struct RecordedGraph final : at::cuda::CUDAGraph {
    RecordedGraph() = default;
    ~RecordedGraph();
};

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
        std::unique_ptr<RecordedGraph> open;          ///< under capture
        std::map<GpuGraph, std::unique_ptr<RecordedGraph>> graphs;
        c10::MempoolId_t pool{0, 0};  ///< while there are graphs
    };
    static void close_failed(int index, Gpu& gpu);

    std::mutex mutex_;
    std::map<int, Gpu> gpus_;
    GpuGraph last_ = 0;
};

}  // namespace headroom
