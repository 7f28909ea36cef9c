// TimelineView: curves of a run over one x axis, with the strip of marks above them: losses and outputs of D.
#include "ui/panels/timeline/timeline_view.h"

#include "ui/panels/timeline/x_unit.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"

namespace headroom::ui {
namespace {

constexpr double kRawShare = 0.32;
constexpr int kOutputMinHeight = 230;
constexpr int kMiddleMinHeight = 150;  // lower: no middle curves where there is no memory below them
// Lower: the memory strip alone. What words take at 100 % text, and what curves do.
constexpr int kLossMinWords = 70, kLossMinCurves = 70;
// A scale that ends with a whole step is at most so many times as high as what it shows.
constexpr double kMostAir = 1.25;
constexpr int kMarginStep = 8;  // pixels: the plots keep their width while a figure gets another digit

/// The range [`low`, or 0 `from_zero`, `high`] widened to whole steps; returns the step.
double roundRange(double low, double high, int most, QCPRange& range, bool finer = false, bool from_zero = true) {
    if (from_zero && low > 0.0) low = 0.0;
    const double step = roundStep(std::max(high - low, 1e-6), most, finer);
    range = QCPRange(std::floor(low / step + 1e-9) * step,
                     std::max(std::ceil(high / step - 1e-9), std::floor(low / step + 1e-9) + 1.0) * step);
    return step;
}

}  // namespace

TimelineView::TimelineView(MetricsModel* model, CurvesSpec spec, QWidget* parent)
    : QWidget(parent),
      model_(model),
      spec_(std::move(spec)),
      strip_(new MarkerStrip(this)),
      plot_(new PlotView(this)),
      axis_(spec_.images ? XAxis::Images : XAxis::Steps),
      loss_ticker_(new ScaledTicker),
      output_ticker_(new ScaledTicker),
      memory_ticker_(new ScaledTicker) {
    columnIn(this, {}, 0, {strip_, {plot_, 1}});

    plot_->addLayer(QStringLiteral("smooth"), plot_->layer(QStringLiteral("main")));
    loss_ = plot_->addRect(0.5);
    output_ = plot_->addRect(0.25);
    memory_ = plot_->addRect(0.25);
    loss_->axis(QCPAxis::atLeft)->setTicker(loss_ticker_);
    output_->axis(QCPAxis::atLeft)->setTicker(output_ticker_);
    memory_->axis(QCPAxis::atLeft)->setTicker(memory_ticker_);
    buildMemory();
    for (const CurveSpec& curve : spec_.curves) lines_.push_back(addLine(curve));
    loss_title_ = plot_->addText(loss_, Token::T2);
    output_title_ = plot_->addText(output_, Token::T2);
    x_label_ = plot_->addText(spec_.memory ? memory_ : loss_, Token::T2);
    if (!spec_.memory) plot_->setRectShown(memory_, false);
    plot_->setAccessibleName(spec_.name);
    plot_->setAccessibleRows([this] { return curveRows(); });
    plot_->setCrosshairStepper([this](double x, int steps) {
        if (model_->empty()) return x;
        const auto row = static_cast<std::int64_t>(model_->nearest(x, axis_)) + steps;
        return model_->x(
            static_cast<std::size_t>(std::clamp<std::int64_t>(row, 0, static_cast<std::int64_t>(model_->size()) - 1)),
            axis_);
    });

    connect(plot_, &PlotView::refreshNeeded, this, &TimelineView::refresh);
    connect(plot_, &QCustomPlot::afterLayout, this, &TimelineView::placeItems);
    connect(plot_, &PlotView::overlayNeeded, this, [this] {
        if (!model_->empty()) placeReadouts();
    });
    connect(plot_, &PlotView::crosshairMoved, this, [this](bool shown) {
        const bool known = shown && !model_->empty();
        const std::size_t row = known ? model_->nearest(*plot_->crosshair(), axis_) : 0;
        if (known) {
            QStringList told{readout(loss_), readout(output_), spec_.memory ? readout(memory_) : QString()};
            told.removeAll(QString());
            plot_->setAccessibleDescription(told.join(QStringLiteral("; ")));
        }
        Q_EMIT stepPointed(known, known ? static_cast<qint64>(model_->row(row).step) : 0);
    });
    connect(model_, &MetricsModel::rowsChanged, this, [this] { plot_->requestReplot(); });
    connect(model_, &MetricsModel::marksChanged, this, &TimelineView::rebuildMarks);
    onTheme(this, [this] { applyTheme(); });
    rebuildMarks();
    onResize(this, [this] {
        chooseRects();
        plot_->requestReplot(true);
    });
}

TimelineView::Line TimelineView::addLine(const CurveSpec& spec) {
    QCPAxisRect* rect = spec.place == CurveSpec::Upper ? loss_ : output_;
    Line line{spec, rect, {}, {}, {}, {}};
    QCPAxis* x = rect->axis(QCPAxis::atBottom);
    QCPAxis* y = rect->axis(QCPAxis::atLeft);
    line.raw = plot_->addGraph(x, y);
    line.smooth = plot_->addGraph(x, y);
    line.smooth->setAdaptiveSampling(false);
    line.raw->setAdaptiveSampling(false);
    line.raw->setAntialiased(false);  // a dense background: smoothing it costs more than all the rest of the plot
    line.smooth->setLayer(QStringLiteral("smooth"));  // no raw line may cover a smoothed one
    line.dot = addDot(rect);
    line.label = plot_->addText(rect, Token::T1);
    return line;
}

void TimelineView::setCurves(std::vector<CurveSpec> curves) {
    if (curves == spec_.curves) return;
    for (const Line& line : lines_) {
        plot_->removeGraph(line.raw);
        plot_->removeGraph(line.smooth);
        plot_->removeItem(line.dot);
        plot_->removeText(line.label);
    }
    lines_.clear();
    spec_.curves = std::move(curves);
    for (const CurveSpec& curve : spec_.curves) lines_.push_back(addLine(curve));
    applyTheme();
    plot_->requestReplot();
}

QCPItemTracer* TimelineView::addDot(QCPAxisRect* rect) {
    auto* dot = new QCPItemTracer(plot_);
    dot->setStyle(QCPItemTracer::tsCircle);
    dot->setSize(6);
    dot->setPen(Qt::NoPen);
    dot->setClipAxisRect(rect);
    dot->setClipToAxisRect(false);
    dot->position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    return dot;
}

void TimelineView::buildMemory() {
    QCPAxis* x = memory_->axis(QCPAxis::atBottom);
    QCPAxis* y = memory_->axis(QCPAxis::atLeft);
    peak_ = plot_->addGraph(x, y);
    others_ = plot_->addGraph(x, y);
    for (QCPGraph* graph : {peak_, others_}) {
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setAdaptiveSampling(false);
        graph->setAntialiased(false);
    }
    budget_ = new QCPItemStraightLine(plot_);
    budget_->setClipAxisRect(memory_);
    for (QCPItemPosition* position : budget_->positions()) {
        position->setTypeX(QCPItemPosition::ptAxisRectRatio);
        position->setTypeY(QCPItemPosition::ptPlotCoords);
        position->setAxes(x, y);
        position->setAxisRect(memory_);
    }
    peak_dot_ = addDot(memory_);
    peak_dot_->setLayer(QStringLiteral("overlay"));  // beside its label, which moves between replots
    peak_title_ = plot_->addText(memory_, Token::T1);
    budget_title_ = plot_->addText(memory_, Token::T2);
    others_title_ = plot_->addText(memory_, Token::T2);
    peak_label_ = plot_->addText(memory_, Token::T1);
}

void TimelineView::applyTheme() {
    const Theme& theme = Theme::get();
    for (Line& line : lines_) {
        const QColor color = theme.color(line.spec.color);
        // Behind the smoothed curve in a fainter colour; where none is faint it is left out.
        line.raw->setPen(theme.highContrast() ? QPen(Qt::NoPen) : QPen(theme.blend(color, kRawShare), 1));
        const Qt::PenStyle style = line.spec.style == Qt::SolidLine ? theme.dash(line.spec.color) : line.spec.style;
        line.smooth->setPen(
            QPen(color, 2, style, Qt::FlatCap, Qt::BevelJoin));  // rounded joins double the cost, unseen
        line.dot->setBrush(color);
    }
    const QColor process = theme.color(BarRole::Activations);
    peak_->setPen(QPen(process, 2));
    peak_->setBrush(theme.blend(process, 0.25));
    others_->setPen(QPen(theme.color(BarRole::Others), 1));
    peak_dot_->setBrush(process);
    QPen dashed(theme.color(Token::T2), 1.5);
    dashed.setDashPattern({5, 3});
    budget_->setPen(dashed);
    for (QCPItemText* title : {loss_title_, output_title_, budget_title_, others_title_})
        title->setBrush(theme.color(Token::Panel));  // readable where curves pass below
    rebuildMarks();
}

void TimelineView::setXAxis(XAxis axis) {
    if (std::exchange(axis_, axis) == axis) return;
    plot_->setCrosshair(std::nullopt);
    refreshRange();
    plot_->fit();
    rebuildMarks();
}

void TimelineView::setPeak(Bytes peak) {
    if (std::exchange(peak_bytes_, peak) == peak || !spec_.memory) return;
    if (model_->empty() || peak_->data()->isEmpty() || !peak_label_->visible()) return plot_->requestReplot();
    placePeak(peak_dot_->position->key());  // where the drawn curve ends, not at steps that are still to be drawn
    plot_->replotOverlay();
}

void TimelineView::fitRightMargin(int width, bool name_unit) {
    const QFontMetrics metrics(themeFont(TextSize::Plot));
    const QString figure = numberText(spec_.largest, spec_.decimals) + QLatin1Char(' ');
    int widest = 0;
    for (const CurveSpec& curve : spec_.curves)
        widest = std::max(widest, metrics.horizontalAdvance(figure + curve.name) + kEndGap + scaled(6));
    widest = spec_.long_labels ? std::min(widest, std::clamp(width * 3 / 10, scaled(90), scaled(230)))
                               : std::max(widest, scaled(62));  // a figure of memory
    int margin = scaled(16);
    if (name_unit || unit_needed_) margin += metrics.horizontalAdvance(x_label_->text() + QStringLiteral(" 00"));
    // Where the curves end before the plots do, their labels stand within: there is so much less to keep free beside them.
    const QCPRange range = plot_->xRange();
    const double last = model_->empty() ? range.upper : model_->x(model_->size() - 1, axis_);
    const double end = range.size() > 0.0 ? (last - range.lower) / range.size() : 1.0;
    const int room = width - loss_->margins().left();
    if (end > 0.0 && end <= 1.0) margin = std::max(margin, static_cast<int>(std::ceil(room - (room - widest) / end)));
    plot_->setRightMargin((margin + kMarginStep - 1) / kMarginStep * kMarginStep);
}

void TimelineView::chooseRects() {
    plot_->setRectShown(loss_, !spec_.memory || height() >= scaled(kLossMinWords) + kLossMinCurves);
    const bool room = !spec_.memory ? height() >= scaled(kMiddleMinHeight)  // nowhere else are they shown
                                    : height() >= scaled(kOutputMinHeight) && width() >= scaled(spec_.middle_width);
    plot_->setRectShown(output_, middle_known_ && room);  // without a figure yet, no empty axes
}

void TimelineView::refreshRange() {
    if (model_->empty()) return;
    const double first = model_->x(0, axis_);
    double last = model_->x(model_->size() - 1, axis_);
    if (axis_ == XAxis::Steps)
        last = std::max(last, static_cast<double>(total_));  // what is still to come keeps its room
    // From the beginning also where there is one step only: a range needs a length.
    const double from = first < 0.1 * last || last <= first ? 0.0 : first;
    plot_->setFullRange(QCPRange(from, last + std::max((last - from) * 0.01, 1e-6)));
    const XUnit unit = xUnit(axis_, last, spec_.model);
    plot_->xTicker()->setDivisor(unit.divisor);
    plot_->xTicker()->setWhole(unit.whole);
    // What the choice of the axis says already is named where it has room.
    unit_needed_ = unit.needed;
    x_label_->setText(unit.name);
}

void TimelineView::refresh() {
    chooseRects();
    refreshRange();
    if (model_->empty()) {
        middle_known_ = false;
        return;
    }
    fitRightMargin(width(), false);
    const QCPRange range = plot_->xRange();
    const int pixels = std::max(bottomRect()->width(), 200);
    plot_->xTicker()->setTickCount(std::clamp(pixels / scaled(100), 2, 8));
    refreshLines(range.lower, range.upper, pixels);
    if (spec_.memory) refreshMemory(range.lower, range.upper, pixels);
}

void TimelineView::setGraph(QCPGraph* graph, const std::vector<QPointF>& points, bool positive_only) {
    QVector<QCPGraphData> data;
    data.reserve(static_cast<qsizetype>(points.size()));
    for (const QPointF& point : points) {
        const bool hidden = positive_only && point.y() <= 0.0;  // a gap on a logarithmic scale
        data.append(QCPGraphData(point.x(), hidden ? std::numeric_limits<double>::quiet_NaN() : point.y()));
    }
    graph->data()->set(data, true);
}

void TimelineView::refreshLines(double from, double to, int pixels) {
    std::vector<double> losses;
    bool known = false;
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    bool probabilities = true;
    double output_low = 0.0;
    double output_high = 1.0;
    constexpr double kNone = -std::numeric_limits<double>::infinity();
    double below_title = kNone, below_output_title = kNone;  // the highest value there
    const double title_ends = from + (to - from) * titleShare(loss_);
    const double output_title_ends = from + (to - from) * titleShare(output_);
    for (Line& line : lines_) {
        const bool loss = line.rect == loss_;
        const auto raw = model_->rawPoints(line.spec.curve, axis_, from, to, pixels);
        const auto smooth = model_->smoothPoints(line.spec.curve, axis_, from, to, pixels);
        setGraph(line.raw, model_->smoothing() > 0.0 ? raw : std::vector<QPointF>{}, loss && log_);
        setGraph(line.smooth, smooth, loss && log_);
        for (const QPointF& point : raw) {
            if (loss) losses.push_back(point.y());
            if (!loss) known = true;
            if (!loss) probabilities = probabilities && point.y() >= 0.0 && point.y() <= 1.0;
        }
        for (const QPointF& point : smooth) {
            double& bottom = loss ? low : output_low;
            double& top = loss ? high : output_high;
            bottom = std::min(bottom, point.y());
            top = std::max(top, point.y());
            if (loss && point.x() <= title_ends) below_title = std::max(below_title, point.y());
            if (!loss && point.x() < output_title_ends) below_output_title = std::max(below_output_title, point.y());
        }
    }
    if (known && !std::exchange(middle_known_, true)) {
        chooseRects();
        plot_->requestReplot(true);
    }
    if (!losses.empty()) setLossRange(std::move(losses), low, high, below_title);
    QCPRange range(0.0, 1.0);
    double step = 0.5;
    if (!probabilities) step = roundRange(output_low, output_high, 2, range);
    output_ticker_->setFixedStep(step);
    range.upper = std::max(range.upper, upperFor(output_, range.lower, below_output_title));
    output_->axis(QCPAxis::atLeft)->setRange(range);
}

void TimelineView::setLossRange(std::vector<double> raw, double low, double high, double below_title) {
    // Outliers do not flatten the rest: one per cent of the raw values at either end may lie outside.
    std::ranges::sort(raw);
    const std::size_t cut = raw.size() / 100;
    low = std::min(low, raw[cut]);
    high = std::max(high, raw[raw.size() - 1 - cut]);
    QCPAxis* axis = loss_->axis(QCPAxis::atLeft);
    const auto positive = std::ranges::upper_bound(raw, 0.0);
    if (log_ && positive != raw.end() && high > 0.0) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        const double least = std::max(low, *positive);
        auto ticker = QSharedPointer<QCPAxisTickerLog>::create();
        ticker->setLogBase(high / least > 50.0 ? 10.0 : 2.0);
        axis->setTicker(ticker);
        axis->setNumberFormat(QStringLiteral("g"));
        axis->setNumberPrecision(3);
        const double from = std::log(least / 1.2);
        axis->setRange(least / 1.2, std::max(high * 1.2, std::exp(upperFor(loss_, from, std::log(below_title)))));
        return;
    }
    axis->setScaleType(QCPAxis::stLinear);
    axis->setTicker(loss_ticker_);
    QCPRange range;
    const double step =
        roundRange(low, high, std::clamp(loss_->height() / scaled(18), 2, 6), range, false, spec_.from_zero);
    loss_ticker_->setFixedStep(step);
    const double missing = upperFor(loss_, range.lower, below_title) - range.upper;
    if (missing > 0.0) range.upper += step * std::ceil(missing / step - 1e-9);
    axis->setRange(range);
}

