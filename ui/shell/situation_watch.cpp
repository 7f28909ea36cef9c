// SituationWatch: everything that enables or names a command passes through here.
#include "ui/shell/situation_watch.h"

#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/run/run_panel.h"

namespace headroom::ui {

SituationWatch::SituationWatch(SessionBridge* bridge, Actions* actions, EditController* editing, QObject* parent)
    : QObject(parent), bridge_(bridge), actions_(actions), editing_(editing) {
    starter_ = [bridge](const RunRequest& request) { bridge->start(request); };
    connectBridge();
    const auto on = [this](Cmd cmd, auto what) {
        connect(actions_->action(cmd), &QAction::triggered, this, [this, what] {
            if (front_) what();
        });
    };
    on(Cmd::Go, [this] { go(); });
    on(Cmd::StartNew, [this] { startNew(); });
    on(Cmd::AddToQueue, [this] { Q_EMIT queueRequested(editing_->edits()->ofNextRun()); });
    on(Cmd::PauseResume, [this] { stands_still(bridge_->state()) ? bridge_->resume() : bridge_->pause(); });
    on(Cmd::Step, [this] { bridge_->stepOnce(); });
    on(Cmd::Stop, [this] { bridge_->stop(StopMode::SaveAndStop); });
    on(Cmd::StopWithoutSaving, [this] { bridge_->stop(StopMode::StopWithoutSaving); });
    on(Cmd::Sample, [this] {
        bridge_->requestSample({.kind = window_family_of(*bridge_->config()).facts().sample,
                                .count = static_cast<int>(bridge_->config()->preview_grid)});
    });
    on(Cmd::Score, [this] { bridge_->requestScores(); });
    on(Cmd::Checkpoint, [this] { bridge_->requestCheckpoint(); });
    on(Cmd::Lend, [this] { bridge_->state() == RunState::Lent ? bridge_->resume() : bridge_->lend(); });
    on(Cmd::ApplyEdits, [this] { editing_->edits()->applyStaged(); });
    on(Cmd::DiscardEdits, [this] { editing_->edits()->discard(); });
    on(Cmd::Undo, [this] { editing_->edits()->undo(); });
    on(Cmd::Redo, [this] { editing_->edits()->redo(); });
    connect(editing->edits(), &ParamEdits::changed, this, &SituationWatch::refresh);
    connect(editing->forecast(), &ForecastWatch::changed, this, &SituationWatch::refresh);
    refresh();
}

void SituationWatch::connectBridge() {
    for (const auto signal : {&SessionBridge::sessionReady, &SessionBridge::lackingChanged,
                              &SessionBridge::draftChanged, &SessionBridge::scoringChanged})
        connect(bridge_, signal, this, &SituationWatch::refresh);
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (state == RunState::Running || state == RunState::Preparing) error_.clear();
        if (state == RunState::Preparing || !kind_) kind_ = bridge_->config()->model;
        wait_.clear();
        refresh();
    });
    connect(bridge_, &SessionBridge::progress, this, [this](const QString& what, double fraction) {
        wait_ = fraction < 0 ? what : QStringLiteral("%1 %2").arg(what, percentText(fraction * 100));
        if (bridge_->state() == RunState::Preparing || bridge_->state() == RunState::Stopping) refresh();
    });
    connect(bridge_, &SessionBridge::runStarted, this, [this](const RunStarted& e) {
        if (e.config) kind_ = e.config->model;
        if (fromUtf8(e.run_dir) != run_dir_) folder_done_ = false;
        run_config_ = e.config;
        run_dir_ = fromUtf8(e.run_dir);
        last_checkpoint_ = e.step > 0 ? e.step : -1;
        step_ = e.step;
        refresh();
    });
    connect(bridge_, &SessionBridge::stepsDone, this, [this](const std::vector<StepDone>& steps) {
        step_ = steps.back().step;
        const auto& frame = steps.back().frame;
        folder_done_ = frame && frame->done && frame->frame >= frame->frames;
        if (!is_active(bridge_->state())) refresh();  // the last ones are told after the end
    });
    connect(bridge_, &SessionBridge::memoryChanged, this, [this](const std::shared_ptr<const MemoryReport>& report) {
        const bool before = holds_device_;
        holds_device_ = !report->is_cpu && report->now.context > Bytes{};
        if (holds_device_ != before) refresh();
    });
    connect(bridge_, &SessionBridge::checkpointSaved, this,
            [this](const CheckpointSaved& e) { last_checkpoint_ = e.step; });
    connect(bridge_, &SessionBridge::failed, this, [this](const Failed& e) {
        error_ = coreText(e.error.message);
        last_checkpoint_ = e.last_checkpoint_step;
        if (!e.run_dir.empty()) run_dir_ = fromUtf8(e.run_dir);
        refresh();
    });
}

RunState SituationWatch::state() const {
    const RunState told = bridge_->state();
    return is_active(told) || !kind_ || *kind_ == bridge_->config()->model ? told : RunState::Idle;
}

