// The arithmetic of step times.
#include "core/train/gan/step_seconds.h"

#include "core/train/forecast/probe_tools.h"

#include <algorithm>

namespace headroom {

std::string StepCounts::rhythm(bool penalised) const {
    return std::to_string(d_rounds) + " of D, " + std::to_string(g_rounds) + " of G" +
           (penalised ? ", penalty every " + std::to_string(penalty_every) : "");
}

StepSeconds StepSeconds::of(std::vector<double> parts) {
    parts.resize(5);
    for (double& x : parts) x = x >= 0 ? x : 0;
    return {parts[0], parts[1], parts[2], parts[3], parts[4]};
}

StepSeconds StepSeconds::least(const StepSeconds& o) const {
    return {std::min(d, o.d), std::min(penalty, o.penalty), std::min(g, o.g), std::min(optimiser_d, o.optimiser_d),
            std::min(optimiser_g, o.optimiser_g)};
}

double StepSeconds::of_step(const StepCounts& counts) const {
    const auto micro_batches = static_cast<double>(counts.micro_batches);
    double seconds = 0;
    if (counts.d_rounds > 0)
        seconds += static_cast<double>(counts.d_rounds) * (micro_batches * d + optimiser_d) +
                   micro_batches * penalty / static_cast<double>(counts.penalty_every);
    if (counts.g_rounds > 0) seconds += static_cast<double>(counts.g_rounds) * (micro_batches * g + optimiser_g);
    return seconds;
}

StepSeconds along(const StepSeconds& a, std::int64_t few, const StepSeconds& b, std::int64_t more,
                  std::int64_t pictures) {
    const auto part = [&](double x, double y) { return seconds_along(x, few, y, more, pictures); };
    return {part(a.d, b.d), part(a.penalty, b.penalty), part(a.g, b.g), std::min(a.optimiser_d, b.optimiser_d),
            std::min(a.optimiser_g, b.optimiser_g)};
}

}  // namespace headroom
