// ParamEdits: three patches (in force, staged, pending) and two stacks of applied groups.
#include "ui/models/param_edits.h"

#include "ui/bridge/qt_format.h"
#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"

#include <algorithm>

namespace headroom::ui {

constexpr int kLongestValue = 24;  ///< of a value in the name of a step to undo, in characters

void ParamEdits::setInForce(const TrainConfig& config) {
    if (config.model != config_.model) turnTo(config.model);
    config_ = config;
    for (auto it = staged_.begin(); it != staged_.end();)
        it = valueAwaited(it->first) == it->second ? staged_.erase(it) : std::next(it);
    Q_EMIT changed();
}

void ParamEdits::turnTo(ModelKind kind) {
    staged_.clear();
    for_next_.clear();
    staged_undo_.clear();
    staged_redo_.clear();
    const Page from = page_of(config_.model), to = page_of(kind);
    if (from != to) {
        elsewhere_[from] = {std::exchange(undo_, {}), std::exchange(redo_, {})};
        History back = std::exchange(elsewhere_[to], {});
        undo_ = std::move(back.undo);
        redo_ = std::move(back.redo);
    } else if (!asking_) {  // another model that was no edit: the steps here do not lead to it
        undo_.clear();
        redo_.clear();
    }
}

void ParamEdits::setStaging(bool on) {
    if (on == staging_) return;
    staging_ = on;
    if (on) prepared_ = prepared();
    staged_.clear();
    for_next_.clear();
    if (!on) pending_.clear();  // what a run was asked for before it was heard of is pending in it
    replaced_.clear();
    undo_.clear();  // edits of one run are not undone in another
    redo_.clear();
    staged_undo_.clear();
    staged_redo_.clear();
    elsewhere_.clear();
    Q_EMIT changed();
}

void ParamEdits::offerPrepared() {
    const Group group{difference(config_, prepared()), difference(prepared(), config_), tr("settings of the run")};
    if (group.after.empty()) return;
    undo_.push_back(group);
    Q_EMIT changed();
}

void ParamEdits::proposeAll(const ParamPatch& patch) {
    Group group;
    ParamPatch staged = staged_;
    for (const auto& [key, value] : patch) {
        const ParamValue before = valueAwaited(key);
        if (value == before) {
            staged.erase(key);
            continue;
        }
        group.before[key] = before;
        group.after[key] = value;
        staged[key] = value;
    }
    if (staging_) return restage(std::move(staged));
    if (group.after.empty()) return Q_EMIT changed();
    undo_.push_back(group);
    redo_.clear();
    request(group.after, ChangeOrigin::User);
}

void ParamEdits::choose(const TrainConfig& config) {
    const Group group{difference(config, config_), difference(config_, config)};
    if (staging_ || group.after.empty()) return;
    undo_.push_back(group);
    redo_.clear();
    request(group.after, ChangeOrigin::User);
}

void ParamEdits::restage(ParamPatch staged) {
    if (staged != staged_) {
        staged_undo_.push_back(std::exchange(staged_, std::move(staged)));
        staged_redo_.clear();
        redo_.clear();
    }
    Q_EMIT changed();
}

void ParamEdits::request(const ParamPatch& patch, ChangeOrigin origin) {
    if (!staging_) prepared_.reset();  // what is edited is what is prepared now
    const bool within = std::exchange(asking_, true);
    Q_EMIT applyRequested(patch, origin);  // before a run it is in force when this returns
    asking_ = within;
}

void ParamEdits::ask(const Group& group, ChangeOrigin origin) {
    if (staging_)
        for (const auto& [key, value] : group.after) pending_[key] = value;
    Q_EMIT changed();
    request(group.after, origin);
}

void ParamEdits::applyStaged() {
    if (staged_.empty()) return;
    Group group;
    group.after = std::exchange(staged_, {});
    staged_undo_.clear();  // they are one applied edit now
    staged_redo_.clear();
    for (const auto& [key, value] : group.after) group.before[key] = valueInForce(key);
    undo_.push_back(group);
    redo_.clear();
    ask(group, ChangeOrigin::User);
}

void ParamEdits::stageForNext(const ParamPatch& patch, bool wanted) {
    if (!staging_) return;
    for (const auto& [key, value] : patch) {
        if (wanted)
            for_next_[key] = value;
        else
            for_next_.erase(key);
    }
    Q_EMIT changed();
}

/// `config` as it is where it cannot have `patch`.
static TrainConfig patched(const TrainConfig& config, const ParamPatch& patch) {
    const Result<TrainConfig> out = with_patch(config, patch);
    return out ? *out : config;
}

TrainConfig ParamEdits::ofNextRun() const { return patched(preview(), for_next_); }
TrainConfig ParamEdits::preview(const ParamPatch& more) const { return patched(patched(config_, staged_), more); }

QString ParamEdits::problem(bool device_is_cpu) const {
    if (staged_.empty()) return {};
    const std::vector<ParamError> errors = check_config(preview(), device_is_cpu);
    return errors.empty() ? QString() : coreText(errors.front().message);
}

void ParamEdits::awaited(const ParamPatch& patch) {
    ParamPatch pending = pending_;
    for (const auto& [key, value] : patch) pending[key] = value;
    if (pending_ == pending) return;
    pending_ = std::move(pending);
    Q_EMIT changed();
}

QString ParamEdits::authorOf(const ParamApplied& change) {
    if (change.origin == ChangeOrigin::Autopilot) return tr("Autopilot");
    if (change.origin != ChangeOrigin::Elsewhere) return {};
    return change.by.empty() ? tr("another window") : coreText(change.by);
}

void ParamEdits::applied(const ParamApplied& change) {
    pending_.erase(change.key);
    const QString by = authorOf(change);
    if (!by.isEmpty() || change.origin == ChangeOrigin::Ladder) {
        replaced_.try_emplace(change.key, Replaced{change.old_value, by}).first->second.by = by;
    } else {
        replaced_.erase(change.key);
    }
    if (const auto it = replaced_.find(change.key); it != replaced_.end() && it->second.old == change.new_value)
        replaced_.erase(it);
    if (const Result<TrainConfig> next = with_patch(config_, {{change.key, change.new_value}}))
        setInForce(*next);
    else
        Q_EMIT changed();
}

void ParamEdits::refused(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
        // In a run only what is pending here was asked for here; another window's refusal says nothing of these edits.
        if (pending_.erase(key) > 0 || !staging_) forget(key);
    }
    setInForce(TrainConfig(config_));  // what was staged against a value that never came is in force already
}

