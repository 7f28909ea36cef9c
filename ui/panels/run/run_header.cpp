// RunHeader: the primary button is Start, Pause, Resume or Continue, as the state asks.
#include "ui/panels/run/run_header.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/models/run_words.h"
#include "ui/panels/run/place_row.h"
#include "ui/panels/run/start_row.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/notice_bar.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr double kPaceShare = 0.1;  // share of the newest step in the pace

/// Of a run over a folder, 0..1.
double partDone(const FrameProgress& f) {
    const double in_picture =
        static_cast<double>(f.iteration) / static_cast<double>(std::max<std::int64_t>(1, f.iterations));
    return (static_cast<double>(f.frame - 1) + in_picture) / static_cast<double>(std::max<std::int64_t>(1, f.frames));
}

}  // namespace

RunHeader::RunHeader(SessionBridge* bridge, Actions* actions, std::vector<ModelKind> kinds, QWidget* parent)
    : QWidget(parent), bridge_(bridge), kinds_(std::move(kinds)) {
    build(actions);
    connect(bridge, &SessionBridge::stateChanged, this, [this](RunState state) { showState(state); });
    connect(bridge, &SessionBridge::stopRequested, this,
            [this] { step_text_->setFigure(tr("Stopping after this %1").arg(stepPhrase(kind(), {}).trimmed())); });
    connect(bridge, &SessionBridge::draftChanged, this, [this] {  // the draft may have become one of this page
        showState(bridge_->state());
        showDraft();
    });
    connect(bridge, &SessionBridge::sessionReady, this, [this] { place_->setPlace(bridge_->place()); });
    connect(bridge, &SessionBridge::paramApplied, this, [this] { showModel(*bridge_->config()); });
    connect(bridge, &SessionBridge::stepsDone, this, [this](const std::vector<StepDone>& steps) {
        if (!mine()) return;
        for (const StepDone& s : steps)
            pace_ = pace_ > 0 ? pace_ + kPaceShare * (s.step_seconds - pace_) : s.step_seconds;
        step_ = steps.back().step;
        elapsed_seconds_ = steps.back().elapsed_seconds;
        frame_ = steps.back().frame;
        showSteps(steps.back());
    });
    connect(bridge, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        run_kind_ = run.config ? run.config->model : bridge_->config()->model;
        pace_ = 0;
        elapsed_seconds_ = -1;
        frame_.reset();
        step_ = mine() ? run.step : 0;
        if (!mine()) return showDraft();
        data_name_ = run.data_name;
        data_count_ = run.data_count;
        run_name_ = QString::fromStdString(run.name);
        run_dir_ = QString::fromStdString(run.run_dir);
        showRunName();
        if (run.config) showModel(*run.config);
    });
    connect(bridge, &SessionBridge::progress, this, [this](const QString& what, double fraction) {
        if (!mine() || (bridge_->state() != RunState::Preparing && bridge_->state() != RunState::Stopping)) return;
        bar_->setMaximum(fraction < 0 ? 0 : 1000);
        if (fraction >= 0) bar_->setValue(qRound(fraction * 1000));
        step_text_->setFigure(fraction < 0 ? what.toHtmlEscaped()
                                           : tr("%1, %2").arg(what.toHtmlEscaped(), percentText(fraction * 100)));
    });
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    showDraft();
    showState(bridge->state());
}

bool RunHeader::has(ModelKind kind) const { return std::find(kinds_.begin(), kinds_.end(), kind) != kinds_.end(); }

bool RunHeader::mine() const { return has(bridge_->config()->model); }

bool RunHeader::runIsShown() const { return !run_kind_ || *run_kind_ == bridge_->config()->model; }

ModelKind RunHeader::kind() const { return mine() ? bridge_->config()->model : kinds_.front(); }

void RunHeader::showRunName() {
    name_->setText(run_name_);
    name_->setToolTip(placedPath(bridge_->place(), run_dir_));
}

