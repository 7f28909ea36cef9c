// RunHeader: the primary button is Start, Pause, Resume or Continue, as the state asks.
#include "ui/panels/run/run_header.h"

#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/run_words.h"
#include "ui/models/start_choice.h"
#include "ui/shell/notify/run_fraction.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/narrowing.h"

#include <QCheckBox>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>

namespace headroom::ui {
namespace {

constexpr double kPaceShare = 0.1;  // share of the newest step in the pace

/// Whether Start starts the run in a process of its own, and in how many. `choice` must outlive it.
QWidget* makeStartRow(StartChoice* choice, QWidget* parent) {
    auto* out = shrinking(new QWidget(parent));
    auto* own =
        named(new QCheckBox(RunHeader::tr("Process of its own"), out), RunHeader::tr("Run in a process of its own"));
    own->setObjectName(QStringLiteral("ownProcess"));
    auto* label = makeLabel("small", RunHeader::tr("Processes"), out);
    auto* count =
        named(new Unwheeled<QSpinBox>(out), RunHeader::tr("Processes that share the run"),
              RunHeader::tr("So many processes of this machine share the run, with one graphics card each where there "
                            "are several. More than one means processes of their own."));
    count->setObjectName(QStringLiteral("processes"));
    count->setRange(1, StartChoice::kMostProcesses);
    label->setToolTip(count->toolTip());
    label->setBuddy(count);
    QWidget* number = boxed(rowOf({label, count, stretch()}, 6), out);
    auto* parts = rowIn(out, {}, 6, {own, stretch(), number});
    besideWhereWide(parts, out, [=] { return own->sizeHint().width() + number->sizeHint().width() + 18; });
    const auto follow = [choice, own, count] {
        const bool several = choice->processes() > 1;
        const QSignalBlocker quiet_own(own), quiet_count(count);
        own->setChecked(choice->elsewhere());
        own->setEnabled(!several);
        own->setToolTip(
            several
                ? RunHeader::tr("Several processes are always processes of their own")
                : RunHeader::tr("The run goes on when this window is closed or crashes, and the card is free to the "
                                "last byte when it ends. The window attaches to it at once."));
        count->setValue(choice->processes());
    };
    QObject::connect(own, &QCheckBox::toggled, choice, &StartChoice::setOwnProcess);
    QObject::connect(count, &QSpinBox::valueChanged, choice, &StartChoice::setProcesses);
    QObject::connect(choice, &StartChoice::changed, out, follow);
    follow();
    return out;
}

}  // namespace

StepDone RunHeader::notBegun() {
    StepDone out;
    out.elapsed_seconds = -1;
    return out;
}

RunHeader::RunHeader(SessionBridge* bridge, Actions* actions, std::vector<ModelKind> kinds, QWidget* parent)
    : QWidget(parent), bridge_(bridge), kinds_(std::move(kinds)), run_kind_(bridge->runKind()) {
    build(actions);
    connect(bridge, &SessionBridge::stateChanged, this, [this](RunState state) { showState(state); });
    connect(bridge, &SessionBridge::stopRequested, this,
            [this] { step_text_->setFigure(tr("Stopping after this %1").arg(stepPhrase(kind(), {}).trimmed())); });
    connect(bridge, &SessionBridge::draftChanged, this, [this] {  // the draft may have become one of this page
        showState(bridge_->state());
        showDraft();
    });
    connect(bridge, &SessionBridge::sessionReady, this, &RunHeader::showPlace);
    connect(bridge, &SessionBridge::paramApplied, this, [this] { showModel(*bridge_->config()); });
    connect(bridge, &SessionBridge::stepsDone, this, [this](const std::vector<StepDone>& steps) {
        if (!mine()) return;
        for (const StepDone& s : steps)
            pace_ = pace_ > 0 ? pace_ + kPaceShare * (s.step_seconds - pace_) : s.step_seconds;
        last_ = steps.back();
        showSteps(steps.back());
    });
    connect(bridge, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        run_kind_ = run.config ? run.config->model : bridge_->config()->model;
        pace_ = 0;
        last_ = notBegun();
        if (mine()) last_.step = run.step;
        if (!mine()) return showDraft();
        data_name_ = run.data_name;
        data_count_ = run.data_count;
        run_name_ = fromUtf8(run.name);
        run_dir_ = fromUtf8(run.run_dir);
        showRunName();
        if (run.config) showModel(*run.config);
    });
    connect(bridge, &SessionBridge::progress, this, [this](const QString& what, double fraction) {
        if (!mine() || (bridge_->state() != RunState::Preparing && bridge_->state() != RunState::Stopping)) return;
        showFraction(bar_, fraction);
        step_text_->setFigure(fraction < 0 ? what.toHtmlEscaped()
                                           : tr("%1, %2").arg(what.toHtmlEscaped(), percentText(fraction * 100)));
    });
    shrinking(this);
    showDraft();
    showState(bridge->state());
}

