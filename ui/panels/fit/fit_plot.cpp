// FitPlot: rebuilt whole on each change: a table of plans has some dozens of points.
#include "ui/panels/fit/fit_plot.h"

#include "ui/families/registry.h"
#include "ui/models/run_words.h"
#include "ui/panels/fit/fit_words.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QKeyEvent>
#include <QPainter>

namespace headroom::ui {
namespace {

constexpr double kReach = 12.0;      // pixels within which a click means a point
constexpr double kPastBudget = 1.6;  // plans with a peak beyond so many budgets are left out of the plot

double inUnit(Bytes bytes, MemoryUnit unit) { return unit == MemoryUnit::GiB ? bytes.gib() : bytes.mib(); }

Token colourOf(PlanGroup group) {
    switch (group) {
        case PlanGroup::Same: return Token::C1;
        case PlanGroup::Close: return Token::C2;
        case PlanGroup::Different: return Token::C4;
        case PlanGroup::TooBig: break;
    }
    return Token::T3;
}

QString titleOf(const FitPlan& plan) {
    return window_family_of(plan.config).pieces(plan.config) + QStringLiteral(", ") +
           precisionText(plan.config.precision);
}

QString figuresOf(const FitPlan& plan, MemoryUnit unit) {
    return FitPlot::tr("peak %1, %2 %3")
        .arg(sizeText(plan.forecast.peak, unit), secondsText(plan.forecast.seconds_per_step),
             perStepText(plan.config.model));
}

}  // namespace

FitPlot::FitPlot(QWidget* parent) : QCustomPlot(parent), x_ticker_(new FitTicker), y_ticker_(new ScaledTicker) {
    installAccessibleRows();
    setMouseTracking(true);
    setAccessibleName(tr("Peak against time of the plans"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    xAxis->setTicker(x_ticker_);
    for (QCPAxis* axis : {yAxis, yAxis2}) axis->setTicker(y_ticker_);
    x_ticker_->setTickCount(5);
    y_ticker_->setTickCount(3);
    onTheme(this, [this] { rebuild(); });
}

void FitPlot::setReport(const FitReport& report, MemoryUnit unit) {
    report_ = report;
    unit_ = unit;
    chosen_ = -1;
    rebuild();
}

void FitPlot::setChosen(int plan) {
    if (plan == chosen_) return;
    chosen_ = plan;
    rebuild();
}

QPointF FitPlot::pointOf(int plan) const {
    const auto at = std::find_if(points_.begin(), points_.end(), [&](const Point& p) { return p.plan == plan; });
    return at == points_.end() ? QPointF() : QPointF(xAxis->coordToPixel(at->peak), yAxis->coordToPixel(at->seconds));
}

void FitPlot::applyTheme() {
    setBackground(QBrush(themeColor(Token::Panel)));
    for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) styleAxis(axis, 5);
    yAxis2->grid()->setVisible(false);
    yAxis->setTickLabels(!isRightToLeft());
    yAxis2->setTickLabels(isRightToLeft());
    axisRect()->setAutoMargins((isRightToLeft() ? QCP::msRight : QCP::msLeft) | QCP::msBottom);
    const int figures = scaled(20), free = scaled(8);
    axisRect()->setMargins(isRightToLeft() ? QMargins(free, scaled(6), 0, 0) : QMargins(0, scaled(6), free, 0));
    axisRect()->setMinimumMargins(
        QMargins(isRightToLeft() ? free : figures, scaled(6), isRightToLeft() ? figures : free, scaled(18)));
}

void FitPlot::takePoints() {
    points_.clear();
    const double limit = inUnit(report_.budget - report_.reserve, unit_);
    for (std::size_t i = 0; i < report_.plans.size(); ++i) {
        const Forecast& f = report_.plans[i].forecast;
        const double peak = inUnit(f.peak, unit_);
        if (f.seconds_per_step > 0 && peak <= limit * kPastBudget)
            points_.push_back({static_cast<int>(i), peak, f.seconds_per_step});
    }
    std::sort(points_.begin(), points_.end(), [](const Point& a, const Point& b) { return a.peak < b.peak; });
}

void FitPlot::rebuild() {
    clearPlottables();
    clearItems();
    applyTheme();
    takePoints();
    const bool any = !points_.empty();
    setFocusPolicy(any ? Qt::StrongFocus : Qt::NoFocus);  // nothing to choose: nothing to stop at
    axisRect()->setVisible(any);
    for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) axis->setVisible(any && (axis != yAxis2 || isRightToLeft()));
    const bool timed = std::any_of(report_.plans.begin(), report_.plans.end(),
                                   [](const FitPlan& p) { return p.forecast.seconds_per_step > 0; });
    QString sentence = timed ? tr("Every plan needs far more than the budget") : tr("No plan with a known time yet");
    if (any) {
        const Bytes room = report_.budget - report_.reserve;
        double slowest = 0;
        for (const Point& point : points_) slowest = std::max(slowest, point.seconds);
        axis_ = fitAxis(points_.front().peak, points_.back().peak, inUnit(room, unit_));
        x_ticker_->setEnd(axis_.plans_end);
        xAxis->setRange(axis_.low, axis_.high);
        for (QCPAxis* axis : {yAxis, yAxis2}) axis->setRange(0.0, slowest * 1.3);
        replot(rpImmediateRefresh);  // labels are placed by pixels: the margins must be known
        addBudget();
        addGroups();
        addRing();
        addLabels();
        sentence = tr("%Ln plan(s), peak from %1 to %2 %3, up to %4 %5; budget less reserve %6", nullptr,
                      static_cast<int>(points_.size()))
                       .arg(numberText(points_.front().peak, 2), numberText(points_.back().peak, 2), unitName(unit_),
                            secondsText(slowest), timeWords(), totalText(room));
    }
    setAccessibleDescription(sentence);
    accessibleRowsChanged();
    replot(rpQueuedReplot);
}

QString FitPlot::timeWords() const {
    return perStepText(report_.plans.empty() ? first_kind() : report_.plans.front().config.model);
}

void FitPlot::addBudget() {
    auto* band = new QCPItemRect(this);
    band->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
    band->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
    band->topLeft->setCoords(axis_.limit, 0.0);
    band->bottomRight->setCoords(axis_.high, 1.0);
    band->setPen(Qt::NoPen);
    band->setBrush(themeColor(Token::ErrB));
    band->setLayer(QStringLiteral("background"));
    auto* line = new QCPItemStraightLine(this);
    line->point1->setCoords(axis_.limit, 0.0);
    line->point2->setCoords(axis_.limit, 1.0);
    line->setPen(QPen(themeColor(Token::Err), 1.0, Qt::DashLine));
    const double x = xAxis->coordToPixel(axis_.limit);
    const QRect inner = axisRect()->rect();
    const QFontMetrics metrics(themeFont(TextSize::Plot));
    // Past a break the figure is not on the axis's scale, so that it says its own unit.
    const Bytes room = report_.budget - report_.reserve;
    const QString words = tr("Budget less reserve %1").arg(axis_.broken ? totalText(room) : figureText(room, unit_));
    const auto placed = [&](const QRectF& around, double left, const QString& text) {
        const QRectF place(left, inner.top() + 3, metrics.horizontalAdvance(text), metrics.height());
        return mirrored(layoutDirection(), around, place);
    };
    const QRectF line_at(x, inner.top(), 0, inner.height());
    QRectF budget = placed(line_at, x + 5, words);
    if (budget.left() < inner.left() || budget.right() > inner.right())
        budget = placed(line_at, x - 5 - budget.width(), words);
    QRectF title = placed(inner, inner.left() + 5, timeWords());
    if (title.adjusted(-7, 0, 7, 0).intersects(budget)) title.translate(0, title.height());
    addText(words, budget.topLeft(), Token::T2);
    addText(timeWords(), title.topLeft(), Token::T2);
    const QSizeF unit(metrics.horizontalAdvance(unitName(unit_)), metrics.height());
    addText(unitName(unit_), QPointF(inner.right() - 3 - unit.width(), inner.bottom() - 2 - unit.height()), Token::T2);
}

void FitPlot::addGroups() {
    for (PlanGroup group : {PlanGroup::TooBig, PlanGroup::Different, PlanGroup::Close, PlanGroup::Same}) {
        QVector<double> peaks, seconds;
        for (const Point& point : points_) {
            if (report_.plans[static_cast<std::size_t>(point.plan)].group != group) continue;
            peaks.append(point.peak);
            seconds.append(point.seconds);
        }
        if (peaks.isEmpty()) continue;
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        const QColor colour = themeColor(colourOf(group));
        // Shape as well as colour tells the groups apart.
        const auto shape = group == PlanGroup::Same        ? QCPScatterStyle::ssDisc
                           : group == PlanGroup::Close     ? QCPScatterStyle::ssSquare
                           : group == PlanGroup::Different ? QCPScatterStyle::ssDiamond
                                                           : QCPScatterStyle::ssDisc;
        graph->setScatterStyle(
            QCPScatterStyle(shape, QPen(colour), QBrush(colour), scaled(group == PlanGroup::TooBig ? 5 : 7)));
        graph->setData(peaks, seconds);
    }
}

void FitPlot::addRing() {
    const auto at = std::find_if(points_.begin(), points_.end(), [&](const Point& p) { return p.plan == chosen_; });
    if (at == points_.end()) return;
    const PlanGroup group = report_.plans[static_cast<std::size_t>(at->plan)].group;
    QCPGraph* ring = addGraph();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(themeColor(Token::T1), 2),
                                          QBrush(themeColor(colourOf(group))), scaled(10)));
    ring->setData({at->peak}, {at->seconds});
}

