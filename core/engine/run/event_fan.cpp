// The event fan.
#include "core/engine/run/event_fan.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

/// How many of its kind a late watcher is told of; 0: it is of no use later.
std::size_t worth_telling(const Event& e) {
    if (holds<Progress>(e) || holds<ForecastReady>(e) || holds<ExportDone>(e) || holds<ParamRefused>(e) ||
        holds<SampleFailed>(e))
        return 0;
    if (holds<StateChanged>(e) || holds<MemorySampled>(e) || holds<TimelineReady>(e) || holds<SampleReady>(e)) return 1;
    return holds<StepDone>(e) ? RunStory::kMaxSteps : RunStory::kMaxOfAKind;
}

}  // namespace

const RunStarted* RunStory::started() const {
    for (const Event& e : events_) {
        if (const auto* started = std::get_if<RunStarted>(&e)) return started;
    }
    return nullptr;
}

void RunStory::add(const Event& event) {
    if (const auto* state = std::get_if<StateChanged>(&event); state && state->to == RunState::Preparing) {
        events_.clear();  // another run begins
        latest_step_.reset();
        survived_ = 0;
    }
    if (const auto* oom = std::get_if<OomRecovered>(&event); oom && oom->survived) ++survived_;
    if (const auto* step = std::get_if<StepDone>(&event)) latest_step_ = *step;
    const std::size_t most = worth_telling(event);
    if (most == 0) return;
    // Pictures are large: the latest of each kind is all that is held of them.
    const auto* pictures = std::get_if<SampleReady>(&event);
    const auto same = [&](const Event& e) {
        return e.index() == event.index() && (!pictures || std::get<SampleReady>(e).kind == pictures->kind);
    };
    // Steps come by the thousand a minute: they are counted only now and then.
    if (!holds<StepDone>(event)) {
        if (static_cast<std::size_t>(std::count_if(events_.begin(), events_.end(), same)) >= most)
            events_.erase(std::find_if(events_.begin(), events_.end(), same));
    } else if (events_.size() > kMaxSteps &&
               static_cast<std::size_t>(std::count_if(events_.begin(), events_.end(), same)) >= most) {
        bool drop = false;
        std::erase_if(events_, [&](const Event& e) { return same(e) && (drop = !drop); });
    }
    events_.push_back(event);
}

void EventFan::put(Event event) {
    std::vector<std::shared_ptr<EventBox>> watchers;
    {
        const std::lock_guard lock(mutex_);
        story_.add(event);
        watchers = watchers_;
    }
    for (const auto& box : watchers) box->put(event);
    own_.put(std::move(event));
}

std::shared_ptr<EventBox> EventFan::add_watcher(bool with_story) {
    auto box = std::make_shared<EventBox>();
    const std::lock_guard lock(mutex_);
    if (with_story) {
        for (const Event& e : story_.events()) box->put(e);
    }
    watchers_.push_back(box);
    return box;
}

void EventFan::remove_watcher(const std::shared_ptr<EventBox>& box) {
    const std::lock_guard lock(mutex_);
    std::erase(watchers_, box);
}

void EventFan::look(const std::function<void(const RunStory&)>& look) const {
    const std::lock_guard lock(mutex_);
    look(story_);
}

}  // namespace headroom
