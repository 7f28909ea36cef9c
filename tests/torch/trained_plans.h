// What plans take that were trained, for tests of "Make it fit".
#pragma once

#include "tests/torch/trainer_fixture.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom::test {

/// Each plan is trained once, however many budgets it comes up for.
template <class Run> class TrainedPlans {
public:
    /// Most tensor bytes of two steps: the second has the moments that the first one makes, and those after it are alike.
    Bytes peak_of(const TrainConfig& plan) {
        const auto found = std::find_if(peaks_.begin(), peaks_.end(), [&](const auto& p) { return p.first == plan; });
        if (found != peaks_.end()) return found->second;
        Run run(plan, nullptr, 2 * plan.effective_batch());
        const Bytes first = run.step().peak_tensors, second = run.step().peak_tensors;
        return peaks_.emplace_back(plan, std::max(first, second)).second;
    }

private:
    std::vector<std::pair<TrainConfig, Bytes>> peaks_;
};

}  // namespace headroom::test
