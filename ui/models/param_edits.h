// ParamEdits: which value of each parameter is in force, staged or pending. Knows no widget and no session.
// In a run a proposed value is staged until Apply, then pending until the engine reports it; before a run it is applied at once.
#pragma once

#include "core/api/event.h"
#include "core/api/param_schema.h"

#include <QObject>
#include <QString>

namespace headroom::ui {

enum class Page;
enum class EditStage { InForce, Staged, Pending };

class ParamEdits : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// The configuration that the engine uses now. Staged edits that it already contains disappear. Each page's edits are undone on
    /// that page alone, and wait there while settings of another page are in force.
    void setInForce(const TrainConfig& config);
    const TrainConfig& inForce() const { return config_; }
    /// On while a run is active: edits are staged. Turning it off discards what is staged.
    void setStaging(bool on);
    bool staging() const { return staging_; }
    /// A run began with `config`. Where that is not what was prepared here, as that of the demo or of an earlier run, what was prepared is kept.
    void beginRun(const TrainConfig& config) {
        if (prepared_ == config) prepared_.reset();
        setInForce(config);
    }
    /// The run has ended and its settings are those of the next one: undo() brings back what was prepared before it.
    void offerPrepared();
    /// What was prepared before a run that brought its own settings, until something is edited; otherwise what is in force.
    TrainConfig prepared() const { return prepared_ && prepared_->model == config_.model ? *prepared_ : config_; }

    ParamValue valueInForce(const std::string& key) const {
        const ParamRow* row = find_param(key);
        return row ? row->get(config_) : ParamValue{};
    }
    /// Staged, else pending, else in force.
    ParamValue valueShown(const std::string& key) const {
        if (const auto it = staged_.find(key); it != staged_.end()) return it->second;
        return valueAwaited(key);
    }
    EditStage stage(const std::string& key) const {
        if (staged_.count(key)) return EditStage::Staged;
        return pending_.count(key) ? EditStage::Pending : EditStage::InForce;
    }

    /// A value that passed its row's check. Stages it, or asks for it with applyRequested(User).
    void propose(const std::string& key, const ParamValue& value) { proposeAll({{key, value}}); }
    /// Several values at once, as one edit to undo; values that are in force already take their staged edits back.
    void proposeAll(const ParamPatch& patch);
    /// Settings of another kind of run on the same page, as one edit that can be undone. Not while a run goes on.
    void choose(const TrainConfig& config);
    void takeBack(const std::string& key) {
        ParamPatch staged = staged_;
        if (staged.erase(key) > 0) restage(std::move(staged));
    }
    void discard() {
        if (!staged_.empty()) restage({});
    }
    /// Staged edits become pending and are asked for with applyRequested(User).
    void applyStaged();
    /// Values that only a new run can have, while one goes on: they become an edit of the settings when it ends, and runs that are queued
    /// meanwhile have them. `wanted` false: not any more.
    void stageForNext(const headroom::ParamPatch& patch, bool wanted = true);
    const ParamPatch& stagedForNext() const { return for_next_; }

    const ParamPatch& staged() const { return staged_; }
    const ParamPatch& pending() const { return pending_; }
    /// In force with the staged edits on top, and `more` on those.
    TrainConfig preview(const ParamPatch& more = {}) const;
    /// What a new run would have now: the same with what is staged for the next run.
    TrainConfig ofNextRun() const;
    /// What speaks against the staged edits taken together; empty: nothing.
    QString problem(bool device_is_cpu) const;

    // From the engine.
    /// What was asked for is made by a run at its next boundary, also by one that has begun but was not heard of yet.
    void awaited(const ParamPatch& patch);
    void applied(const ParamApplied& change);
    /// What was asked for together stays as it was; the rest of its edit can still be undone.
    void refused(const std::vector<std::string>& keys);

    bool canUndo() const { return !staged_undo_.empty() || !undo_.empty(); }
    bool canRedo() const { return !staged_redo_.empty() || !redo_.empty(); }
    /// What undo() and redo() would do, in words: "Micro-batch 256 to 128", "Precision and 2 more", "Model DCGAN to VQGAN"; empty: nothing.
    QString undoName() const {
        if (!staged_undo_.empty()) return nameOf(change(staged_undo_.back(), staged_));
        return undo_.empty() ? QString() : nameOf(undo_.back());
    }
    QString redoName() const {
        if (!redo_.empty()) return nameOf(redo_.back());
        return staged_redo_.empty() ? QString() : nameOf(change(staged_, staged_redo_.back()));
    }
    /// The latest change of staged edits goes; where there is none, the old values of the latest applied edit are asked for as a new edit,
    /// applyRequested(Undo).
    void undo();
    void redo();

    /// The value that the ladder or another window or terminal replaced, while its own still stands.
    struct Replaced {
        ParamValue old;
        QString by;  ///< "terminal, process 4711"; empty: the ladder
    };
    /// Who changed it, when it was neither the user of this window nor the ladder; otherwise empty.
    static QString authorOf(const ParamApplied& change);
    std::optional<Replaced> replaced(const std::string& key) const;

Q_SIGNALS:
    void changed();  ///< any value, stage or list
    void applyRequested(const headroom::ParamPatch& patch, headroom::ChangeOrigin origin);

private:
    /// What will be in force once all that is pending is: pending, else in force.
    ParamValue valueAwaited(const std::string& key) const {
        const auto it = pending_.find(key);
        return it != pending_.end() ? it->second : valueInForce(key);
    }
    struct Group {
        ParamPatch before, after;
        QString name{};  ///< of what is no edit of a few values; empty: those name it
    };

    void ask(const Group& group, ChangeOrigin origin);
    void request(const ParamPatch& patch, ChangeOrigin origin);
    /// What can be undone is that of settings of `kind` from now on.
    void turnTo(ModelKind kind);
    /// Staged edits become `staged`, as a step that can be undone.
    void restage(ParamPatch staged);
    /// The values that `staged` gives to the keys in which it differs from `other`, those in force where it has none.
    Group change(const ParamPatch& staged, const ParamPatch& other) const;
    static QString nameOf(const Group& group);
    void forget(const std::string& key);

    TrainConfig config_;
    std::optional<TrainConfig> prepared_;  ///< before the run
    bool staging_ = false;
    ParamPatch staged_, pending_, for_next_;
    struct History {
        std::vector<Group> undo, redo;
    };

    std::vector<Group> undo_, redo_;     ///< applied edits
    std::map<Page, History> elsewhere_;  ///< those of the pages that are not shown
    bool asking_ = false;                ///< what comes into force now was asked for here
    std::vector<ParamPatch> staged_undo_,
        staged_redo_;  ///< what was staged before, and after; newer than the applied ones
    std::map<std::string, Replaced> replaced_;
};

}  // namespace headroom::ui
