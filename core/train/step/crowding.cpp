// Sums over the threads that there are. One that ended takes its time with it: such a moment says nothing.
#include "core/train/step/crowding.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace headroom {
namespace {

constexpr double kSoonest = 0.05;  // seconds

std::optional<std::int64_t> waited_by_all() {
    std::optional<std::int64_t> sum;
    std::error_code failed;
    for (std::filesystem::directory_iterator task("/proc/self/task", failed), end; !failed && task != end;
         task.increment(failed)) {
        std::ifstream file(task->path() / "schedstat");
        std::int64_t ran = 0, waited = 0;
        if (file >> ran >> waited) sum = sum.value_or(0) + waited;
    }
    return sum;
}

}  // namespace

std::optional<double> Crowding::since_last() {
    const double seconds = seconds_since(at_);
    if (waited_ && seconds < kSoonest) return std::nullopt;
    const auto before = std::exchange(waited_, waited_by_all());
    at_ = Clock::now();
    if (!before || !waited_) return std::nullopt;
    return std::max(0.0, 1e-9 * static_cast<double>(*waited_ - *before) / seconds);
}

}  // namespace headroom
