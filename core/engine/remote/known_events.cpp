// Events by what they say.
#include "core/engine/remote/known_events.h"

#include "core/engine/remote/messages.h"

#include <functional>
#include <string>

namespace headroom::remote {
namespace {

/// The latest is all that counts of these; a step says which one it is.
bool is_of_the_moment(const Event& event) {
    return is<StateChanged>(event) || is<Progress>(event) || is<MemorySampled>(event) || is<TimelineReady>(event) ||
           is<Finished>(event) || is<Failed>(event);
}

std::size_t key_of(const Event& event) {
    std::string text;
    if (const auto* sample = std::get_if<SampleReady>(&event)) {
        // Its pixels are not looked at.
        text = std::to_string(static_cast<int>(sample->kind)) + " " + std::to_string(sample->step) + " " +
               std::to_string(sample->ticket.asker) + " " + std::to_string(sample->ticket.number) + " " + sample->path;
    } else if (const auto* change = std::get_if<ParamApplied>(&event)) {
        // A process that was connected anew does not know any more which changes it asked for.
        ParamApplied alike = *change;
        alike.origin = {};
        alike.by.clear();
        text = encode(Reply(Event(std::move(alike)))).json;
    } else {
        text = encode(Reply(event)).json;
    }
    return std::hash<std::string>{}(text);
}

}  // namespace

void KnownEvents::add(const Event& event) {
    if (const auto* step = std::get_if<StepDone>(&event))
        step_ = step->step;
    else if (!is_of_the_moment(event))
        ++told_[key_of(event)];
}

void KnownEvents::begin_story() { left_ = told_; }

bool KnownEvents::is_news(const Event& event) {
    if (const auto* step = std::get_if<StepDone>(&event)) return step->step > step_;
    if (is_of_the_moment(event)) return true;
    const auto known = left_.find(key_of(event));
    if (known == left_.end() || known->second == 0) return true;
    --known->second;
    return false;
}

}  // namespace headroom::remote
