// Trial steps with the other thread count.
#include "core/train/thread_tuner.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <thread>

namespace headroom {

ThreadTuner::ThreadTuner(std::int64_t fixed) : automatic_(fixed <= 0) {
    all_ = automatic_ ? static_cast<int>(std::max(1u, std::thread::hardware_concurrency())) : static_cast<int>(fixed);
    half_ = std::max(1, all_ / 2);
    chosen_ = all_;
    automatic_ = automatic_ && half_ != all_;
}

void ThreadTuner::apply(int threads) {
    if (threads == current_) return;
    current_ = threads;
    at::set_num_threads(threads);
}

int ThreadTuner::begin_step() {
    trial_ = automatic_ && steps_until_trial_ <= 0 && seconds_since(last_trial_) > 15.0;
    apply(trial_ ? (chosen_ == all_ ? half_ : all_) : chosen_);
    return current_;
}

void ThreadTuner::end_step(double seconds, bool comparable) {
    if (!automatic_ || !comparable) return;
    (current_ == all_ ? last_all_ : last_half_) = seconds;
    --steps_until_trial_;
    if (!trial_) return;
    last_trial_ = Clock::now();
    steps_until_trial_ = 4;
    // A tenth in favour of all threads, so that noise does not make it flutter.
    chosen_ = last_half_ < 0.9 * last_all_ ? half_ : all_;
}

}  // namespace headroom
