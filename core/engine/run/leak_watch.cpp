// The robust slope.
#include "core/engine/run/leak_watch.h"

#include <algorithm>
#include <vector>

namespace headroom {
namespace {

constexpr double kBytes = 1 << 20, kTensors = 100;  // per 1,000 steps; less is not worth a word
constexpr std::int64_t kLookEvery = 10;

}  // namespace

void LeakWatch::reset() {
    samples_.clear();
    next_look_ = 0;
    warned_ = false;
}

double LeakWatch::slope(std::int64_t Sample::*figure) const {
    std::vector<double> slopes;
    slopes.reserve(samples_.size() * samples_.size() / 2);
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        for (std::size_t k = i + 1; k < samples_.size(); ++k) {
            const auto steps = static_cast<double>(samples_[k].step - samples_[i].step);
            slopes.push_back(static_cast<double>(samples_[k].*figure - samples_[i].*figure) / steps);
        }
    }
    const auto quantile = [&](double q) {
        const auto at = slopes.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(slopes.size() - 1));
        std::nth_element(slopes.begin(), at, slopes.end());
        return *at;
    };
    return quantile(0.2) > 0 ? quantile(0.5) : 0.0;
}

Role LeakWatch::grown_most() const {
    const RoleBytes &first = samples_.front().roles, &last = samples_.back().roles;
    std::size_t most = static_cast<std::size_t>(Role::Other);
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        if (static_cast<Role>(i) == Role::Cache || static_cast<Role>(i) == Role::Graphs) continue;
        if (last.bytes[i] - first.bytes[i] > last.bytes[most] - first.bytes[most]) most = i;
    }
    return static_cast<Role>(most);
}

std::optional<Leak> LeakWatch::note(std::int64_t step, double seconds, const MemoryReport& report) {
    if (!samples_.empty() && step <= samples_.back().step) return {};
    Sample s{step, seconds, report.now.roles, 0, report.live_tensors};
    // Recorded steps come and go as a whole.
    s.bytes = (report.now.roles.total() - report.now.roles[Role::Cache] - report.now.roles[Role::Graphs]).count;
    samples_.push_back(s);
    if (samples_.size() > kSamples) samples_.pop_front();
    if (warned_ || samples_.size() < kFewest || step - samples_.front().step < kFewestSteps || --next_look_ > 0)
        return {};
    next_look_ = kLookEvery;
    Leak leak;
    leak.bytes_per_1000_steps = slope(&Sample::bytes) * 1000;
    leak.tensors_per_1000_steps = slope(&Sample::tensors) * 1000;
    if (leak.bytes_per_1000_steps < kBytes && leak.tensors_per_1000_steps < kTensors) return {};
    warned_ = true;
    leak.role = grown_most();
    leak.to_spare = report.to_spare;
    const double steps_per_hour =
        static_cast<double>(step - samples_.front().step) / std::max(1e-9, seconds - samples_.front().seconds) * 3600;
    const double bytes_per_hour = leak.bytes_per_1000_steps / 1000 * steps_per_hour;
    if (bytes_per_hour > 0 && report.to_spare.count > 0)
        leak.hours_left = static_cast<double>(report.to_spare.count) / bytes_per_hour;
    return leak;
}

}  // namespace headroom
