// Trials with the other thread count. Single steps differ by a third on a desktop, so medians of several are compared.
#include "core/train/step/thread_tuner.h"

#include "core/base/median.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t kRecentSteps = 9, kTrialSteps = 4;  // the first of a trial only warms the threads up
// Beside other programs steps last long and the choice matters at once.
constexpr std::size_t kCrowdedSteps = 3;
constexpr double kCrowdedWait = 5.0;
constexpr double kCrowded = 0.25, kFree = 0.1;  // cores' worth of waiting: others are there, they are gone
constexpr int kFreeSteps = 2, kMostFreeSteps = 64;
constexpr double kSoon = 10.0;  // seconds of spinning before the others came back: they come and go
constexpr double kFirstWait = 15.0, kLongestWait = 120.0, kShortestWait = 5.0;  // seconds of training
constexpr double kClearlyFaster = 0.9;  // half the threads must win by a tenth, so that noise does not make it flutter
constexpr double kSlowedDown = 1.25;    // the machine has become busy: try at once

}  // namespace

ThreadTuner::ThreadTuner(std::int64_t fixed, int cores) : wait_(kFirstWait), free_needed_(kFreeSteps), spun_(kSoon) {
    all_ = fixed > 0 ? static_cast<int>(fixed) : std::max(1, cores);
    half_ = std::max(1, all_ / 2);
    chosen_ = all_;
    automatic_ = fixed <= 0 && half_ != all_;
}

std::size_t ThreadTuner::recent_steps() const { return patient_ ? kCrowdedSteps : kRecentSteps; }
std::size_t ThreadTuner::trial_steps() const { return patient_ ? kCrowdedSteps : kTrialSteps; }

StepThreads ThreadTuner::begin_step() {
    if (automatic_ && !trying_ && recent_.size() == recent_steps()) {
        const bool slowed =
            calm_seconds_ > 0 && since_trial_ > kShortestWait && median(recent_) > kSlowedDown * calm_seconds_;
        trying_ = slowed || since_trial_ > wait_;
    }
    return {trying_ ? other() : chosen_, patient_};
}

void ThreadTuner::end_step(double seconds, bool comparable, std::optional<double> crowded) {
    since_trial_ += seconds;
    // With half the threads nothing is seen of what would happen to all of them.
    const bool with_all = trying_ ? chosen_ != all_ : chosen_ == all_;
    if (crowded && with_all && all_ > 1 && changes_waiting(seconds, *crowded)) return;
    if (!automatic_) return;
    if (!comparable) return forget();  // another shape of step has other times
    std::vector<double>& kept = trying_ ? trial_ : recent_;
    kept.push_back(seconds);
    if (!trying_ && recent_.size() > recent_steps()) recent_.erase(recent_.begin());
    if (trying_ && trial_.size() == trial_steps()) decide();
}

bool ThreadTuner::changes_waiting(double seconds, double crowded) {
    if (!patient_) {
        spun_ += seconds;
        if (crowded <= kCrowded) return false;
        // Each time that they begin to spin and others are there again costs a step that collapses.
        free_needed_ = spun_ - seconds < kSoon ? std::min(2 * free_needed_, kMostFreeSteps) : kFreeSteps;
        wait_ = 0;
    } else {
        free_steps_ = crowded <= kFree ? free_steps_ + 1 : 0;
        if (free_steps_ < free_needed_) return false;
        spun_ = 0;
        chosen_ = all_;
        wait_ = kFirstWait;
    }
    patient_ = !patient_;
    free_steps_ = 0;
    forget();
    return true;
}

void ThreadTuner::forget() {
    recent_.clear();
    trial_.clear();
    trying_ = false;
    calm_seconds_ = 0;
}

void ThreadTuner::decide() {
    const double usual = median(recent_);
    const double tried = median({trial_.begin() + 1, trial_.end()});
    const bool better = tried < (chosen_ == all_ ? kClearlyFaster : 1.0) * usual;
    // Half the threads is a makeshift: it is questioned again soon. A choice that stands is questioned less and less.
    const double first = patient_ ? kCrowdedWait : kFirstWait;
    wait_ = better || chosen_ == half_ ? first : std::clamp(2 * wait_, first, kLongestWait);
    if (better) {
        chosen_ = other();
        recent_.assign(trial_.begin() + 1, trial_.end());
    }
    calm_seconds_ = std::min(usual, tried);
    since_trial_ = 0;
    trial_.clear();
    trying_ = false;
}

}  // namespace headroom
