// Steps of a run whose figures are known, for curves.
#pragma once

#include "core/api/event.h"
#include "tests/support/fixture_memory.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace headroom {

inline StepDone stepAt(std::int64_t step) {
    StepDone out;
    out.step = step;
    out.images = step * 64;
    out.elapsed_seconds = static_cast<double>(step) * 0.5;
    out.loss_d = 0.7 + 0.1 * std::sin(static_cast<double>(step));
    out.loss_g = 1.4;
    out.d_real = 0.7;
    out.d_fake = 0.3;
    out.peak = fixture::gib(4.02);
    out.budget = fixture::gib(6.0);
    out.others = fixture::gib(1.14);
    return out;
}

/// Steps [from, to].
inline std::vector<StepDone> steps(std::int64_t from, std::int64_t to) {
    std::vector<StepDone> out;
    for (std::int64_t i = from; i <= to; ++i) out.push_back(stepAt(i));
    return out;
}

}  // namespace headroom
