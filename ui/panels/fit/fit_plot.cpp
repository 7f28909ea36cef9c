// FitPlot: points are drawn anew on each change, a table of plans has some dozens of them; words are placed after each layout.
#include "ui/panels/fit/fit_plot.h"

#include "ui/families/registry.h"
#include "ui/models/run_words.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QLineF>
#include <QPainter>
#include <QWheelEvent>

namespace headroom::ui {
namespace {

constexpr double kReach = 12.0;      // pixels within which a click means a point
constexpr double kPastBudget = 1.6;  // plans with a peak beyond so many budgets are left out of the plot
constexpr double kApart = 7.0;       // pixels between words side by side

/// In the order in which they are drawn. Shape as well as colour tells the groups apart.
struct PointLook {
    PlanGroup group;
    Token colour;
    QCPScatterStyle::ScatterShape shape;
    int size;
};
constexpr PointLook kPointLooks[] = {{PlanGroup::TooBig, Token::T3, QCPScatterStyle::ssDisc, 5},
                                     {PlanGroup::Different, Token::C4, QCPScatterStyle::ssDiamond, 7},
                                     {PlanGroup::Close, Token::C2, QCPScatterStyle::ssSquare, 7},
                                     {PlanGroup::Same, Token::C1, QCPScatterStyle::ssDisc, 7}};

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

FitPlot::FitPlot(QWidget* parent)
    : PlotView(parent),
      axes_(addRect(1.0)),
      band_(new QCPItemRect(this)),
      border_(new QCPItemStraightLine(this)),
      budget_text_(addText(axes_, Token::T2)),
      time_text_(addText(axes_, Token::T2)),
      unit_text_(addText(axes_, Token::T2)),
      point_texts_{addText(axes_, Token::T1), addText(axes_, Token::T1), addText(axes_, Token::T1)} {
    setAccessibleName(tr("Peak against time of the plans"));
    setAccessibleRows([this] {
        std::vector<AccessibleRow> out;
        for (const Point& point : points_) {
            const FitPlan& plan = report_.plans[static_cast<std::size_t>(point.plan)];
            const QPoint at = pointOf(point).toPoint();
            out.push_back({titleOf(plan), figuresOf(plan, unit_) + QStringLiteral(", ") + resultText(plan, unit_),
                           QRect(at - QPoint(6, 6), QSize(12, 12)), point.plan == chosen_});
        }
        return out;
    });
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    xTicker()->setTickCount(5);
    const auto seconds = QSharedPointer<ScaledTicker>::create();
    seconds->setTickCount(3);
    for (QCPAxis* upright : {yAxis, yAxis2}) upright->setTicker(seconds);
    band_->setLayer(QStringLiteral("background"));
    band_->setPen(Qt::NoPen);
    for (QCPItemPosition* corner : {band_->topLeft, band_->bottomRight})
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    connect(this, &QCustomPlot::afterLayout, this, &FitPlot::placeTexts);
    onTheme(this, [this] { rebuild(); });
}

void FitPlot::setReport(const FitReport& report, MemoryUnit unit) {
    report_ = report;
    unit_ = unit;
    chosen_ = -1;
    rebuild();
}

void FitPlot::setChosen(int plan) {
    if (std::exchange(chosen_, plan) != plan) rebuild();
}

const FitPlot::Point* FitPlot::pointFor(int plan) const {
    const auto found = std::ranges::find(points_, plan, &Point::plan);
    return found == points_.end() ? nullptr : &*found;
}

QPointF FitPlot::pointOf(int plan) const {
    const Point* point = pointFor(plan);
    return point ? pointOf(*point) : QPointF();
}

QPointF FitPlot::pointOf(const Point& point) const {
    return {xAxis->coordToPixel(point.peak), yAxis->coordToPixel(point.seconds)};
}

void FitPlot::rebuild() {
    clearPlottables();
    // Figures of the upright axis stand at the reader's side; no curve has its end beside them.
    const bool mirror = isRightToLeft();
    styleAxis(yAxis2, 8);
    yAxis2->setVisible(mirror);
    yAxis->setTickLabels(!mirror);
    const int figures = scaled(20), free = scaled(8);
    const QMargins least(mirror ? free : figures, 0, mirror ? figures : free, scaled(18));
    axes_->setAutoMargins((mirror ? QCP::msRight : QCP::msLeft) | QCP::msBottom);
    axes_->setMargins(least);
    axes_->setMinimumMargins(least);
    band_->setBrush(themeColor(Token::ErrB));
    border_->setPen(QPen(themeColor(Token::Err), 1.0, Qt::DashLine));
    points_.clear();
    const Bytes room = report_.budget - report_.reserve;
    const double limit = inUnit(room, unit_);
    for (std::size_t i = 0; i < report_.plans.size(); ++i) {
        const Forecast& f = report_.plans[i].forecast;
        const double peak = inUnit(f.peak, unit_);
        if (f.seconds_per_step > 0 && peak <= limit * kPastBudget)
            points_.push_back({static_cast<int>(i), peak, f.seconds_per_step});
    }
    std::ranges::sort(points_, {}, &Point::peak);
    const bool any = !points_.empty();
    setFocusPolicy(any ? Qt::StrongFocus : Qt::NoFocus);  // nothing to choose: nothing to stop at
    axes_->setVisible(any);
    const bool timed =
        std::ranges::any_of(report_.plans, [](const FitPlan& p) { return p.forecast.seconds_per_step > 0; });
    QString sentence = timed ? tr("Every plan needs far more than the budget") : tr("No plan with a known time yet");
    if (any) {
        const double slowest = std::ranges::max(points_, {}, &Point::seconds).seconds;
        axis_ = fitAxis(points_.front().peak, points_.back().peak, limit);
        xTicker()->setEnd(axis_.plans_end);
        setFullRange(QCPRange(axis_.low, axis_.high));
        for (QCPAxis* upright : {yAxis, yAxis2}) upright->setRange(0.0, slowest * 1.3);
        band_->topLeft->setCoords(axis_.limit, 0.0);
        band_->bottomRight->setCoords(axis_.high, 1.0);
        border_->point1->setCoords(axis_.limit, 0.0);
        border_->point2->setCoords(axis_.limit, 1.0);
        addPoints();
        sentence = tr("%Ln plan(s), peak from %1 to %2 %3, up to %4 %5; budget less reserve %6", nullptr,
                      static_cast<int>(points_.size()))
                       .arg(numberText(points_.front().peak, 2), numberText(points_.back().peak, 2), unitName(unit_),
                            secondsText(slowest), timeWords(), totalText(room));
    }
    setAccessibleDescription(sentence);
    requestReplot(true);
}

QString FitPlot::timeWords() const {
    return perStepText(report_.plans.empty() ? first_kind() : report_.plans.front().config.model);
}

/// What the point of `plan` is known for.
QString FitPlot::pointWords(const FitPlan& plan) const {
    if (plan.recommended) return tr("recommended");
    if (plan.group != PlanGroup::Close) return pictureText(plan.config);
    const auto asked = std::ranges::find(report_.plans, true, &FitPlan::as_asked);
    return asked != report_.plans.end() && asked->config.precision == plan.config.precision
               ? tr("close")
               : precisionText(plan.config.precision);
}

void FitPlot::addPoints() {
    const auto add = [this](const QVector<double>& peaks, const QVector<double>& seconds, const QCPScatterStyle& look) {
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(look);
        graph->setData(peaks, seconds);
    };
    QColor inside;
    for (const PointLook& look : kPointLooks) {
        const QColor colour = themeColor(look.colour);
        QVector<double> peaks, seconds;
        for (const Point& point : points_) {
            if (report_.plans[static_cast<std::size_t>(point.plan)].group != look.group) continue;
            peaks.append(point.peak);
            seconds.append(point.seconds);
            if (point.plan == chosen_) inside = colour;
        }
        add(peaks, seconds, QCPScatterStyle(look.shape, QPen(colour), QBrush(colour), scaled(look.size)));
    }
    if (const Point* point = pointFor(chosen_))
        add({point->peak}, {point->seconds},
            QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(themeColor(Token::T1), 2), QBrush(inside), scaled(10)));
}

/// With its corner at the first of those that has room, else nowhere: a screen reader and the table say it in any case.
void FitPlot::put(QCPItemText* text, const QString& words, const QRectF& beside, const std::vector<QPointF>& corners) {
    const QFontMetricsF metrics(themeFont(TextSize::Plot));
    text->setVisible(false);
    for (const QPointF& corner : corners) {
        const QRectF place = mirrored(layoutDirection(), beside,
                                      QRectF(corner, QSizeF(metrics.horizontalAdvance(words), metrics.height())));
        const auto hits = [&](const QRectF& other) { return other.intersects(place); };
        if (!QRectF(axes_->rect()).contains(place) || std::ranges::any_of(taken_, hits)) continue;
        text->setVisible(true);
        text->setText(words);
        text->position->setCoords(place.topLeft());
        return taken_.push_back(place.adjusted(-kApart, 0, kApart, 0));
    }
}

void FitPlot::placeTexts() {
    if (points_.empty()) return;  // out of sight with the axes
    taken_.clear();
    for (const Point& point : points_) taken_.emplace_back(pointOf(point) - QPointF(5, 5), QSizeF(10, 10));
    const QFontMetricsF metrics(themeFont(TextSize::Plot));
    const QRectF inner = axes_->rect();
    const double high = metrics.height(), top = inner.top() + 3, low = inner.bottom() - 2 - high;
    const double border = xAxis->coordToPixel(axis_.limit);
    const QRectF line(border, inner.top(), 0, inner.height());
    const Bytes room = report_.budget - report_.reserve;
    // Past a break the figure is not on the axis's scale, so that it says its own unit.
    const QString budget = tr("Budget less reserve %1").arg(axis_.broken ? totalText(room) : figureText(room, unit_));
    const QString unit = unitName(unit_);
    const double wide = metrics.horizontalAdvance(budget), end = inner.right() - 3 - metrics.horizontalAdvance(unit);
    put(budget_text_, budget, line, {{border + 5, top}, {border - 5 - wide, top}});
    // Room on neither side of the border: across it.
    const QPointF across(std::max(inner.left() + 1, std::min(border - wide / 2, inner.right() - 1 - wide)), top);
    if (!budget_text_->visible()) put(budget_text_, budget, QRectF(across, QSizeF(wide, high)), {across});
    put(time_text_, timeWords(), inner, {{inner.left() + 5, top}, {inner.left() + 5, top + high}});
    put(unit_text_, unit, QRectF(end, low, inner.right() - 3 - end, high), {{end, low}, {end, low - high}});
    taken_.push_back(line.adjusted(-2, 0, 2, 0));

    const std::vector<FitPlan>& plans = report_.plans;
    const std::array named{std::ranges::find(plans, true, &FitPlan::recommended),
                           std::ranges::find(plans, PlanGroup::Close, &FitPlan::group),
                           std::ranges::find(plans, PlanGroup::Different, &FitPlan::group)};
    for (std::size_t i = 0; i < named.size(); ++i) {
        point_texts_[i]->setVisible(false);
        if (named[i] == plans.end() || (i > 0 && named[i]->recommended)) continue;
        const QPointF at = pointOf(static_cast<int>(named[i] - plans.begin()));
        const QString words = pointWords(*named[i]);
        if (at.isNull() || words.isEmpty()) continue;
        const double half = metrics.horizontalAdvance(words) / 2, gap = scaled(9);
        // Below, above, after, before the point.
        put(point_texts_[i], words, QRectF(at, QSizeF()),
            {at + QPointF(-half, gap), at - QPointF(half, gap + high), at + QPointF(gap, -high / 2),
             at - QPointF(gap + 2 * half, high / 2)});
    }
}

int FitPlot::near(QPointF position) const {
    const auto away = [&](const Point& point) { return QLineF(pointOf(point), position).length(); };
    const auto nearest = std::min_element(points_.rbegin(), points_.rend(),
                                          [&](const Point& a, const Point& b) { return away(a) < away(b); });
    return nearest != points_.rend() && away(*nearest) <= kReach ? nearest->plan : -1;
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

/// All plans are in sight: nothing to zoom.
void FitPlot::wheelEvent(QWheelEvent* event) { event->ignore(); }

void FitPlot::keyPressEvent(QKeyEvent* event) {
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Down;
    const bool on = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up;
    if ((!back && !on) || points_.empty()) return QCustomPlot::keyPressEvent(event);
    const Point* from = pointFor(chosen_);
    const auto to = from ? from - points_.data() + (back ? -1 : 1) : std::ptrdiff_t{0};
    Q_EMIT planChosen(
        points_[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(to, 0, std::ssize(points_) - 1))].plan);
}

void FitPlot::paintEvent(QPaintEvent* event) {
    PlotView::paintEvent(event);
    QPainter painter(this);
    if (points_.empty()) {
        painter.setFont(themeFont(TextSize::Small));
        painter.setPen(themeColor(Token::T3));
        painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, accessibleDescription());
    } else if (axis_.broken) {
        const double x = (xAxis->coordToPixel(axis_.plans_end) + xAxis->coordToPixel(axis_.limit)) / 2;
        const double y = axes_->rect().bottom(), h = scaled(5), slant = scaled(2), gap = scaled(4);
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(Qt::NoPen);
        painter.setBrush(themeColor(Token::Panel));
        painter.drawPolygon(
            QPolygonF({{x - slant, y + h}, {x + slant, y - h}, {x + slant + gap, y - h}, {x - slant + gap, y + h}}));
        painter.setPen(QPen(themeColor(Token::T3), 1.5));
        for (double at : {x, x + gap}) painter.drawLine(QPointF(at - slant, y + h), QPointF(at + slant, y - h));
    }
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

}  // namespace headroom::ui