void FitPlot::addLabels() {
    const QFontMetrics metrics(themeFont(TextSize::Plot));
    std::vector<QRectF> taken;
    for (const Point& point : points_) taken.push_back(QRectF(pointOf(point.plan) - QPointF(5, 5), QSizeF(10, 10)));
    const QRectF inner = axisRect()->rect();
    const double gap = scaled(9);
    const double border = xAxis->coordToPixel(axis_.limit);
    taken.push_back(QRectF(border - 2, inner.top(), 4, inner.height()));
    taken.push_back(
        QRectF(inner.left(), inner.top(), inner.width(), metrics.height() + 4));  // the titles along the top
    const auto put = [&](int plan, const QString& words) {
        const QPointF at = pointOf(plan);
        if (at.isNull() || words.isEmpty()) return;
        const double w = metrics.horizontalAdvance(words), h = metrics.height();
        // Below, above, after, before the point: the first place that is free.
        for (const QPointF& corner :
             {QPointF(-w / 2, gap), QPointF(-w / 2, -gap - h), QPointF(gap, -h / 2), QPointF(-gap - w, -h / 2)}) {
            const QRectF place = mirrored(layoutDirection(), QRectF(at, QSizeF()), QRectF(at + corner, QSizeF(w, h)));
            const bool free =
                std::none_of(taken.begin(), taken.end(), [&](const QRectF& r) { return r.intersects(place); });
            if (!free || !inner.contains(place)) continue;
            taken.push_back(place);
            addText(words, place.topLeft(), Token::T1);
            return;
        }
    };
    bool close = false, different = false;
    const auto asked =
        std::find_if(report_.plans.begin(), report_.plans.end(), [](const FitPlan& p) { return p.as_asked; });
    for (std::size_t i = 0; i < report_.plans.size(); ++i) {
        const FitPlan& plan = report_.plans[i];
        if (plan.recommended) put(static_cast<int>(i), tr("recommended"));
        if (plan.group == PlanGroup::Close && !std::exchange(close, true) && !plan.recommended)
            put(static_cast<int>(i), asked != report_.plans.end() && asked->config.precision == plan.config.precision
                                         ? tr("close")
                                         : precisionText(plan.config.precision));
        if (plan.group == PlanGroup::Different && !std::exchange(different, true) && !plan.recommended)
            put(static_cast<int>(i), pictureText(plan.config));
    }
}

