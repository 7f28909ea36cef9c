// The command box.
#include "core/engine/run/command_box.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

struct Merge {
    PendingCommands& pending;

    void operator()(const Pause&) const { pending.pause = true; }
    void operator()(const Resume&) const { pending.pause = false; }
    void operator()(const StepOnce&) const { pending.step_once = true; }
    void operator()(const Lend&) const { pending.lend = true; }
    void operator()(const AnswerOom& a) const { pending.oom_answer = a.answer; }
    void operator()(const MeasureStep&) const { pending.measure = true; }
    void operator()(const TakeScores&) const { pending.scores = true; }
    void operator()(const TakeSnapshot& s) const { pending.snapshots.push_back(s.path); }
    void operator()(const SaveCheckpoint&) const { pending.checkpoint = true; }
    void operator()(const Stop& stop) const { pending.stop = stop.mode; }
    void operator()(const TakeSample& take) const {
        std::erase_if(pending.samples, [&](const SampleRequest& r) { return are_of_one_wish(r, take.request); });
        pending.samples.push_back(take.request);
    }
    void operator()(const ApplyParams& apply) const {
        if (pending.changes.empty() || !are_alike(pending.changes.back().source, apply.source))
            pending.changes.push_back({{}, apply.source});
        for (const auto& [key, value] : apply.patch) pending.changes.back().patch[key] = value;
    }
};

}  // namespace

void CommandBox::put(Command command) {
    {
        const std::lock_guard lock(mutex_);
        std::visit(Merge{pending_}, command);
        filled_ = true;
    }
    arrived_.notify_one();
}

PendingCommands CommandBox::take() {
    const std::lock_guard lock(mutex_);
    filled_ = false;
    return std::exchange(pending_, {});
}

PendingCommands CommandBox::wait(std::optional<Clock::time_point> until) {
    std::unique_lock lock(mutex_);
    const auto filled = [this] { return filled_; };
    if (until)
        arrived_.wait_until(lock, *until, filled);
    else
        arrived_.wait(lock, filled);
    filled_ = false;
    return std::exchange(pending_, {});
}

bool CommandBox::wants_pause() {
    const std::lock_guard lock(mutex_);
    return pending_.lend || pending_.pause.value_or(false);
}

void CommandBox::poke() {
    {
        const std::lock_guard lock(mutex_);
        filled_ = true;
    }
    arrived_.notify_one();
}

void CommandBox::clear() {
    const std::lock_guard lock(mutex_);
    filled_ = false;
    pending_ = {};
}

}  // namespace headroom
