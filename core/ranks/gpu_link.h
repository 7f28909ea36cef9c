// GpuLink: what the NCCL module (libheadroom_nccl.so, core/ranks/nccl) offers: sums of numbers that lie on the GPUs of a run's processes,
// one GPU each. It is loaded at run time where a run of several processes is on GPUs; everything else is written and tested against this
// interface. Plain header, as collective.h.
#pragma once

#include "core/ranks/collective.h"

#include <cstdint>
#include <memory>

namespace headroom {

/// Raised whenever anything in this header changes.
inline constexpr std::uint32_t kGpuLinkVersion = 1;
/// The module's entry points: `std::uint32_t headroom_gpu_link_version()`, `std::string* headroom_gpu_link_words()` ("NCCL 2.28.9") and
/// `Result<std::unique_ptr<GpuLink>>* headroom_open_gpu_link(const GpuEnd*)`; the caller owns what they return.
inline constexpr const char* kGpuLinkVersionSymbol = "headroom_gpu_link_version";
inline constexpr const char* kGpuLinkWordsSymbol = "headroom_gpu_link_words";
inline constexpr const char* kGpuLinkOpenSymbol = "headroom_open_gpu_link";

/// This process's end of the link.
struct GpuEnd {
    int rank = 0, size = 1;
    int gpu = 0;            ///< as CUDA counts them in this process
    double timeout = 120;   ///< seconds
    void* store = nullptr;  ///< Collective::store(), which outlives the link
};

/// A computation that a GPU has been given.
class GpuWork {
public:
    virtual ~GpuWork() = default;
    /// Whether it is done. Waits for nothing. Error: it has failed, in the library's words.
    virtual Result<bool> done() = 0;
    /// Once it is done: whatever this thread gives the GPU from now on sees the result. Error likewise.
    virtual Result<void> finish() = 0;
};

/// Numbers are in the GPU's memory and must stay until their work is done. Work begins after all that this thread has given the GPU, on a
/// stream of its own, so that what comes later goes on beside it. Calls come in the same order on all processes, on one thread at a time
/// but for abort(). Nothing throws.
class GpuLink {
public:
    /// Aborts what is under way.
    virtual ~GpuLink() = default;
    /// Every process's numbers, added up, to all; the same bits everywhere. No bytes.
    virtual Result<std::unique_ptr<GpuWork>> begin_reduce(Numbers numbers) = 0;
    /// `numbers` of process `from` to all.
    virtual Result<std::unique_ptr<GpuWork>> begin_broadcast(Numbers numbers, int from) = 0;
    /// A sum that everybody knows; the first one also makes the connections, and may wait for the others until they have come.
    virtual Result<std::unique_ptr<GpuWork>> begin_known_sum() = 0;
    /// Once it is finished: whether it came out right.
    virtual Result<bool> known_sum_is_right() = 0;
    /// Ends what is under way; nothing more is possible. Any thread.
    virtual void abort() = 0;
};

}  // namespace headroom