void FitPlot::addText(const QString& words, QPointF at, Token token) {
    auto* text = new QCPItemText(this);
    text->position->setType(QCPItemPosition::ptAbsolute);
    text->position->setCoords(at);
    text->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
    text->setPadding(QMargins());
    text->setFont(themeFont(TextSize::Plot));
    text->setColor(themeColor(token));
    text->setText(words);
    text->setClipToAxisRect(false);
}

int FitPlot::near(QPointF position) const {
    int best = -1;
    double least = kReach;
    for (const Point& point : points_) {
        const QPointF off = pointOf(point.plan) - position;
        const double distance = std::hypot(off.x(), off.y());
        if (distance > least) continue;
        least = distance;
        best = point.plan;
    }
    return best;
}

void FitPlot::resizeEvent(QResizeEvent* event) {
    QCustomPlot::resizeEvent(event);
    rebuild();  // labels stand at pixels
}

void FitPlot::mousePressEvent(QMouseEvent* event) {
    const int plan = event->button() == Qt::LeftButton ? near(event->position()) : -1;
    if (plan >= 0) Q_EMIT planChosen(plan);
}

void FitPlot::mouseMoveEvent(QMouseEvent* event) {
    const int plan = near(event->position());
    setCursor(plan >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const bool past = !points_.empty() && axis_.broken && event->position().x() > xAxis->coordToPixel(axis_.plans_end);
    if (plan < 0)
        return setToolTip(past ? tr("The axis is broken here: the budget less reserve, %1, lies far beyond the plans")
                                     .arg(totalText(report_.budget - report_.reserve))
                               : QString());
    const FitPlan& p = report_.plans[static_cast<std::size_t>(plan)];
    setToolTip(titleOf(p) + QStringLiteral(": ") + figuresOf(p, unit_) + QLatin1Char('\n') + resultText(p, unit_));
}

std::vector<AccessibleRow> FitPlot::makeAccessibleRows() const {
    std::vector<AccessibleRow> rows;
    for (const Point& point : points_) {
        const FitPlan& plan = report_.plans[static_cast<std::size_t>(point.plan)];
        const QPoint at = pointOf(point.plan).toPoint();
        rows.push_back({titleOf(plan), figuresOf(plan, unit_) + QStringLiteral(", ") + resultText(plan, unit_),
                        QRect(at - QPoint(6, 6), QSize(12, 12)), point.plan == chosen_});
    }
    return rows;
}

void FitPlot::keyPressEvent(QKeyEvent* event) {
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Down;
    const bool on = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up;
    if ((!back && !on) || points_.empty()) return QCustomPlot::keyPressEvent(event);
    auto at = std::find_if(points_.begin(), points_.end(), [&](const Point& p) { return p.plan == chosen_; });
    if (at == points_.end())
        at = points_.begin();
    else if (back && at != points_.begin())
        --at;
    else if (on && at + 1 != points_.end())
        ++at;
    Q_EMIT planChosen(at->plan);
}

void FitPlot::paintBreak(QPainter& painter) const {
    const double x = (xAxis->coordToPixel(axis_.plans_end) + xAxis->coordToPixel(axis_.limit)) / 2;
    const double y = axisRect()->rect().bottom(), h = scaled(5), slant = scaled(2), gap = scaled(4);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColor(Token::Panel));
    painter.drawPolygon(
        QPolygonF({{x - slant, y + h}, {x + slant, y - h}, {x + slant + gap, y - h}, {x - slant + gap, y + h}}));
    painter.setPen(QPen(themeColor(Token::T3), 1.5));
    for (double at : {x, x + gap}) painter.drawLine(QPointF(at - slant, y + h), QPointF(at + slant, y - h));
}

