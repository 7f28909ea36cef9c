// Action rules: the table of states and reasons.
#include "core/api/param_schema.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/run_words.h"
#include "ui/shell/actions.h"

#include <algorithm>
#include <iterator>

namespace headroom::ui {
namespace {

struct ActionText {
    Q_DECLARE_TR_FUNCTIONS(ActionRules)
};

QString preparing(const Situation& s) {
    return s.wait.isEmpty() ? ActionText::tr("Preparing the run") : ActionText::tr("Preparing: %1").arg(s.wait);
}
QString stopping(const Situation& s) { return s.wait.isEmpty() ? ActionText::tr("Stopping the run") : s.wait; }

/// Why what needs a run that goes on is off after its end.
QString finished(const Situation& s) {
    if (s.folder_done) return ActionText::tr("The run is finished; Continue paints what is new in its folder");
    if (s.over_folder) return ActionText::tr("The run has ended; Continue goes on with its folder");
    return ActionText::tr("The run is finished; Continue adds %1").arg(stepNoun(s.kind, 2));
}

QString before_start(const Situation& s) { return s.has_data ? s.misfit : words_of(s.kind).no_data(); }

QString go_reason(const Situation& s) {
    switch (s.state) {
        case RunState::Idle: return before_start(s);
        case RunState::Preparing: return preparing(s);
        case RunState::Running: return ActionText::tr("The run is going already");
        case RunState::Stopping: return stopping(s);
        case RunState::Failed: return s.run_known && s.last_checkpoint >= 0 ? QString() : before_start(s);
        case RunState::Paused:
        case RunState::Lent:
        case RunState::Finished: break;
    }
    return {};
}

/// Pause / resume by one key.
QString pause_reason(const Situation& s) {
    switch (s.state) {
        case RunState::Idle: return ActionText::tr("No run is going");
        case RunState::Preparing: return preparing(s);
        case RunState::Stopping: return stopping(s);
        case RunState::Finished: return finished(s);
        case RunState::Failed: return s.error.isEmpty() ? ActionText::tr("The run has failed") : s.error;
        case RunState::Running:
        case RunState::Paused:
        case RunState::Lent: break;
    }
    return {};
}

QString step_reason(const Situation& s) {
    if (s.state == RunState::Idle) {
        const QString reason = before_start(s);
        return reason.isEmpty() ? ActionText::tr("Start the run and pause it first") : reason;
    }
    if (s.state == RunState::Running) return ActionText::tr("Pause first");
    if (s.state == RunState::Lent) return ActionText::tr("The model is parked in RAM; Resume first");
    return pause_reason(s);
}

QString new_reason(const Situation& s) {
    if (s.state == RunState::Stopping) return stopping(s);
    return is_active(s.state) ? ActionText::tr("A run is going; stop it first") : before_start(s);
}

QString stop_reason(const Situation& s) {
    if (s.state == RunState::Stopping) return stopping(s);
    return is_active(s.state) ? QString() : ActionText::tr("No run is going");
}

/// Sample and checkpoint.
QString ask_reason(const Situation& s, bool sample) {
    if (s.state == RunState::Lent && sample) return ActionText::tr("The model is parked in RAM; Resume first");
    if (s.state == RunState::Finished) return finished(s);
    return pause_reason(s);
}

QString score_reason(const Situation& s) {
    const ParamRow* row = find_param("scores.every", s.kind);
    if (!row || !belongs_to(*row, s.kind)) return ActionText::tr("Runs of this kind are not scored");
    return s.scoring ? ActionText::tr("It is being scored") : ask_reason(s, true);
}

QString lend_reason(const Situation& s) { return s.state == RunState::Lent ? QString() : pause_reason(s); }

QString fit_reason(const Situation& s) {
    if (s.state == RunState::Preparing) return preparing(s);
    return s.state == RunState::Stopping ? stopping(s) : QString();
}

/// Commands that start a run, or are about the one that goes on.
constexpr Cmd kNeedRun[] = {Cmd::OpenRun, Cmd::Go,         Cmd::StartNew,          Cmd::PauseResume,
                            Cmd::Step,    Cmd::Stop,       Cmd::StopWithoutSaving, Cmd::Sample,
                            Cmd::Score,   Cmd::Checkpoint, Cmd::Snapshot,          Cmd::Lend};

QString release_reason(const Situation& s) {
    if (!s.busy.isEmpty()) return s.busy;
    if (is_active(s.state)) return ActionText::tr("A run is going; stop it first");
    return s.holds_device ? QString() : ActionText::tr("This program holds nothing on a GPU");
}

QString edits_reason(const Situation& s, bool apply) {
    if (s.staged == 0) return ActionText::tr("No staged edits");
    if (!apply) return {};
    if (s.state == RunState::Stopping) return stopping(s);
    if (s.state == RunState::Lent) return ActionText::tr("The memory is lent; take it back first");
    if (!s.staged_problem.isEmpty()) return s.staged_problem;
    return s.misfit;
}

}  // namespace

QString off_reason(Cmd cmd, const Situation& s) {
    const auto engine = [&](const QString& reason) { return s.lacking.isEmpty() ? reason : s.lacking; };
    if (!s.busy.isEmpty() && std::ranges::find(kNeedRun, cmd) != std::end(kNeedRun)) return s.busy;
    switch (cmd) {
        case Cmd::Go: return engine(go_reason(s));
        case Cmd::StartNew: return engine(new_reason(s));
        case Cmd::AddToQueue:
            return !s.has_data ? words_of(s.kind).no_data()
                   : s.queue   ? QString()
                               : ActionText::tr("There is no queue here");
        case Cmd::PauseResume: return engine(pause_reason(s));
        case Cmd::Step: return engine(step_reason(s));
        case Cmd::Stop:
        case Cmd::StopWithoutSaving: return engine(stop_reason(s));
        case Cmd::Sample: return engine(ask_reason(s, true));
        case Cmd::Score: return engine(score_reason(s));
        case Cmd::Checkpoint: return engine(ask_reason(s, false));
        case Cmd::MakeFit: return engine(fit_reason(s));
        case Cmd::Lend: return engine(lend_reason(s));
        case Cmd::ReleaseDevice: return engine(release_reason(s));
        case Cmd::ApplyEdits: return engine(edits_reason(s, true));
        case Cmd::DiscardEdits: return edits_reason(s, false);
        case Cmd::Undo: return s.can_undo ? QString() : ActionText::tr("No edit to undo");
        case Cmd::Redo: return s.can_redo ? QString() : ActionText::tr("No edit to redo");
        case Cmd::Export: return s.run_known ? QString() : ActionText::tr("There is no run to export from yet");
        case Cmd::Snapshot: return engine(is_active(s.state) ? QString() : ActionText::tr("No run is going"));
        case Cmd::OpenRun: return is_active(s.state) ? ActionText::tr("A run is going; stop it first") : engine({});
        case Cmd::OpenArchive: return engine({});
        case Cmd::InspectData:
            if (!family_of(s.kind).facts().trains) return words_of(s.kind).no_data_set();
            return s.has_data ? QString() : words_of(s.kind).no_data();
        default: break;
    }
    return {};
}

QString following_text(Cmd cmd, const Situation& s) {
    switch (cmd) {
        case Cmd::Go:
            if (stands_still(s.state) || s.state == RunState::Running) return ActionText::tr("Resume");
            if (s.state == RunState::Failed && s.run_known && s.last_checkpoint >= 0) return ActionText::tr("Resume");
            return s.state == RunState::Finished ? ActionText::tr("Continue") : ActionText::tr("Start");
        case Cmd::StartNew: return words_of(s.kind).start_new();
        case Cmd::Step: return words_of(s.kind).step();
        case Cmd::Sample: return words_of(s.kind).sample();
        case Cmd::PauseResume: return stands_still(s.state) ? ActionText::tr("Resume") : ActionText::tr("Pause");
        case Cmd::Lend:
            return s.state == RunState::Lent ? ActionText::tr("Take memory back") : ActionText::tr("Lend memory…");
        case Cmd::ApplyEdits:
            return s.staged > 0 ? ActionText::tr("Apply %1").arg(countText(s.staged)) : ActionText::tr("Apply");
        case Cmd::Undo:
            return s.undo_name.isEmpty() ? ActionText::tr("Undo edit")
                                         : ActionText::tr("Undo %1").arg(toCaption(s.undo_name));
        case Cmd::Redo:
            return s.redo_name.isEmpty() ? ActionText::tr("Redo edit")
                                         : ActionText::tr("Redo %1").arg(toCaption(s.redo_name));
        default: break;
    }
    return {};
}

QString following_tip(Cmd cmd, const Situation& s) {
    const QString step = stepNoun(s.kind), steps = stepNoun(s.kind, 2);
    const QString boundary = words_of(s.kind).boundary();
    switch (cmd) {
        case Cmd::Go:
            if (s.folder_done && s.state == RunState::Finished)
                return ActionText::tr(
                    "Paint the pictures that have come to its folder since; where there are none, the run ends at once");
            break;
        case Cmd::ApplyEdits: return ActionText::tr("Apply the staged edits %1").arg(boundary);
        case Cmd::PauseResume: return ActionText::tr("Pause or resume the run %1").arg(boundary);
        case Cmd::Step: return ActionText::tr("Make one %1, then pause again").arg(step);
        case Cmd::Stop: return ActionText::tr("Finish the %1, save a checkpoint and stop").arg(step);
        case Cmd::StopWithoutSaving:
            return ActionText::tr("Finish the %1 and stop; %2 since the last checkpoint are lost").arg(step, steps);
        case Cmd::Sample: return words_of(s.kind).sample_tip().arg(boundary);
        case Cmd::Checkpoint: return ActionText::tr("Save a checkpoint %1").arg(boundary);
        case Cmd::Snapshot:
            return ActionText::tr(
                       "Write who held which memory during the latest measured %1, for PyTorch's memory viewer")
                .arg(step);
        default: break;
    }
    return {};
}

}  // namespace headroom::ui