bool RunHeader::has(ModelKind kind) const { return std::ranges::find(kinds_, kind) != kinds_.end(); }

bool RunHeader::mine() const { return has(bridge_->config()->model); }

bool RunHeader::runIsShown() const { return !run_kind_ || *run_kind_ == bridge_->config()->model; }

ModelKind RunHeader::kind() const { return mine() ? bridge_->config()->model : kinds_.front(); }

void RunHeader::showRunName() {
    name_->setText(run_name_);
    name_->setToolTip(placedPath(bridge_->place(), run_dir_));
}

void RunHeader::offerProcesses(StartChoice* choice) {
    processes_ = makeStartRow(choice, this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(layout()->indexOf(problem_), processes_);
    processes_->setVisible(!is_active(bridge_->state()));
}

void RunHeader::build(Actions* actions) {
    name_ = makeLabel("strong", tr("New run"), this);
    chip_ = new StateChip(this);
    model_ = makeLabel("small", this);
    data_ = shrinking(makeLabel("small", this));
    step_text_ = styled(new FigureLabel(this), "role", "small");
    elapsed_ = styled(new FigureLabel(this), "role", "small");
    elapsed_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);  // its room may be wider, and ends where the bar does
    elapsed_->setFigure(tr("not started"));
    bar_ = makeThinBar(tr("Progress of the run"), this);
    using Look = ActionButton::Look;
    go_ = new ActionButton(actions->action(Cmd::Go), Look::Primary, this);
    pause_ = new ActionButton(actions->action(Cmd::PauseResume), Look::Primary, this);
    new_ = new ActionButton(actions->action(Cmd::StartNew), Look::TextOnly, this);
    step_button_ = new ActionButton(actions->action(Cmd::Step), Look::Plain, this);
    stop_ = new ActionButton(actions->action(Cmd::Stop), Look::Plain, this);
    auto* endings = new QMenu(stop_);
    setThemedIcon(endings->addAction(tr("Stop and save"), actions->action(Cmd::Stop), &QAction::trigger),
                  QStringLiteral("player-stop"));
    endings->addAction(actions->action(Cmd::StopWithoutSaving));
    stop_->setMenu(endings);
    stop_->setPopupMode(QToolButton::MenuButtonPopup);
    queue_ = new ActionButton(actions->action(Cmd::AddToQueue), Look::Plain, this);
    auto* menu = new QMenu(this);
    for (Cmd cmd : {Cmd::StartNew, Cmd::AddToQueue, Cmd::Checkpoint, Cmd::Sample, Cmd::MakeFit, Cmd::Lend, Cmd::Export,
                    Cmd::OpenRun})
        menu->addAction(actions->action(cmd));
    auto* more = makeMoreButton(tr("More commands of the run"), menu, this);
    problem_ = new NoticeBar(Tone::Err, {}, {}, this);
    problem_fit_ = problem_->addButton(tr("Make it fit…"), QStringLiteral("adjustments-horizontal"));
    connect(problem_fit_, &QPushButton::clicked, actions->action(Cmd::MakeFit), &QAction::trigger);
    problem_->hide();
    place_ = new QWidget(this);
    place_words_ = shrinking(makeLabel("small", place_));
    auto* detach = styled(makeButton(tr("Detach"), QStringLiteral("plug-connected-x"), place_), "small");
    detach->setObjectName(QStringLiteral("detach"));
    detach->setToolTip(tr("Show this window's own settings again; the run goes on in its process"));
    connect(detach, &QPushButton::clicked, this, &RunHeader::detachRequested);
    rowIn(place_, {}, 6,
          {makeIcon(QStringLiteral("plug-connected"), Token::Acc, 14, place_), {place_words_, 1}, detach});
    auto* transport = rowOf({go_, pause_, queue_, new_, step_button_, stop_, more, stretch()}, 4);
    columnIn(this, {16, 12, 12, 12}, 8,
             {rowOf({{name_, 1}, chip_}), place_, columnOf({model_, data_}, 0), bar_,
              rowOf({step_text_, stretch(1), elapsed_}), transport, problem_});
    const auto pausing = [this] { return !pause_->isHidden(); };  // the queue is in the menu at any time
    transport_ = new Narrowing(
        this, transport, {wordsOf({queue_}), wordsOf({step_button_}), wordsOf({stop_}), wholeOf(queue_, pausing)});
    transport_->holdLeast();
}

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
    if (processes_) processes_->setVisible(!is_active(state));
    showPlace();
    transport_->fit();
    if (state != RunState::Preparing && state != RunState::Stopping) {  // nothing to wait for any more
        bar_->setMaximum(1000);
        showSteps(runIsShown() ? last_ : notBegun());
    }
    if (state == RunState::Idle) showDraft();
}