void FitPlot::paintEvent(QPaintEvent* event) {
    QCustomPlot::paintEvent(event);
    QPainter painter(this);
    if (!points_.empty() && axis_.broken) paintBreak(painter);
    if (points_.empty()) {
        painter.setFont(themeFont(TextSize::Small));
        painter.setPen(themeColor(Token::T3));
        painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, accessibleDescription());
    }
    paintFocusFrame(painter, this);
}

constexpr double kAxisMargin = 0.08;  // of the span, beside the outermost figures
constexpr double kBand = 0.25;        // of the span: how much of what does not fit is shown
constexpr double kStrip = 0.2;        // of the axis, past a break
constexpr double kFlat = 0.1;         // of the peak: the least span, where all plans need the same

FitAxis fitAxis(double least, double most, double limit) {
    FitAxis axis;
    const double spread = std::max(most - least, most * kFlat);
    axis.broken = limit > most + spread;
    if (axis.broken) {
        axis.low = std::max(0.0, least - kAxisMargin * spread);
        axis.plans_end = most + 2 * kAxisMargin * spread;
        axis.high = axis.low + (axis.plans_end - axis.low) / (1.0 - kStrip);
        axis.limit = axis.plans_end + 0.6 * (axis.high - axis.plans_end);
        return axis;
    }
    const double low = std::min(least, limit), high = std::max(most, limit);
    const double span = std::max(high - low, spread);
    axis.low = std::max(0.0, low - kAxisMargin * span);
    axis.high = std::max(most + kAxisMargin * span, limit + kBand * span);
    axis.limit = limit;
    axis.plans_end = axis.high;
    return axis;
}

QVector<double> FitTicker::createTickVector(double step, const QCPRange& range) {
    QVector<double> ticks = ScaledTicker::createTickVector(step, range);
    ticks.erase(std::remove_if(ticks.begin(), ticks.end(), [this](double tick) { return tick > end_; }), ticks.end());
    return ticks;
}

}  // namespace headroom::ui