/// How much of a rect's width its title takes.
double TimelineView::titleShare(const QCPAxisRect* rect) const {
    const QString& title = rect == loss_ ? spec_.title : spec_.middle_title;
    if (title.isEmpty()) return 0.0;
    const double width = QFontMetricsF(loss_title_->font()).horizontalAdvance(title) + scaled(10);
    return std::min(1.0, width / std::max(1, rect->width()));
}

/// How much of a rect's height a line of words at its top takes with `room` pixels around it; 0 where the rect is lower than `least` of them.
double TimelineView::lineShare(const QCPAxisRect* rect, double room, double least) const {
    const double line = QFontMetricsF(loss_title_->font()).height() + room, height = rect->height();
    return height >= least * line ? line / height : 0.0;
}

/// Where a scale from `low` ends on which `highest` stands below the rect's title, if the rect has room for that.
double TimelineView::upperFor(const QCPAxisRect* rect, double low, double highest) const {
    const double title = lineShare(rect, 4.0, 2.5);
    const bool room = std::isfinite(highest) && title > 0.0;
    return room ? low + (highest - low) / (1.0 - title) : -std::numeric_limits<double>::infinity();
}

void TimelineView::refreshMemory(double from, double to, int pixels) {
    const auto peak = model_->rawPoints(Curve::Peak, axis_, from, to, pixels);
    const auto others = model_->rawPoints(Curve::Others, axis_, from, to, pixels);
    const float budget = model_->row(model_->size() - 1).mean[static_cast<std::size_t>(Curve::Budget)];
    setGraph(peak_, peak, false);
    double highest = 0.0;
    for (const QPointF& point : peak) highest = std::max(highest, point.y());
    unit_ = unitFor({static_cast<std::int64_t>(highest)}, unit_);
    budget_bytes_ = std::isnan(budget) ? 0.0 : budget;
    // A budget far above the curve would flatten it: then it is only named.
    budget_off_scale_ = budget_bytes_ > 4.0 * highest;
    const double bytes = unitBytes(unit_);
    // What stands below the budget's name stays clear of it, also of other programs, unless that would flatten the curve.
    const double wide = QFontMetricsF(budget_title_->font()).horizontalAdvance(budgetText()) + 4 + kToCurve;
    const double named_to = from + (to - from) * std::min(1.0, wide / std::max(1, memory_->width()));
    const double name = budget_off_scale_ ? lineShare(memory_, kToCurve + 3.0, 1.2) : 0.0;
    double below_name = highest;
    for (const QPointF& point : others)
        if (point.x() <= named_to && point.y() < 2.0 * highest) below_name = std::max(below_name, point.y());
    const double above = budget_off_scale_ ? std::max(highest * 1.6, below_name / (1.0 - name))
                                           : std::max(highest, budget_bytes_) * 1.15;
    const double shown = std::max(above, bytes * 0.01);
    QCPRange range;
    double step = roundRange(0.0, shown / bytes, std::clamp(memory_->height() / scaled(22), 1, 4), range, true);
    // Of the few steps that a low strip has room for, one may be twice what there is to show: then the scale ends where that does, with the
    // budget's name above it.
    const double named = (budget_off_scale_ ? highest : budget_bytes_) / (1.0 - lineShare(memory_, 3.0, 1.2));
    const double needed = std::max(shown, named) / bytes;
    if (range.upper > kMostAir * needed) {
        range.upper = needed;
        if (step > needed) step = roundStep(needed / 2.0, 1, true);
    }
    memory_ticker_->setDivisor(bytes);
    memory_ticker_->setFixedStep(step);
    const double top = range.upper * bytes;
    memory_->axis(QCPAxis::atLeft)->setRange(0.0, top);
    // Of a curve that is mostly higher only scraps at the edge would be seen, or in the name.
    const auto beyond =
        std::ranges::count_if(others, [free = top * (1.0 - name)](const QPointF& point) { return point.y() > free; });
    setGraph(others_, 2 * beyond > std::ssize(others) ? std::vector<QPointF>{} : others, false);
    budget_->point1->setCoords(0.0, budget_bytes_);
    budget_->point2->setCoords(1.0, budget_bytes_);
}

FileWriter TimelineView::drawnPicture(const QString& path) {
    const QSize size(1200, 700);
    const int strip = strip_->sizeHint().height();
    const bool loss_shown = plot_->rectShown(loss_);
    const bool output_shown = plot_->rectShown(output_);
    plot_->setRectShown(loss_, true);
    plot_->setRectShown(output_, middle_known_);
    const QCPRange range = plot_->xRange();
    if (!model_->empty()) {
        fitRightMargin(size.width(), true);
        refreshLines(range.lower, range.upper, size.width());
        if (spec_.memory) refreshMemory(range.lower, range.upper, size.width());
    }
    FileWriter result = drawnFile(path, size, [&](QCPPainter& painter) {
        painter.save();
        painter.translate(0, strip);
        plot_->toPainter(&painter, size.width(), size.height() - strip);
        painter.restore();
        painter.setClipping(false);
        painter.fillRect(QRect(0, 0, size.width(), strip), themeColor(Token::Panel));
        strip_->draw(painter, stripMarks(), QSizeF(size.width(), strip));
    });
    plot_->setRectShown(loss_, loss_shown);
    plot_->setRectShown(output_, output_shown);
    plot_->requestReplot(true);
    return result;
}

}  // namespace headroom::ui
