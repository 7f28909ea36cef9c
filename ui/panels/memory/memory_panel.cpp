// MemoryPanel: its parts, and what the session tells them.
#include "ui/panels/memory/memory_panel.h"

#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/picture_store.h"
#include "ui/models/run_words.h"
#include "ui/panels/memory/ledger_view.h"
#include "ui/panels/memory/memory_parts.h"
#include "ui/panels/memory/step_section.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/flow_row.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_lens.h"
#include "ui/widgets/segmented_bar.h"

namespace headroom::ui {

LeakNotice::LeakNotice(QWidget* parent) : QFrame(parent), text_(makeLabel("small", this, Wrap::On)) {
    setObjectName(QStringLiteral("leak_notice"));
    setAutoFillBackground(true);
    setAccessibleName(tr("Leak sentinel: slow growth"));
    auto* buttons = new FlowRow(8);
    const auto add = [&](const QString& text, const char* name, const auto& act) {
        auto* button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        buttons->addWidget(onClick(button, this, act));
    };
    add(tr("Show tensors"), "show_tensors", [this] { Q_EMIT tensorsRequested(); });
    add(tr("Snapshot…"), "snapshot", [this] { Q_EMIT snapshotRequested(); });
    add(tr("Dismiss"), "dismiss", [this] { hide(); });
    rowIn(this, {16, 8, 16, 8}, 8,
          {{makeIcon(QStringLiteral("droplet"), Token::Warn, 14, this), 0, Qt::AlignTop},
           {columnOf({makeLabel("new", accessibleName(), this), text_, buttons}, 4), 1}});
    onTheme(this, [this] {
        QPalette colours = palette();
        colours.setColor(QPalette::Window, themeColor(Token::WarnB));
        setPalette(colours);
    });
    hide();
}

void LeakNotice::showLeak(const QString& message, const QString& hint) {
    text_->setText(message);
    setToolTip(hint);
    setAccessibleDescription(message);
    setVisible(true);
}

/// Or has lain there at the peak, or is forecast to.
bool dataSetLiesThere(const MemoryReport* report, const Forecast* forecast) {
    const auto holds = [](const RoleBytes& roles) { return roles[Role::Dataset].count > 0; };
    return (report && (holds(report->now.roles) || holds(report->at_peak.roles))) ||
           (forecast && holds(forecast->by_role));
}

constexpr int kNarrow = 380;  // below: smaller padding and short names

MemoryPanel::MemoryPanel(SessionBridge* bridge, QWidget* parent)
    : QWidget(parent), bridge_(bridge), model_(new LedgerModel(this)) {
    clock_.start();
    build();
    connect(bridge_, &SessionBridge::memoryChanged, this, &MemoryPanel::setReport);
    connect(bridge_, &SessionBridge::timelineChanged, this, &MemoryPanel::setTimeline);
    connect(bridge_, &SessionBridge::notice, this,
            [this](const QString& id, const QString& message, const QString& hint) {
                if (id == QLatin1String("leak")) leak_->showLeak(message, hint);
            });
    connect(bridge_, &SessionBridge::draftChanged, this, &MemoryPanel::forecastDraft);
    connect(bridge_, &SessionBridge::runStarted, this, [this] {
        leak_->hide();
        setTimeline(nullptr);
    });
    connect(bridge_, &SessionBridge::stateChanged, this, [this] { forecastDraft(); });
    onEvents(this, {QEvent::Show}, [this] {
        if (!stale_) return;
        refresh();
        step_->setTimeline(timeline_);
    });
    onResize(this, [this] { fitPadding(); });
    onTheme(this, [this] {
        fitPadding();
        refreshClosure();
    });
    forecastDraft();
    refresh();
}

void MemoryPanel::build() {
    setAccessibleName(tr("Memory"));
    QScrollArea* scroll = named(makeScroll(this), tr("Memory, figures to scroll"));
    scroll->setFocusPolicy(Qt::StrongFocus);  // its figures are no fields: keys scroll it
    auto* content = new QWidget(scroll->viewport());
    QWidget* head = buildHead(content);
    bar_ = new MemoryBar(MemoryBar::Kind::Full, content);
    lens_ = new MemoryLens(content);
    bar_box_ = boxed(columnOf({bar_, lens_}, 0), content);
    ranks_ = new RankList(content);
    ledger_view_ = new LedgerView(model_, content);
    closure_icon_ = new QLabel(content);
    closure_text_ = makeLabel("hint", content, Wrap::On);
    closure_ = boxed(rowOf({closure_icon_, {closure_text_, 1}}, 8), content);
    leak_ = new LeakNotice(content);
    step_ = new StepSection(content);
    others_ = new OthersRow(content);
    columnIn(content, {}, 0,
             {head,
              bar_box_,
              ranks_,
              ledger_view_,
              closure_,
              leak_,
              hairline(content),
              {step_, 1},
              hairline(content),
              others_});
    scroll->setWidget(content);
    columnIn(this, {}, 0, {scroll});
    fitPadding();
    connect(switch_, &SegmentedBar::currentChanged, this, [this](int index) { showAtPeak(index == 1); });
    connect(ranks_, &RankList::rankChosen, this, &MemoryPanel::chooseRank);
    connect(step_, &StepSection::snapshotRequested, this, &MemoryPanel::askForSnapshot);
    connect(step_, &StepSection::speedRequested, this, [this] {
        if (is_active(bridge_->state()) && bridge_->session()) bridge_->session()->request_speed();
    });
    connect(leak_, &LeakNotice::tensorsRequested, this,
            [this] { step_->showLastTensors(leak_->mapToGlobal(leak_->rect().center())); });
    connect(leak_, &LeakNotice::snapshotRequested, this, &MemoryPanel::askForSnapshot);
    connect(others_, &OthersRow::lendRequested, bridge_, &SessionBridge::lend);
    connect(others_, &OthersRow::takeBackRequested, bridge_, &SessionBridge::resume);
}

QWidget* MemoryPanel::buildHead(QWidget* content) {
    headline_ = new MemoryHeadline(content);
    switch_ = named(new SegmentedBar(true, content), tr("Moment shown in bar and figure"));
    switch_->addSegments({tr("Now"), tr("At peak")});
    switch_->setCurrent(1);
    make_fit_ = makePrimaryButton(tr("Make it fit…"), QStringLiteral("adjustments-horizontal"), content);
    make_fit_->hide();
    connect(make_fit_, &QPushButton::clicked, this, &MemoryPanel::makeFitRequested);
    const Qt::Alignment corner = Qt::AlignTop | Qt::AlignLeft;
    top_ = rowOf({{headline_, 1}, {switch_, 0, corner}, {make_fit_, 0, corner}});
    note_ = makeLabel("hint", content, Wrap::On);
    note_->hide();
    return head_ = boxed(columnOf({top_, headline_->line(), note_}, 4), content);
}

void MemoryPanel::fitPadding() {
    const int side = width() < scaled(kNarrow) ? 12 : 16;
    head_->layout()->setContentsMargins(side, 12, side, 4);
    bar_box_->layout()->setContentsMargins(side, 4, side, 8);
    closure_->layout()->setContentsMargins(side, 4, side, 8);
    step_->setPadding(side);
    others_->setPadding(side);
    ledger_view_->setPadding(side);
    stackHeadline();
}

void MemoryPanel::stackHeadline() {
    const QMargins around = head_->layout()->contentsMargins();
    QLabel* sum =
        headline_->line();  // wraps only where it must: a wrapping label makes the whole panel ask for more height
    sum->setWordWrap(sum->fontMetrics().horizontalAdvance(sum->text()) > width() - around.left() - around.right() - 12);
    const QWidget* beside = !make_fit_->isHidden() ? static_cast<QWidget*>(make_fit_) : switch_;
    const int needed =
        headline_->minimumSizeHint().width() + 8 + beside->sizeHint().width() + around.left() + around.right();
    standBeside(top_, beside->isHidden() || needed <= width());
}

void MemoryPanel::chooseRank() {
    const QString before = deviceName();
    const RankMemory* rank = whole_report_ ? ranks_->shown(whole_report_->ranks) : nullptr;
    report_ = rank ? std::make_shared<const MemoryReport>(reportOfRank(*whole_report_, *rank)) : whole_report_;
    if (deviceName() != before) Q_EMIT deviceNameChanged(deviceName());
    refresh();
}

void MemoryPanel::setTimeline(std::shared_ptr<const headroom::StepTimeline> timeline) {
    timeline_ = std::move(timeline);
    step_->setTimeline(timeline_);
}

QString MemoryPanel::deviceName() const { return report_ ? coreText(report_->device_name) : QString(); }

void MemoryPanel::setForecast(const std::optional<RunForecast>& forecast) {
    takeForecast(forecast);
    before_start_ = !is_active(bridge_->state());
    refresh();
}

void MemoryPanel::forecastDraft() {
    const RunState state = bridge_->state();
    others_->setState(state);
    const bool before_start = !is_active(state);
    if (!before_start && before_start_) takeForecast({});  // the draft's forecast ends with the start
    before_start_ = before_start;
    if (before_start && state == RunState::Idle && bridge_->session()) {
        const Result<RunForecast> run = bridge_->session()->forecast_run({});
        takeForecast(run ? std::optional(*run) : std::nullopt);
    } else if (before_start) {
        takeForecast({});
    }
    refresh();
}

void MemoryPanel::showAtPeak(bool at_peak) {
    at_peak_ = at_peak;
    switch_->setCurrent(at_peak ? 1 : 0);
    refresh();
}

void MemoryPanel::refresh() {
    stale_ = window()->isVisible() && !isVisible();  // in a hidden dock, or behind another tab: once it is shown
    if (stale_) return;
    if (report_) {
        Bytes largest = std::max(report_->at_peak.this_process(), report_->now.this_process());
        if (forecast_ && forecast_->forecast.complete) largest = std::max(largest, forecast_->forecast.peak);
        unit_ = unitFor(largest, unit_);
    }
    step_->setKind(bridge_->config()->model);
    step_->setUnit(unit_);
    step_->setActive(is_active(bridge_->state()), report_ && report_->is_cpu);
    ranks_->setRanks(whole_report_ ? whole_report_->ranks : std::vector<RankMemory>{}, unit_);
    const std::optional<RunForecast>& drawn = forecasting() ? ghost_ : forecast_;
    const Forecast* forecast = drawn ? &drawn->forecast : nullptr;
    const bool peak_known = report_ && report_->at_peak.this_process().count > 0 && !(before_start_ && forecast);
    Headline headline = headlineOf(report_.get(), at_peak_, unit_, before_start_ ? forecast : nullptr);
    make_fit_->setVisible(before_start_ && forecast && forecast->complete && headline.color == Token::Err &&
                          !forecasting());
    if (before_start_ && forecasting()) {
        headline.color = Token::T3;
        headline.line = tr("forecasting: two short %1 are being measured").arg(stepNoun(bridge_->config()->model, 2));
    } else if (before_start_ && !forecast_problem_.isEmpty()) {
        headline.line = tr("No forecast: %1").arg(forecast_problem_);
    } else if (before_start_ && drawn && !drawn->stage.empty()) {
        headline.line += QStringLiteral(" (%1)").arg(coreText(drawn->stage));
    }
    headline_->setHeadline(headline);
    switch_->setVisible(peak_known);
    stackHeadline();
    QStringList notes;
    if (report_ && report_->is_cpu && before_start_)
        notes << tr("No GPU found: %1 on the CPU, budget is on RAM").arg(words_of(bridge_->config()->model).doing());
    if (before_start_ && forecast_ && !forecast_->unmeasured.empty())
        notes << unmeasuredSentence(forecast_->unmeasured);
    note_->setVisible(!notes.isEmpty());
    note_->setText(notes.join(QLatin1Char('\n')));
    const bool here = report_ && report_->is_cpu && report_ == whole_report_ && !bridge_->place().elsewhere;
    const Bytes pictures{PictureStore::get().bytes()};
    const BarData data =
        report_ ? deviceBar(*report_, at_peak_, unit_, forecast, here ? pictures : Bytes{}) : BarData{};
    bar_->setData(data);
    bar_->setTicksShown(!lens_->setData(data));
    bar_->setGhostDim(forecasting());
    lens_->setGhostDim(forecasting());
    model_->setKind(bridge_->config()->model);
    model_->setUnit(unit_);
    model_->setWindow(pictures, here);
    ledger_view_->showRow(LedgerRow::Window, here);
    ledger_view_->showRow(LedgerRow::HostWindow, report_ && !here);
    ledger_view_->showRow(LedgerRow::Dataset, dataSetLiesThere(report_.get(), forecast));
    model_->setReport(report_);
    model_->setForecast(forecast_ ? std::optional(forecast_->forecast) : std::nullopt, before_start_,
                        forecast_ ? stageSentence(forecast_->stage) : QString());
    ledger_view_->fitColumns(peak_known);
    if (report_) others_->setPrograms(report_->programs, unit_);
    if (report_)
        others_->setAmount(report_->now.other_programs, unit_, clock_.elapsed(), fromUtf8(report_->neighbours.program));
    refreshClosure();
    setAccessibleDescription(bar_->accessibleDescription());
}

void MemoryPanel::refreshClosure() {
    closure_->setVisible(report_ != nullptr);
    if (!report_) return;
    const Bytes gap{std::abs(report_->closure_error.count)};
    const bool open = gap.gib() > 0.05;
    setThemedIcon(closure_icon_, open ? QStringLiteral("alert-triangle") : QStringLiteral("circle-check"),
                  open ? Token::Warn : Token::Ok, 14);
    const QString source = report_->driver_source == "driver"
                               ? tr("Driver figure")
                               : tr("Figure of %1").arg(coreText(report_->driver_source));
    const QString age = tr("%1 %2 s old").arg(source, numberText(report_->driver_age_seconds, 1));
    const QString text =
        open ? tr("Does not add up: %1 unaccounted for. %2").arg(sizeText(report_->closure_error, unit_), age)
             : tr("Adds up. %1, closure error %2").arg(age, figureText(report_->closure_error, unit_));
    closure_text_->setText(text);
    closure_text_->setToolTip(
        tr("%1\nThe device's own figure less the sum of the rows: %2").arg(text, exactText(report_->closure_error)));
    restyle(closure_text_, "role", open ? "caution" : "hint");
}

void MemoryPanel::askForSnapshot() {
    if (!is_active(bridge_->state()) || !bridge_->session()) return;
    const QString path =
        askWhereToWrite(this, QStringLiteral("memory"), tr("Memory snapshot for PyTorch's memory viewer"),
                        QStringLiteral("memory.pickle"), tr("Memory snapshots (*.pickle)"));
    if (!path.isEmpty()) bridge_->session()->request_snapshot(path.toStdString());
}

}  // namespace headroom::ui
