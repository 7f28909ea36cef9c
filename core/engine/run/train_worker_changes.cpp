// The worker's changes of settings: at once, or when their pictures are packed.
#include "core/engine/run/train_worker.h"

#include "core/api/param_schema.h"

#include <utility>

namespace headroom {

void TrainWorker::apply(ParamPatch patch, ChangeOrigin origin) {
    if (pending_) {
        // The latest value of a key wins, also over one that still waits.
        for (const auto& [key, value] : patch) pending_->patch.erase(key);
        const ParamPatch waiting = std::exchange(pending_->patch, {});
        ParamPatch both = waiting;
        both.insert(patch.begin(), patch.end());
        const auto without = with_patch(trainer_->config(), waiting), alone = with_patch(trainer_->config(), patch);
        if (without && trainer_->needs_other_data(*without) && alone && !trainer_->needs_other_data(*alone)) {
            // Says nothing of the pictures: it need not wait, and what waits goes on waiting.
            pending_->patch = waiting;
        } else {
            patch = std::move(both);
            pending_.reset();
        }
    }
    const auto next = with_patch(trainer_->config(), patch);
    if (next && !lent_ && trainer_->needs_other_data(*next) && check_config(*next, false).empty())
        prepare_change(std::move(patch), origin, *next);
    else
        apply_now(patch, origin);
}

void TrainWorker::prepare_change(ParamPatch patch, ChangeOrigin origin, const TrainConfig& next) {
    log(LogLevel::Info, "packing the pictures at " + std::to_string(next.image_size) + " px while training goes on");
    pending_ = std::make_unique<PendingChange>(
        std::move(patch), origin,
        [this, next](std::stop_token stop) { return trainer_->ready_data(next, progress(), std::move(stop)); },
        [this] { shared_.commands.poke(); });
}

void TrainWorker::finish_change() {
    if (!pending_ || !pending_->done() || lent_) return;
    const std::unique_ptr<PendingChange> change = std::move(pending_);
    if (change->outcome())
        apply_now(change->patch, change->origin);
    else
        refuse(change->patch, change->outcome().error().message);
}

void TrainWorker::abandon_change() {
    if (!pending_) return;
    const ParamPatch patch = std::move(pending_->patch);
    pending_.reset();
    refuse(patch, "the run ended before its pictures were packed");
}

void TrainWorker::refuse(const ParamPatch& patch, const std::string& why) {
    for (const auto& [key, value] : patch) shared_.events.put(ParamRefused{key, why});
}

void TrainWorker::apply_now(const ParamPatch& patch, ChangeOrigin origin) {
    const TrainConfig before = trainer_->config();
    auto next = with_patch(before, patch);
    // Each change was checked alone; together with one that was sent at the same time it may break a rule.
    if (next && lent_)
        next =
            make_error(ErrorCode::InvalidArgument, "the device is lent", "Take it back first, then change settings.");
    if (next) {
        if (const auto problems = check_config(*next, false); !problems.empty())
            next = make_error(ErrorCode::InvalidArgument, problems.front().message);
    }
    Result<void> applied =
        next ? trainer_->apply(*next, progress(), shared_.cancel.get_token()) : Result<void>(next.error());
    if (!applied) {
        refuse(patch, applied.error().message);
        return;
    }
    const TrainConfig after = trainer_->config();
    publish_settings();
    disturbed_ = true;
    watch_.reset();
    if (auto saved = folder_->save_config(as_asked(after)); !saved)
        shared_.events.put(Warning{"disk", saved.error().message, saved.error().hint});
    for (const auto& [key, value] : difference(before, after)) {
        const ParamRow* row = find_param(key);
        on_event(ParamApplied{key, row->get(before), value, last_.step, last_.images, origin});
    }
    // Values that were already in force are answered too, so that no field stays pending.
    for (const auto& [key, value] : patch) {
        const ParamRow* row = find_param(key);
        if (row->get(before) == row->get(after))
            shared_.events.put(ParamApplied{key, value, value, last_.step, last_.images, origin});
    }
    publish_memory(true);
}

}  // namespace headroom
