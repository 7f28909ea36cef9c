// TimelinePanel: curves of a run with its controls: smoothing, scale, x axis, export.
#include "ui/panels/timeline/timeline_panel.h"

#include "core/families/registry.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/mark_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/timeline/x_unit.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"

#include <QSlider>

namespace headroom::ui {

constexpr std::size_t kMostSinceStart = 50000;  // steps kept while a history is being read; it takes seconds
constexpr int kWideEnough = 700;

TimelinePanel::TimelinePanel(SessionBridge* bridge, CurvesSpec spec, QWidget* parent)
    : PlotPanel(spec.title, parent),
      bridge_(bridge),
      mine_(bridge->runKind().value_or(spec.model) == spec.model),
      view_(new TimelineView(&model_, std::move(spec))) {
    if (view_->spec().reader)
        model_.setReader(view_->spec().reader,
                         view_->spec().memory ? static_cast<std::size_t>(Curve::Budget) : kCurveCount);
    buildControls();
    connect(bridge_, &SessionBridge::runStarted, this, &TimelinePanel::onRunStarted);
    connect(bridge_, &SessionBridge::stepsDone, this, [this](const std::vector<StepDone>& steps) {
        if (!mine_) return;
        if (awaits_history_ && since_start_.size() < kMostSinceStart)
            since_start_.insert(since_start_.end(), steps.begin(), steps.end());
        model_.append(steps);
    });
    connect(bridge_, &SessionBridge::memoryChanged, this, [this](const std::shared_ptr<const MemoryReport>& report) {
        if (mine_ && is_active(bridge_->state())) view_->setPeak(report->at_peak.this_process());
    });
    connect(bridge_, &SessionBridge::paramApplied, this, [this](const ParamApplied& change) {
        if (mine_ && view_->spec().to_total && change.key == "steps")
            view_->setTotal(std::get<std::int64_t>(change.new_value));
        addMark(markOf(change, bridge_->config()->model));
    });
    connect(bridge_, &SessionBridge::paramRefused, this,
            [this](const ParamRefused& refused) { addMark(markOf(refused, bridge_->config()->model)); });
    connect(bridge_, &SessionBridge::oomRecovered, this, [this](const OomRecovered& event) { addMark(markOf(event)); });
    connect(bridge_, &SessionBridge::checkpointSaved, this,
            [this](const CheckpointSaved& event) { addMark(markOf(event)); });
    connect(view_, &TimelineView::stepPointed, this, &TimelinePanel::stepPointed);
    connect(view_->plot(), &PlotView::logToggled, this, &TimelinePanel::toggleLog);
    connect(&model_, &MetricsModel::rowsChanged, this, &TimelinePanel::showOrEmpty);
    onTheme(this, [this] {
        const QFontMetrics metrics(themeFont(TextSize::Small));
        smoothing_value_->setFixedWidth(metrics.horizontalAdvance(numberText(0.88, 2)) + 2);
        smoothing_->setFixedWidth(scaled(72));
    });
    showOrEmpty();
    onResize(this, [this] { smoothing_label_->setVisible(width() >= scaled(kWideEnough)); });
}

void TimelinePanel::buildControls() {
    smoothing_label_ = makeLabel("hint", tr("Smoothing"), controls_);
    smoothing_ = named(new QSlider(Qt::Horizontal, controls_), tr("Smoothing of the curves"),
                       tr("Weight of the past in the smoothed curves, 0 to 0.99; the raw curves stay below them"));
    smoothing_->setRange(0, 99);
    smoothing_->setValue(qRound(view_->spec().smoothing * 100));
    smoothing_value_ = makeLabel("small", controls_);
    log_ = new IconButton(QStringLiteral("chart-line"), tr("Logarithmic scale for the losses (L)"), controls_);
    log_->setCheckable(true);
    setUp(new EmptyState(QStringLiteral("chart-line"), view_->spec().empty_title, view_->spec().empty_text, this),
          view_, {smoothing_label_, smoothing_, smoothing_value_, log_}, tr("Save the plots as a picture"),
          QStringLiteral("timeline.svg"));
    offerAxes(axis_, view_->spec().images, stepNoun(view_->spec().model, 2));
    const QString of_kind =
        QStringLiteral("curves/%1/%2/").arg(fromUtf8(name_of(view_->spec().model)), QLatin1String(view_->spec().key));
    keep(smoothing_, of_kind + QStringLiteral("smoothing"));
    keep(log_, of_kind + QStringLiteral("logarithmic"));
    keep(axis_, of_kind + QStringLiteral("axis"));
    model_.setSmoothing(view_->spec().smoothing);
    connect(smoothing_, &QSlider::valueChanged, this, [this](int value) {
        model_.setSmoothing(value / 100.0);
        smoothing_value_->setText(numberText(value / 100.0, 2));
    });
    smoothing_value_->setText(numberText(view_->spec().smoothing, 2));
    connect(log_, &IconButton::toggled, view_, &TimelineView::setLogScale);
    connect(axis_, &QComboBox::currentIndexChanged, this, [this] { view_->setXAxis(axisOf(axis_)); });
}

void TimelinePanel::onRunStarted(const RunStarted& run) {
    mine_ = !run.config || view_->spec().model == run.config->model;
    if (!mine_) return;
    const bool goes_on = run.step > 0 && run.run_dir == run_dir_;
    run_dir_ = run.run_dir;
    since_start_.clear();
    marks_since_start_.clear();
    if (view_->spec().to_total) view_->setTotal(run.config ? run.config->steps : 0);
    awaits_history_ = bridge_->hasPast(run);
    if (!goes_on) model_.clear();
    view_->setPeak({});
    view_->plot()->fit();
}

void TimelinePanel::setHistory(const std::vector<StepDone>& steps, const std::vector<HistoryMark>& marks) {
    const std::vector<StepDone> live = std::exchange(since_start_, {});
    awaits_history_ = false;
    model_.setHistory(steps, marks, bridge_->config()->model);
    model_.append(live);
    // What happened while it was read may stand in it or not.
    for (const MetricsMark& mark : std::exchange(marks_since_start_, {}))
        if (std::ranges::find(model_.marks(), mark) == model_.marks().end()) model_.addMark(mark);
}

void TimelinePanel::addMark(const std::optional<MetricsMark>& mark) {
    if (!mine_ || !mark) return;
    if (awaits_history_) marks_since_start_.push_back(*mark);
    model_.addMark(*mark);
}

void TimelinePanel::toggleLog() { log_->toggle(); }

void TimelinePanel::showOrEmpty() {
    showPlots(!model_.empty());
    if (!model_.empty()) {
        const std::size_t last = model_.size() - 1;
        QStringList figures;
        for (const CurveSpec& curve : view_->spec().curves) {
            const double value = model_.smoothed(curve.curve, last);
            if (std::isfinite(value))
                figures << curve.name + QLatin1Char(' ') + numberText(value, view_->spec().decimals);
        }
        setAccessibleDescription(tr("%1: %2").arg(stepWords(view_->spec().model, countText(model_.row(last).step)),
                                                  figures.join(QStringLiteral(", "))));
    }
}

}  // namespace headroom::ui
