// Which event answers which request.
#include "core/engine/remote/unanswered.h"

#include "core/base/overloaded.h"
#include "core/engine/remote/known_events.h"

#include <algorithm>

namespace headroom::remote {
namespace {

bool warns(const Event& event, std::string_view id) {
    const auto* warning = std::get_if<Warning>(&event);
    return warning && warning->id == id;
}

bool moves_the_state(const Command& c) {
    return std::holds_alternative<Pause>(c) || std::holds_alternative<Resume>(c) || std::holds_alternative<Lend>(c);
}

/// Those that are made together are answered together.
bool answers(const Event& event, const ApplyParams& change) {
    if (const auto* refused = std::get_if<ParamRefused>(&event))
        return std::any_of(refused->keys.begin(), refused->keys.end(),
                           [&](const std::string& key) { return change.patch.contains(key); });
    const auto* applied = std::get_if<ParamApplied>(&event);
    const bool own = applied && applied->by.empty() && applied->origin != ChangeOrigin::Ladder &&
                     applied->origin != ChangeOrigin::Autopilot;
    const auto asked = own ? change.patch.find(applied->key) : change.patch.end();
    return asked != change.patch.end() && asked->second == applied->new_value;
}

bool answers(const Event& event, const SampleRequest& request) {
    if (const auto* failed = std::get_if<SampleFailed>(&event))
        return failed->kind == request.kind && failed->ticket == request.ticket;
    const auto* ready = std::get_if<SampleReady>(&event);
    return ready && ready->kind == request.kind && ready->ticket == request.ticket && ready->path.empty();
}

bool answers(const Event& event, const Command& command) {
    return std::visit(Overloaded{
                          // A state that has changed since is not changed again.
                          [&](const Pause&) { return is<StateChanged>(event); },
                          [&](const Resume&) { return is<StateChanged>(event) || warns(event, "take-back"); },
                          [&](const Lend&) { return is<StateChanged>(event) || warns(event, "lend"); },
                          [&](const Stop&) {
                              const auto* state = std::get_if<StateChanged>(&event);
                              return is<Finished>(event) || is<Failed>(event) ||
                                     (state && state->to == RunState::Stopping);
                          },
                          [&](const ApplyParams& c) { return answers(event, c); },
                          [&](const TakeSample& c) { return answers(event, c.request); },
                          [&](const TakeScores&) { return is<ScoresDone>(event) || warns(event, "scores"); },
                          [&](const SaveCheckpoint&) {
                              return is<CheckpointSaved>(event) || warns(event, "disk") || warns(event, "unsaved");
                          },
                          [&](const TakeSnapshot&) { return is<ExportDone>(event) || warns(event, "snapshot"); },
                          [](const auto&) { return true; },
                      },
                      command);
}

/// A later wish of the same kind is all that counts.
bool replaces(const Command& later, const Command& earlier) {
    if (moves_the_state(later)) return moves_the_state(earlier);
    if (const auto* sample = std::get_if<TakeSample>(&later)) {
        const auto* before = std::get_if<TakeSample>(&earlier);
        return before && are_of_one_wish(before->request, sample->request);
    }
    if (const auto* snapshot = std::get_if<TakeSnapshot>(&later)) {
        const auto* before = std::get_if<TakeSnapshot>(&earlier);
        return before && before->path == snapshot->path;
    }
    return later.index() == earlier.index() && !std::holds_alternative<ApplyParams>(later);
}

}  // namespace

void Unanswered::add(const Command& command) {
    if (std::holds_alternative<StepOnce>(command) || std::holds_alternative<AnswerOom>(command) ||
        std::holds_alternative<MeasureStep>(command))
        return;
    std::erase_if(commands_, [&](const Command& earlier) { return replaces(command, earlier); });
    if (const auto* change = std::get_if<ApplyParams>(&command)) {
        // Asked anew, an earlier value would win over this one.
        for (Command& earlier : commands_)
            if (auto* before = std::get_if<ApplyParams>(&earlier))
                std::erase_if(before->patch, [&](const auto& entry) { return change->patch.contains(entry.first); });
        std::erase_if(commands_, [](const Command& c) {
            const auto* empty = std::get_if<ApplyParams>(&c);
            return empty && empty->patch.empty();
        });
    }
    commands_.push_back(command);
}

void Unanswered::heard(const Event& event) {
    std::erase_if(commands_, [&](const Command& command) { return answers(event, command); });
}

}  // namespace headroom::remote
