// Trials with the other thread count. Single steps differ by a third on a desktop, so medians of several are compared.
#include "core/train/step/thread_tuner.h"

#include <algorithm>
#include <thread>

namespace headroom {
namespace {

constexpr std::size_t kRecentSteps = 9, kTrialSteps = 4;  // the first of a trial only warms the threads up
constexpr double kFirstWait = 15.0, kLongestWait = 120.0, kShortestWait = 5.0;  // seconds of training
constexpr double kClearlyFaster = 0.9;  // half the threads must win by a tenth, so that noise does not make it flutter
constexpr double kSlowedDown = 1.25;    // the machine has become busy: try at once

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

ThreadTuner::ThreadTuner(std::int64_t fixed, int cores) : wait_(kFirstWait) {
    all_ = fixed > 0 ? static_cast<int>(fixed) : std::max(1, cores);
    half_ = std::max(1, all_ / 2);
    chosen_ = all_;
    automatic_ = fixed <= 0 && half_ != all_;
}

int ThreadTuner::begin_step() {
    if (automatic_ && !trying_ && recent_.size() == kRecentSteps) {
        const bool slowed =
            calm_seconds_ > 0 && since_trial_ > kShortestWait && median(recent_) > kSlowedDown * calm_seconds_;
        trying_ = slowed || since_trial_ > wait_;
    }
    return trying_ ? other() : chosen_;
}

void ThreadTuner::end_step(double seconds, bool comparable) {
    if (!automatic_) return;
    since_trial_ += seconds;
    if (!comparable) {  // another shape of step has other times: nothing measured before says anything about it
        recent_.clear();
        trial_.clear();
        trying_ = false;
        calm_seconds_ = 0;
        return;
    }
    std::vector<double>& kept = trying_ ? trial_ : recent_;
    kept.push_back(seconds);
    if (!trying_ && recent_.size() > kRecentSteps) recent_.erase(recent_.begin());
    if (trying_ && trial_.size() == kTrialSteps) decide();
}

void ThreadTuner::decide() {
    const double usual = median(recent_);
    const double tried = median({trial_.begin() + 1, trial_.end()});
    const bool better = tried < (chosen_ == all_ ? kClearlyFaster : 1.0) * usual;
    // Half the threads is a makeshift: it is questioned again soon. A choice that stands is questioned less and less.
    wait_ = better || chosen_ == half_ ? kFirstWait : std::min(2 * wait_, kLongestWait);
    if (better) {
        chosen_ = other();
        recent_.assign(trial_.begin() + 1, trial_.end());
    }
    calm_seconds_ = std::min(usual, tried);
    since_trial_ = 0;
    trial_.clear();
    trying_ = false;
}

ThreadTuner make_thread_tuner(std::int64_t fixed) {
    return ThreadTuner(fixed, static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
}

}  // namespace headroom
