// Merges, makes and refuses changes of settings.
#include "core/engine/run/settings_changes.h"

#include "core/api/param_schema.h"

#include <algorithm>
#include <utility>

namespace headroom {

bool SettingsChanges::stands_behind(const Trainer& trainer, const ApplyParams& change) const {
    if (!behind_.empty()) return true;  // in the order in which they came
    if (!pending_ || pending_->source.by == change.source.by) return false;
    const auto about_both = [&](const auto& entry) { return pending_->patch.contains(entry.first); };
    const auto alone = with_patch(trainer.config(), change.patch);
    return std::any_of(change.patch.begin(), change.patch.end(), about_both) ||
           (alone && trainer.needs_other_data(*alone));
}

void SettingsChanges::follow_up(Trainer& trainer) {
    // The first that needs pictures of its own is waited for by those behind it.
    for (std::deque<ApplyParams> rest = std::exchange(behind_, {}); !rest.empty(); rest.pop_front())
        apply(trainer, std::move(rest.front().patch), std::move(rest.front().source), false);
}

void SettingsChanges::apply(Trainer& trainer, ParamPatch patch, ChangeSource source, bool lent) {
    if (lent) {  // refused; what waits goes on waiting
        apply_now(trainer, patch, source, true);
        return;
    }
    if (pending_ && pending_->patch == patch && are_alike(pending_->source, source)) return;  // asked for again
    if (ApplyParams change{patch, source}; stands_behind(trainer, change)) return behind_.push_back(std::move(change));
    if (pending_ && pending_->source.by == source.by) {
        // The latest value of a key wins, also over one that still waits.
        for (const auto& [key, value] : patch) pending_->patch.erase(key);
        const ParamPatch waiting = std::exchange(pending_->patch, {});
        ParamPatch both = waiting;
        both.insert(patch.begin(), patch.end());
        const auto without = with_patch(trainer.config(), waiting), alone = with_patch(trainer.config(), patch);
        if (without && trainer.needs_other_data(*without) && alone && !trainer.needs_other_data(*alone)) {
            // Says nothing of the pictures: it need not wait, and what waits goes on waiting.
            pending_->patch = waiting;
        } else {
            patch = std::move(both);
            pending_.reset();
        }
    }
    const auto next = with_patch(trainer.config(), patch);
    if (next && trainer.needs_other_data(*next) && check_config(*next, false).empty())
        prepare(trainer, std::move(patch), std::move(source), *next);
    else
        apply_now(trainer, patch, source, false);
}

void SettingsChanges::prepare(Trainer& trainer, ParamPatch patch, ChangeSource source, const TrainConfig& next) {
    ahead_.reset();  // those that are asked for come first
    packs_beside_ = trainer.config();
    files_.log(LogLevel::Info,
               "packing the pictures at " + std::to_string(next.image_size) + " px while training goes on");
    pending_ = std::make_unique<PendingChange>(
        std::move(patch), std::move(source),
        [this, &trainer, next](std::stop_token stop) {
            return trainer.ready_data(next, shared_.progress(), std::move(stop));
        },
        [this] { shared_.commands.poke(); });
}

bool SettingsChanges::finish_waiting(Trainer& trainer) {
    if (!pending_ || !pending_->done()) return false;
    const std::unique_ptr<PendingChange> change = std::move(pending_);
    const auto next = with_patch(trainer.config(), change->patch);
    // A change that was made meanwhile may ask for yet others: packed here, they would keep training waiting.
    if (change->outcome() && next && trainer.needs_other_data(*next) && trainer.needs_other_data(packs_beside_) &&
        check_config(*next, false).empty()) {
        prepare(trainer, change->patch, change->source, *next);
        return true;
    }
    if (change->outcome())
        apply_now(trainer, change->patch, change->source, false);
    else
        tell(refusal_of(change->patch, change->outcome().error().message));
    follow_up(trainer);
    return true;
}

bool SettingsChanges::pack_ahead(Trainer& trainer, const ParamPatch& planned) {
    if (ahead_ && ahead_->patch == planned) return ahead_->done();
    const auto next = with_patch(trainer.config(), planned);
    if (!next || !trainer.needs_other_data(*next)) return true;
    if (pending_) return false;  // which may change what has to be packed
    ahead_ = std::make_unique<PendingChange>(
        planned, ChangeSource{},
        [this, &trainer, next = *next](std::stop_token stop) {
            return trainer.ready_data(next, shared_.progress(), std::move(stop));
        },
        [this] { shared_.commands.poke(); });
    return false;
}

std::optional<ParamRefused> SettingsChanges::apply_planned(Trainer& trainer, const ParamPatch& planned,
                                                           const ChangeSource& source) {
    ahead_.reset();
    return make(trainer, planned, source, false);
}

bool SettingsChanges::waits(const std::string& by) const {
    return (pending_ && pending_->source.by == by) ||
           std::any_of(behind_.begin(), behind_.end(), [&](const ApplyParams& c) { return c.source.by == by; });
}

void SettingsChanges::withdraw(Trainer& trainer, const std::string& by) {
    std::erase_if(behind_, [&](const ApplyParams& c) { return c.source.by == by; });
    if (!pending_ || pending_->source.by != by) return;
    pending_.reset();
    follow_up(trainer);
}

void SettingsChanges::abandon() {
    ahead_.reset();
    if (!pending_) return;
    const ParamPatch patch = std::move(pending_->patch);
    pending_.reset();
    const std::string why = "the run ended before its pictures were packed";
    tell(refusal_of(patch, why));
    for (const ApplyParams& change : std::exchange(behind_, {})) tell(refusal_of(change.patch, why));
}

void SettingsChanges::tell(ParamRefused refused) {
    if (!refused.keys.empty()) shared_.events.put(std::move(refused));
}

void SettingsChanges::apply_now(Trainer& trainer, const ParamPatch& patch, const ChangeSource& source, bool lent) {
    if (auto refused = make(trainer, patch, source, lent)) tell(*std::move(refused));
}

std::optional<ParamRefused> SettingsChanges::make(Trainer& trainer, const ParamPatch& patch, const ChangeSource& source,
                                                  bool lent) {
    const TrainConfig before = trainer.config();
    auto next = with_patch(before, patch);
    // Each change was checked alone; together with one that was sent at the same time it may break a rule.
    if (next && lent)
        next =
            make_error(ErrorCode::InvalidArgument, "the device is lent", "Take it back first, then change settings.");
    if (next) {
        if (const auto problems = check_config(*next, false); !problems.empty())
            return refusal_of(patch, problems.front().message, problems.front().key);
    }
    const Result<void> applied =
        next ? trainer.apply(*next, shared_.progress(), shared_.cancel.get_token()) : Result<void>(next.error());
    if (!applied) return refusal_of(patch, applied.error().message);
    applied_(before, patch, source);
    return std::nullopt;
}

}  // namespace headroom
