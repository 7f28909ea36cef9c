// Pace: how often the window takes the session's news, so that showing them costs the training next to nothing.
#pragma once

#include <algorithm>

namespace headroom::ui {

/// Between 10 and 3 times a second. With few cores a parallel training step waits for whichever thread the window interrupts:
/// what the window uses of one core, the training loses as a whole.
class Pace {
public:
    static constexpr int kFastestMs = 100;
    static constexpr int kSlowestMs = 350;

    explicit Pace(unsigned cores) : share_(kSharePerCore * std::max(1u, cores)) {}

    /// Milliseconds until the next turn. `cpu_seconds`: processor time of the window's thread so far (ever rising);
    /// what it rose by since the last call is what one turn costs, drawing included.
    int next(double cpu_seconds) {
        const double cost = 1000.0 * (cpu_seconds - before_);
        if (before_ >= 0.0) cost_ms_ = cost_ms_ < 0.0 ? cost : 0.8 * cost_ms_ + 0.2 * cost;
        before_ = cpu_seconds;
        return std::clamp(static_cast<int>(cost_ms_ / share_), kFastestMs, kSlowestMs);
    }

private:
    static constexpr double kSharePerCore = 0.01;

    double share_;  ///< of one core's time, for all the window does unasked
    double before_ = -1.0, cost_ms_ = -1.0;
};

}  // namespace headroom::ui
