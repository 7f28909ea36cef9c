// The event box.
#include "core/engine/run/event_box.h"

#include <algorithm>

namespace headroom {
namespace {

bool latest_only(const Event& e) {
    return holds<Progress>(e) || holds<MemorySampled>(e) || holds<TimelineReady>(e) || holds<ForecastReady>(e);
}
bool can_wait(const Event& e) {
    return (latest_only(e) && !holds<ForecastReady>(e)) || holds<StepDone>(e) || holds<LogLine>(e);
}

}  // namespace

void EventBox::make_room(const Event& event) {
    if (latest_only(event)) {
        std::erase_if(events_, [&](const Event& e) { return e.index() == event.index(); });
    } else if (holds<StepDone>(event) && ++steps_ > kMaxSteps) {
        bool drop = false;
        std::erase_if(events_, [&](const Event& e) { return holds<StepDone>(e) && (drop = !drop); });
        steps_ /= 2;
    } else if (holds<SampleReady>(event) || holds<LogLine>(event)) {
        const std::size_t most = holds<SampleReady>(event) ? kMaxSamples : kMaxLogLines;
        const auto same = [&](const Event& e) { return e.index() == event.index(); };
        if (static_cast<std::size_t>(std::count_if(events_.begin(), events_.end(), same)) >= most) {
            events_.erase(std::find_if(events_.begin(), events_.end(), same));
        }
    }
}

void EventBox::put(Event event) {
    bool call = false;
    {
        const std::lock_guard lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        const bool patient = can_wait(event);
        make_room(event);
        events_.push_back(std::move(event));
        const bool due = now - last_wake_ >= std::chrono::milliseconds(33);
        if (!patient || (!woken_ && due)) {
            call = true;
            woken_ = true;
            last_wake_ = now;
        }
    }
    if (!call) return;
    const std::lock_guard lock(wake_mutex_);
    if (wake_) wake_();
}

std::vector<Event> EventBox::drain() {
    const std::lock_guard lock(mutex_);
    std::vector<Event> out(std::make_move_iterator(events_.begin()), std::make_move_iterator(events_.end()));
    events_.clear();
    steps_ = 0;
    woken_ = false;
    return out;
}

bool EventBox::empty() {
    const std::lock_guard lock(mutex_);
    return events_.empty();
}

void EventBox::set_wake(std::function<void()> wake) {
    const std::lock_guard lock(wake_mutex_);
    wake_ = std::move(wake);
}

}  // namespace headroom