void RunHeader::showPlace() {
    const SessionPlace place = bridge_->place();
    place_->setVisible(place.elsewhere);
    QString words = placeWords(place);
    if (place.watchers > 1)
        words += tr(", %Ln window(s) and terminals watch it", nullptr, static_cast<int>(place.watchers));
    place_words_->setText(words);
    place_words_->setToolTip(
        tr("%1\n%2\nClosing this window leaves the run as it is.").arg(words, fromUtf8(place.address)));
    place_->setAccessibleName(words);
}

void RunHeader::showModel(const TrainConfig& config) {
    if (!has(config.model)) return;
    const WindowFamily& family = window_family_of(config);
    model_->setText(family.modelWords(config));
    model_->setToolTip(family.modelTip(config));
    if (!family_of(config).facts().trains) {  // it has no data set
        const QSize size = pictureSize(config);
        return data_->setText(tr("%1 px").arg(sizeWords(size.width(), size.height())));
    }
    QString data = nameText(dataText(data_name_));
    std::int64_t count = data_count_;
    if (data.isEmpty()) {
        const bool shapes = config.data_path == "shapes";
        const QString path = fromUtf8(config.data_path);
        data = shapes                    ? tr("Shapes (built-in)")
               : !family.hasData(config) ? tr("No data set chosen")
                                         : tr("Folder “%1”").arg(fileNameText(path));
        count = shapes ? config.data_count : 0;
    }
    data_->setText(count > 0 ? tr("%1, %2 images").arg(data, countText(count)) : data);
    data_->setToolTip(fromUtf8(config.data_path));
}

void RunHeader::showDraft() {
    const ConfigSnapshot config = bridge_->config();
    if (!mine()) return;
    const RunState state = runIsShown() ? bridge_->state() : RunState::Idle;
    if (!is_active(bridge_->state())) {
        data_name_.clear();
        data_count_ = 0;
        if (state == RunState::Idle && (last_.step == 0 || !runIsShown())) {
            name_->setText(words_of(kind()).new_run());
            name_->setToolTip({});
            chip_->setState(state);
            bar_->setMaximum(1000);
            bar_->setValue(0);
            const QString none = stepWords(kind(), countText(0));
            const bool folder =
                window_family_of(*config).overFolder(*config);  // how many that are shows when it starts
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
    // Without a limit there is nothing to fill.
    bar_->setValue(static_cast<int>(1000.0 * fractionDone(*config, step).value_or(0)));
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
