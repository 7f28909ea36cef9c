// EventFan: one stream of facts for many: the session's owner and every watcher have an event box each. It remembers what a watcher
// that comes late has to know. Thread-safe.
#pragma once

#include "core/engine/run/event_box.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace headroom {

/// What tells of the run so far, in the order in which it happened: its beginning, state and changes, recent figures, latest pictures.
class RunStory {
public:
    static constexpr std::size_t kMaxSteps = 4096;  ///< more are thinned
    static constexpr std::size_t kMaxOfAKind = 256;

    void add(const Event& event);
    const std::deque<Event>& events() const { return events_; }
    /// Null: no step yet.
    const StepDone* latest_step() const { return latest_step_ ? &*latest_step_ : nullptr; }
    /// Null: no run yet.
    const RunStarted* started() const;
    /// How many out-of-memory errors it has survived, however many are told of.
    std::int64_t survived() const { return survived_; }

private:
    std::deque<Event> events_;
    std::optional<StepDone> latest_step_;
    std::int64_t survived_ = 0;
};

class EventFan {
public:
    void put(Event event);
    /// The owner's box.
    std::vector<Event> drain() { return own_.drain(); }
    void set_wake(std::function<void()> wake) { own_.set_wake(std::move(wake)); }

    /// A further box, which gets all that comes from now on. `with_story`: first what tells of the run so far.
    std::shared_ptr<EventBox> add_watcher(bool with_story);
    void remove_watcher(const std::shared_ptr<EventBox>& box);
    /// Calls `look` with what is known of the run, under the lock.
    void look(const std::function<void(const RunStory&)>& look) const;

private:
    EventBox own_;
    mutable std::mutex mutex_;
    RunStory story_;
    std::vector<std::shared_ptr<EventBox>> watchers_;
};

}  // namespace headroom