void SituationWatch::go() {
    switch (state()) {
        case RunState::Paused:
        case RunState::Lent: return bridge_->resume();
        case RunState::Finished: return continueRun(run_dir_);
        case RunState::Failed:
            if (last_checkpoint_ >= 0 && !run_dir_.isEmpty()) return continueRun(run_dir_);
            break;
        default: break;
    }
    startNew();
}

void SituationWatch::startNew() { startFrom(*bridge_->config(), {}); }

void SituationWatch::continueRun(const QString& run_dir) {
    RunRequest request;
    request.resume_from = run_dir.toStdString();
    const TrainConfig& now = *bridge_->config();
    if (bridge_->state() == RunState::Finished && run_dir == run_dir_) {
        TrainConfig more = now;  // with what was edited since it ended, but for what only a new run can have
        if (run_config_) {
            for (const auto& [key, value] : difference(now, *run_config_))
                if (const ParamRow* row = find_param(key); row->policy == Policy::NewRun) row->set(more, value);
        }
        if (!overFolder() && now.steps > 0 && step_ >= now.steps)
            more.steps = step_ * 2;  // no steps are left: it gets as many again
        request.config = std::make_shared<const TrainConfig>(more);
        request.of_draft = true;
    }
    starter_(request);
}

void SituationWatch::startFrom(const TrainConfig& config, const QString& checkpoint) {
    if (is_active(bridge_->state())) return;
    RunRequest request;
    request.config = std::make_shared<const TrainConfig>(config);
    request.weights_from = checkpoint.toStdString();
    starter_(request);
}

bool SituationWatch::overFolder() const {
    return run_config_ && window_family_of(*run_config_).overFolder(*run_config_);
}

QString SituationWatch::draftProblem() const {
    const auto& report = editing_->forecast()->report();
    const std::vector<ParamError> errors = check_config(*bridge_->config(), !report || report->is_cpu);
    return errors.empty() ? QString() : fieldMessage(coreText(errors.front().message));
}

void SituationWatch::refresh() {
    const ParamEdits& edits = *editing_->edits();
    const ForecastWatch& forecast = *editing_->forecast();
    Situation s;
    s.lacking = bridge_->lacking();
    s.state = state();
    const TrainConfig& config = *bridge_->config();
    s.kind = config.model;
    s.has_data = window_family_of(config).hasData(config);
    s.wait = wait_;
    s.error = error_;
    s.last_checkpoint = last_checkpoint_;
    s.run_known = !run_dir_.isEmpty();
    s.over_folder = overFolder();
    s.folder_done = s.over_folder && folder_done_;
    s.scoring = bridge_->scoring();
    s.staged = static_cast<int>(edits.staged().size());
    s.staged_problem = edits.problem(!forecast.report() || forecast.report()->is_cpu);
    s.can_undo = edits.canUndo();
    s.can_redo = edits.canRedo();
    s.undo_name = edits.undoName();
    s.redo_name = edits.redoName();
    QString problem;
    bool fit_helps = true;
    if (const auto& run = forecast.decisive(); run && forecast.fit(run->forecast) == Fit::No && forecast.report()) {
        const Forecast* const f = &run->forecast;
        const MemoryUnit unit = unitFor(f->peak);
        const MemoryReport& report = *forecast.report();
        const Bytes left = report.device_total - report.now.other_programs;
        const bool others = left < report.budget;  // the tighter limit is named
        const Bytes room = others ? left : report.budget;
        const QString limit = leadText(room, f->peak, unit), peak = sizeText(f->peak, unit);
        s.misfit =
            (others ? tr("Forecast %1, other programs leave %2") : tr("Forecast %1, budget %2")).arg(peak, limit);
        problem = (others ? tr("Start is off: the forecast is %1 and other programs leave %2. %3 missing.")
                          : tr("Start is off: the forecast is %1 and the budget %2. %3 missing."))
                      .arg(peak, limit, sizeText(-*forecast.toSpare(*f), unit));
        if (const QString stage = coreText(run->stage); !stage.isEmpty()) {
            s.misfit += QStringLiteral(" (%1)").arg(stage);
            problem += QLatin1Char(' ') + stageSentence(run->stage);
        }
    }
    if (const QString wrong = is_active(bridge_->state()) ? QString() : draftProblem();
        !wrong.isEmpty()) {  // before any forecast
        s.misfit = wrong;
        fit_helps = false;
        problem = tr("Start is off: %1").arg(wrong);
    }
    s.busy = busy_;
    s.queue = queue_;
    s.holds_device = holds_device_;
    if (front_) actions_->update(s);
    const bool may_start = s.state == RunState::Idle && s.lacking.isEmpty();
    for (RunPanel* panel : panels_) {
        if (!busy_.isEmpty())
            panel->header()->setProblem(busy_, false, Tone::Info);
        else
            panel->header()->setProblem(may_start && s.has_data && !s.misfit.isEmpty() ? problem : QString(),
                                        fit_helps);
    }
}

}  // namespace headroom::ui
