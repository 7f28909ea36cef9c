// GpuSums: sums of numbers on the GPUs of a run's processes, from one to the other without host memory where that is possible; who is to
// blame where it fails, as Collective knows it.
#pragma once

#include "core/ranks/gpu_link.h"

#include <functional>
#include <memory>
#include <string>

namespace headroom {

/// On one thread at a time. Every call that waits ends within the run's time-out; errors as those of Collective.
class GpuSums {
public:
    GpuSums(std::shared_ptr<Collective> all, std::unique_ptr<GpuLink> link);
    ~GpuSums();
    GpuSums(const GpuSums&) = delete;
    GpuSums& operator=(const GpuSums&) = delete;

    Result<void> broadcast(Numbers numbers, int from);
    Result<std::unique_ptr<Pending>> begin_reduce(Numbers numbers);
    /// A sum that everybody knows: a library that counts wrong must not touch weights. Its failure is nobody's fault and ends no run.
    Result<void> check();

private:
    class Waiting;
    using Begin = std::function<Result<std::unique_ptr<GpuWork>>()>;
    Result<std::unique_ptr<Waiting>> begin(const Begin& begin_it);
    /// Gives the link up. While it is only tried that is all.
    Error failed(double seconds, const std::string& words);

    std::shared_ptr<Collective> all_;
    std::unique_ptr<GpuLink> link_;
    bool tried_ = false;  ///< no weights depend on it yet
};

/// The GPU of this process.
struct GpuSeat {
    int gpu = 0;       ///< as CUDA counts them in this process
    std::string card;  ///< the same for all processes of this machine that use it: "0000:01:00.0"
};

/// The module, or a stand-in.
struct GpuLinks {
    /// "NCCL 2.28.9". Error: there is none.
    std::function<Result<std::string>()> words;
    std::function<Result<std::unique_ptr<GpuLink>>(const GpuEnd&)> open;
};

/// libheadroom_nccl.so beside the program. Only for processes that have loaded the CUDA module.
GpuLinks nccl_links();

struct GpuMeeting {
    std::shared_ptr<GpuSums> sums;  ///< null: the GPUs add up through host memory
    std::string words;              ///< "NCCL 2.28.9"; without sums: why not, naming the process
};

/// All processes call it: they use the link or all do not. Error: a process is gone.
Result<GpuMeeting> meet_on_gpus(const std::shared_ptr<Collective>& all, const GpuSeat& seat, const GpuLinks& links);

/// What there is of it on this machine, for `doctor`. Loads nothing without an NVIDIA driver.
std::string gpu_link_words(bool driver_present);

}  // namespace headroom