void RunHeader::offerProcesses(StartChoice* choice) {
    processes_ = new StartRow(choice, this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(layout()->indexOf(problem_), processes_);
    processes_->setVisible(!is_active(bridge_->state()));
}

void RunHeader::build(Actions* actions) {
    name_ = new QLabel(tr("New run"), this);
    name_->setProperty("role", "strong");
    chip_ = new StateChip(this);
    model_ = new QLabel(this);
    data_ = new QLabel(this);
    step_text_ = new FigureLabel(this);
    elapsed_ = new FigureLabel(this);
    elapsed_->setFigure(tr("not started"));
    for (QLabel* label : std::initializer_list<QLabel*>{model_, data_, step_text_, elapsed_})
        label->setProperty("role", "small");
    data_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    bar_ = new QProgressBar(this);
    bar_->setProperty("thin", true);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress of the run"));
    using Look = ActionButton::Look;
    go_ = new ActionButton(actions->action(Cmd::Go), Look::Primary, this);
    pause_ = new ActionButton(actions->action(Cmd::PauseResume), Look::Primary, this);
    new_ = new ActionButton(actions->action(Cmd::StartNew), Look::TextOnly, this);
    step_button_ = new ActionButton(actions->action(Cmd::Step), Look::Plain, this);
    auto* stop = stop_ = new ActionButton(actions->action(Cmd::Stop), Look::Plain, this);
    auto* endings = new QMenu(stop);
    setThemedIcon(endings->addAction(tr("Stop and save"), actions->action(Cmd::Stop), &QAction::trigger),
                  QStringLiteral("player-stop"));
    endings->addAction(actions->action(Cmd::StopWithoutSaving));
    stop->setMenu(endings);
    stop->setPopupMode(QToolButton::MenuButtonPopup);
    queue_ = new ActionButton(actions->action(Cmd::AddToQueue), Look::Plain, this);
    auto* more = new QToolButton(this);
    more->setObjectName(QStringLiteral("button"));
    more->setProperty("iconOnly", true);
    more->setFocusPolicy(Qt::StrongFocus);
    setThemedIcon(more, QStringLiteral("dots"));
    more->setToolTip(tr("More commands of the run"));
    more->setAccessibleName(more->toolTip());
    auto* menu = new QMenu(more);
    for (Cmd cmd : {Cmd::StartNew, Cmd::AddToQueue, Cmd::Checkpoint, Cmd::Sample, Cmd::MakeFit, Cmd::Lend, Cmd::Export,
                    Cmd::OpenRun}) {
        menu->addAction(actions->action(cmd));
    }
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
    problem_ = new NoticeBar(Tone::Err, {}, {}, this);
    problem_fit_ = problem_->addButton(tr("Make it fit…"), QStringLiteral("adjustments-horizontal"));
    connect(problem_fit_, &QPushButton::clicked, actions->action(Cmd::MakeFit), &QAction::trigger);
    problem_->hide();

    auto* top = new QHBoxLayout;
    top->addWidget(name_, 1);
    top->addWidget(chip_);
    auto* steps = new QHBoxLayout;
    steps->addWidget(step_text_);
    steps->addStretch(1);
    steps->addWidget(elapsed_);
    transport_ = new QHBoxLayout;
    transport_->setSpacing(4);
    for (QToolButton* b : std::initializer_list<QToolButton*>{go_, pause_, queue_, new_, step_button_, stop, more})
        transport_->addWidget(b);
    transport_->addStretch();
    auto* lines = new QVBoxLayout;
    lines->setSpacing(0);
    lines->addWidget(model_);
    lines->addWidget(data_);
    place_ = new PlaceRow(this);
    connect(place_, &PlaceRow::detachWanted, this, &RunHeader::detachWanted);
    auto* column = columnIn(this, {16, 12, 12, 12}, 8);
    column->addLayout(top);
    column->addWidget(place_);
    column->addLayout(lines);
    column->addWidget(bar_);
    column->addLayout(steps);
    column->addLayout(transport_);
    column->addWidget(problem_);
}

void RunHeader::fitTransport() {
    const QMargins around = layout()->contentsMargins();
    const auto needed = [&](Qt::ToolButtonStyle queue, Qt::ToolButtonStyle step) {
        queue_->setToolButtonStyle(queue);
        step_button_->setToolButtonStyle(step);
        transport_->invalidate();
        return transport_->sizeHint().width() + around.left() + around.right();
    };
    const auto words = Qt::ToolButtonTextBesideIcon, icon = Qt::ToolButtonIconOnly;
    setMinimumWidth(needed(icon, icon));
    if (needed(words, words) > width() && needed(icon, words) > width()) needed(icon, icon);
}

void RunHeader::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitTransport();
}

QString RunHeader::runName() const { return name_->text(); }

void RunHeader::setProblem(const QString& text, bool fit_helps, Tone tone) {
    problem_->setTone(tone);
    problem_->setTexts(text, {});
    problem_fit_->setVisible(fit_helps);
    problem_->setVisible(!text.isEmpty());
}