/// The newest edit of `key` was not made: it is no step to undo, and a step back that was refused can be tried again.
void ParamEdits::forget(const std::string& key) {
    const auto newest = [&](std::vector<Group>& groups) {
        return std::find_if(groups.rbegin(), groups.rend(), [&](const Group& g) { return g.after.count(key) > 0; });
    };
    const auto take_out = [&](std::vector<Group>& groups, std::vector<Group>::reverse_iterator at) {
        Group part{{{key, at->before[key]}}, {{key, at->after[key]}}};
        at->before.erase(key);
        at->after.erase(key);
        if (at->after.empty()) groups.erase(std::next(at).base());
        return part;
    };
    const auto back = newest(redo_);
    const bool of_undo = back != redo_.rend() && back->after.at(key) == valueInForce(key);
    if (of_undo)
        undo_.push_back(take_out(redo_, back));
    else if (const auto last = newest(undo_); last != undo_.rend())
        take_out(undo_, last);
}

ParamEdits::Group ParamEdits::change(const ParamPatch& staged, const ParamPatch& other) const {
    const auto value = [this](const ParamPatch& patch, const std::string& key) {
        const auto at = patch.find(key);
        return at == patch.end() ? valueInForce(key) : at->second;
    };
    Group out;
    for (const ParamPatch* patch : {&staged, &other}) {
        for (const auto& [key, any] : *patch) {
            if (value(staged, key) == value(other, key)) continue;
            out.before[key] = value(staged, key);
            out.after[key] = value(other, key);
        }
    }
    return out;
}

QString ParamEdits::nameOf(const Group& group) {
    if (group.after.empty() || !group.name.isEmpty()) return group.name;
    const auto model = group.after.find("model");  // all else of another model comes with it
    const auto& [key, after] = model == group.after.end() ? *group.after.begin() : *model;
    const ParamRow* row = find_param(key);
    const QString label = row ? coreText(row->label) : fromUtf8(key);
    if (group.after.size() > 1 && model == group.after.end())
        return tr("%1 and %2 more").arg(label, countText(static_cast<std::int64_t>(group.after.size()) - 1));
    const auto text = [row](const ParamValue& value) {
        const QString words = row ? valueText(*row, value) : fromUtf8(headroom::to_text(value));
        return words.size() > kLongestValue ? words.left(kLongestValue - 1) + QChar(0x2026) : words;
    };
    return tr("%1 %2 to %3").arg(label, text(group.before.at(key)), text(after));
}

void ParamEdits::undo() {
    if (!staged_undo_.empty()) {
        staged_redo_.push_back(std::exchange(staged_, std::move(staged_undo_.back())));
        staged_undo_.pop_back();
        return setInForce(TrainConfig(config_));  // what has come into force meanwhile is not staged
    }
    if (undo_.empty()) return;
    Group group = std::move(undo_.back());
    undo_.pop_back();
    redo_.push_back(group);
    std::swap(group.before, group.after);
    ask(group, ChangeOrigin::Undo);
}

void ParamEdits::redo() {
    if (redo_.empty() && !staged_redo_.empty()) {
        staged_undo_.push_back(std::exchange(staged_, std::move(staged_redo_.back())));
        staged_redo_.pop_back();
        return setInForce(TrainConfig(config_));
    }
    if (redo_.empty()) return;
    const Group group = std::move(redo_.back());
    redo_.pop_back();
    undo_.push_back(group);
    ask(group, ChangeOrigin::User);
}

std::optional<ParamEdits::Replaced> ParamEdits::replaced(const std::string& key) const {
    const auto it = replaced_.find(key);
    return it == replaced_.end() ? std::nullopt : std::optional(it->second);
}

}  // namespace headroom::ui
