// GpuMarks: points in the order of a GPU's work: CUDA events, and a word of the host that the GPU counts on as it passes each of them.
// The word outlives what breaks a context, after which every event only says that all is lost: it tells how far the GPU had come.
#pragma once

#include "core/memory/gpu/driver.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace headroom {

/// Thread-safe. As the functions of GpuDriver that have their names.
class GpuMarks {
public:
    /// In the stream that the calling thread gives work to.
    GpuMark mark(int gpu) noexcept;
    GpuMark copy_beside(int gpu, void* to, const void* from, std::size_t bytes, GpuMark after) noexcept;
    std::string follow(int gpu, GpuMark mark) noexcept;
    MarkState state(int gpu, GpuMark mark) noexcept;
    std::string wait(GpuMark mark) noexcept;
    double seconds_between(GpuMark from, GpuMark to) noexcept;
    void forget(int gpu, GpuMark mark) noexcept;

private:
    struct Gpu {
        std::vector<cudaEvent_t> free;           ///< let go of, kept for the next marks
        volatile std::uint32_t* word = nullptr;  ///< in the host's memory; null: the GPU cannot write there by itself
        void* word_on_gpu = nullptr;
        bool asked = false;
        std::uint32_t last = 0;         ///< number of the mark set last
        cudaStream_t beside = nullptr;  ///< of the copies beside its work; null: there were none yet
    };
    struct Mark {
        cudaEvent_t event = nullptr;
        std::uint32_t number = 0;  ///< that the GPU writes; 0: it does not
    };
    void want_word(Gpu& gpu) noexcept;
    /// In `stream`, with the GPU's word where all marks that count on it are of one stream. The lock is held.
    GpuMark set(Gpu& gpu, cudaStream_t stream, bool counts) noexcept;
    bool passed(const Gpu& gpu, const Mark& mark) const noexcept;
    cudaEvent_t event_of(GpuMark mark) noexcept;

    std::mutex mutex_;
    std::map<int, Gpu> gpus_;
    std::unordered_map<GpuMark, Mark> marks_;
    GpuMark last_ = 0;
};

}  // namespace headroom