void RunHeader::showState(RunState reported) {
    const RunState state = mine() && (runIsShown() || is_active(reported)) ? reported : RunState::Idle;
    chip_->setState(state);
    const bool pausing = state == RunState::Running || state == RunState::Preparing;
    go_->setVisible(!pausing);
    pause_->setVisible(pausing);
    const bool anew =
        window_family_of(kind()).facts().short_runs && (state == RunState::Finished || state == RunState::Failed);
    new_->setVisible(anew);
    step_button_->setVisible(!anew);
    stop_->setVisible(!anew);
    queue_->setVisible(!pausing);  // in the menu beside it at any time
    if (processes_) processes_->setVisible(!is_active(state));
    place_->setPlace(bridge_->place());
    fitTransport();
    if (state != RunState::Preparing && state != RunState::Stopping) {  // nothing to wait for any more
        bar_->setMaximum(1000);
        StepDone step;
        step.step = runIsShown() ? step_ : 0;
        step.elapsed_seconds = runIsShown() ? elapsed_seconds_ : -1;
        if (runIsShown()) step.frame = frame_;
        showSteps(step);
    }
    if (state == RunState::Idle) showDraft();
}

void RunHeader::showModel(const TrainConfig& config) {
    if (!has(config.model)) return;
    const WindowFamily& family = window_family_of(config);
    model_->setText(family.model_words(config));
    model_->setToolTip(family.model_tip(config));
    if (!family_of(config).facts().trains) {  // it has no data set
        const QSize size = pictureSize(config);
        return data_->setText(tr("%1 px").arg(sizeWords(size.width(), size.height())));
    }
    QString data = QString::fromStdString(data_name_);
    std::int64_t count = data_count_;
    if (data.isEmpty()) {
        const bool shapes = config.data_path == "shapes";
        const QString path = QString::fromStdString(config.data_path);
        data = shapes           ? tr("Shapes (built-in)")
               : path.isEmpty() ? tr("No data set chosen")
                                : tr("Folder “%1”").arg(QFileInfo(path).fileName());
        count = shapes ? config.data_count : 0;
    }
    data_->setText(count > 0 ? tr("%1, %2 images").arg(data, countText(count)) : data);
    data_->setToolTip(QString::fromStdString(config.data_path));
}

void RunHeader::showDraft() {
    const ConfigSnapshot config = bridge_->config();
    if (!mine()) return;
    const RunState state = runIsShown() ? bridge_->state() : RunState::Idle;
    if (!is_active(bridge_->state())) {
        data_name_.clear();
        data_count_ = 0;
        if (state == RunState::Idle && (step_ == 0 || !runIsShown())) {
            name_->setText(words_of(kind()).new_run());
            name_->setToolTip({});
            chip_->setState(state);
            bar_->setMaximum(1000);
            bar_->setValue(0);
            const QString none = stepWords(kind(), countText(0));
            const bool folder =
                window_family_of(*config).over_folder(*config);  // how many that are shows when it starts
            step_text_->setFigure(config->steps > 0 && !folder ? tr("%1 of %2").arg(none, countText(config->steps))
                                                               : none);
            elapsed_->setFigure(tr("not started"));
        } else if (!run_name_.isEmpty()) {
            showRunName();
        }
    }
    showModel(*config);
}

void RunHeader::showSteps(const StepDone& step) {
    const ConfigSnapshot config = bridge_->config();
    const QString now = stepWords(kind(), strongText(countText(step.step)));
    if (step.frame && !bridge_->stopping()) {
        const FrameProgress& frame = *step.frame;
        step_text_->setFigure(tr("Picture %1 of %2, %3 of %4")
                                  .arg(strongText(countText(frame.frame)), countText(frame.frames),
                                       countText(frame.iteration), countText(frame.iterations)));
    } else if (!bridge_->stopping())
        step_text_->setFigure(config->steps > 0 ? tr("%1 of %2").arg(now, countText(config->steps)) : now);
    // How many iterations a folder takes is in force while its run goes on; its pictures tell the rest.
    if (step.frame)
        bar_->setValue(static_cast<int>(1000.0 * partDone(*step.frame)));
    else if (config->steps > 0)
        bar_->setValue(static_cast<int>(1000.0 * static_cast<double>(step.step) / static_cast<double>(config->steps)));
    const std::int64_t todo = step.frame && !is_active(bridge_->state()) ? 0 : config->steps - step.step;
    if (window_family_of(kind()).facts().short_runs && todo > 0 && pace_ > 0) {
        elapsed_->setFigure(tr("%1 left").arg(durationText(static_cast<double>(todo) * pace_)));
    } else if (step.elapsed_seconds >= 0) {
        elapsed_->setFigure(tr("%1 elapsed").arg(durationText(step.elapsed_seconds)));
    } else if (step.step > 0) {
        elapsed_->setFigure({});  // begun, but no step of it has been seen
    }
}

}  // namespace headroom::ui
