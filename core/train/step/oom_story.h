// OomStory: collects what happens from the first refusal of a step until it succeeds or nothing is left to try, and reports it.
// No tensors; the trainer gives the facts.
#pragma once

#include "core/api/oom.h"
#include "core/memory/device_memory.h"
#include "core/train/step/ladder.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// The facts at a step's first refusal.
struct OomScene {
    std::int64_t step = 0, images = 0;  ///< the step that was tried; images trained on before it
    RefusedAllocation refused;
    std::string process;                     ///< as OomRecovered::process
    int micro_batch = 0, micro_batches = 0;  ///< from 1; 0: not within one
    Bytes budget, context, reserve;
    Bytes budget_before;  ///< at the latest step that went well; 0: there was none
    Bytes others_before, others_now;
    bool settled = false;      ///< a step with these settings went well before
    Bytes usual_peak;          ///< tensor bytes at the largest of those steps' peaks
    double usual_seconds = 0;  ///< of the latest of them
    bool thrashing = false;    ///< soft: the step went well, but its allocations kept emptying the caches
    std::shared_ptr<const MemoryReport> ledger;
};

/// How many bytes were lacking; 0: the limit was not the reason.
Bytes missing_in(const RefusedAllocation& refused);

class OomStory {
public:
    OomStory(TrainConfig before, OomScene scene);

    /// Caches were given back: `gave` bytes.
    void relieved(Bytes gave);
    /// The data set left the device, which gave `gave` bytes more.
    void left_data(Bytes gave);
    /// The settings became smaller.
    void went_down(LadderMove move);
    /// A later try was refused too.
    void refused_again(const RefusedAllocation& refused);

    const TrainConfig& before() const { return before_; }
    const std::vector<LadderMove>& moves() const { return moves_; }
    /// Tensor bytes that each move's settings of before need at least.
    std::vector<Bytes> needs() const;
    bool has_relieved() const { return !event_.remedies.empty(); }

    /// The step succeeded with `config`: peak of the process and of its tensors and time of the successful try, seconds lost, rungs
    /// that were left.
    OomRecovered survived(const TrainConfig& config, Bytes peak, Bytes peak_tensors, double step_seconds, double lost,
                          const std::vector<LadderMove>& rest);
    /// Nothing was left to try.
    OomRecovered given_up(double lost);

private:
    void explain();
    void tell_tried(bool survived);

    TrainConfig before_;
    OomScene scene_;
    OomRecovered event_;
    std::vector<LadderMove> moves_;
    std::vector<Bytes> refused_at_;  ///< live + requested at each refusal
};

}  // namespace headroom
