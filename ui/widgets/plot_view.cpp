// PlotView: rects, ranges and replots; see plot_view.h. Keys and mouse are in plot_view_input.cpp.
#include "ui/widgets/plot_view.h"

#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {
namespace {

constexpr int kCalmMs = 100;
constexpr int kCalmestMs = 1000;
constexpr int kShareOfTime = 100;  // unasked replots take a hundredth of the time: the training needs the cores
constexpr int kActingMs = 33;
constexpr int kLeftMargin = 44;
constexpr int kRightMargin = 62;
constexpr int kRectGap = 10;

}  // namespace

double ScaledTicker::getTickStep(const QCPRange& range) {
    const double step = fixed_step_ > 0.0
                            ? fixed_step_
                            : QCPAxisTicker::getTickStep(QCPRange(range.lower / divisor_, range.upper / divisor_));
    step_ = whole_ ? std::max(1.0, std::ceil(step)) : step;
    return step_ * divisor_;
}

int ScaledTicker::getSubTickCount(double) { return 0; }

QString ScaledTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    int decimals = 0;
    for (double step = step_; decimals < 6 && std::abs(step - std::round(step)) > 1e-6 * step_; step *= 10.0)
        ++decimals;
    return numberText(tick / divisor_, decimals);
}

PlotView::PlotView(QWidget* parent) : QCustomPlot(parent), x_ticker_(new ScaledTicker) {
    installAccessibleRows();
    plotLayout()->clear();
    plotLayout()->setRowSpacing(kRectGap);
    margins_ = new QCPMarginGroup(this);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setNoAntialiasingOnDrag(true);
    setSelectionRectMode(QCP::srmNone);
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &PlotView::replotNow);
    connect(&Theme::get(), &Theme::changed, this, &PlotView::applyTheme);
    since_replot_.start();
    applyTheme();
}

QCPAxisRect* PlotView::addRect(double share) {
    auto* rect = new QCPAxisRect(this);
    plotLayout()->addElement(static_cast<int>(rects_.size()), 0, rect);
    rects_.push_back(rect);
    shares_.push_back(share);
    rect->setAutoMargins(QCP::msLeft | QCP::msBottom);
    rect->setMarginGroup(QCP::msLeft, margins_);
    rect->setRangeDrag({});
    rect->setRangeZoom({});
    rect->axis(QCPAxis::atBottom)->setTicker(x_ticker_);
    rect->axis(QCPAxis::atBottom)->setRange(full_);
    auto* line = new QCPItemStraightLine(this);
    line->setClipAxisRect(rect);
    line->setVisible(false);
    line->setLayer(QStringLiteral("overlay"));
    for (QCPItemPosition* position : line->positions())
        position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    crosshair_lines_.push_back(line);
    for (std::size_t i = 0; i < rects_.size(); ++i) {
        plotLayout()->setRowStretchFactor(static_cast<int>(i), shares_[i]);
        rects_[i]->axis(QCPAxis::atBottom)->setTickLabels(rects_[i] == rects_.back());
    }
    styleRect(rect);
    return rect;
}

bool PlotView::rectShown(const QCPAxisRect* rect) const { return rect->layout() == plotLayout(); }

void PlotView::setRectShown(QCPAxisRect* rect, bool shown) {
    if (rectShown(rect) == shown) return;
    std::vector<std::pair<QCPAxisRect*, double>> wanted;
    for (std::size_t i = 0; i < rects_.size(); ++i) {
        const bool stays = rects_[i] == rect ? shown : rectShown(rects_[i]);
        if (rectShown(rects_[i])) plotLayout()->take(rects_[i]);
        if (stays) wanted.emplace_back(rects_[i], shares_[i]);
        rects_[i]->setVisible(stays);
    }
    plotLayout()->simplify();
    for (std::size_t row = 0; row < wanted.size(); ++row) {
        plotLayout()->addElement(static_cast<int>(row), 0, wanted[row].first);
        plotLayout()->setRowStretchFactor(static_cast<int>(row), wanted[row].second);
        wanted[row].first->axis(QCPAxis::atBottom)->setTickLabels(row + 1 == wanted.size());
    }
    requestReplot(true);
}

QCPAxisRect* PlotView::lastShownRect() const {
    for (auto rect = rects_.rbegin(); rect != rects_.rend(); ++rect) {
        if (rectShown(*rect)) return *rect;
    }
    return nullptr;
}

QCPRange PlotView::xRange() const { return rects_.empty() ? full_ : rects_.front()->axis(QCPAxis::atBottom)->range(); }

void PlotView::setFullRange(const QCPRange& range) {
    full_ = range;
    if (!follows_) return;
    for (QCPAxisRect* rect : rects_) rect->axis(QCPAxis::atBottom)->setRange(full_);
}

void PlotView::setXRange(const QCPRange& range) {
    const double least = std::max(full_.size() * 1e-6, 1e-9);
    const double size = std::clamp(range.size(), least, full_.size());
    double lower = range.center() - size / 2.0;
    lower = std::clamp(lower, full_.lower, full_.upper - size);
    follows_ = size >= full_.size() * 0.9999;
    for (QCPAxisRect* rect : rects_) rect->axis(QCPAxis::atBottom)->setRange(lower, lower + size);
    requestReplot(true);
}

void PlotView::fit() {
    follows_ = true;
    setFullRange(full_);
    requestReplot(true);
}

void PlotView::zoomBy(double factor, std::optional<double> around) {
    const QCPRange range = xRange();
    const double centre = around.value_or(crosshair_.value_or(range.center()));
    setXRange(QCPRange(centre - (centre - range.lower) / factor, centre + (range.upper - centre) / factor));
}

void PlotView::panBy(double share) {
    QCPRange range = xRange();
    const double by = range.size() * share;
    setXRange(QCPRange(range.lower + by, range.upper + by));
}

void PlotView::setCrosshair(std::optional<double> x) {
    if (x == crosshair_) return;
    crosshair_ = x;
    for (QCPItemStraightLine* line : crosshair_lines_) {
        line->setVisible(x.has_value());
        if (!x) continue;
        line->point1->setCoords(*x, 0.0);
        line->point2->setCoords(*x, 1.0);
    }
    Q_EMIT crosshairMoved(x.has_value(), x.value_or(0.0));
    requestReplot(true);
}

void PlotView::requestReplot(bool soon) {
    dirty_ = true;
    if (!isVisible()) return;
    const int calm = std::clamp(static_cast<int>(replot_ms_ * kShareOfTime), kCalmMs, kCalmestMs);
    const int due = static_cast<int>(std::max<qint64>(0, (soon ? kActingMs : calm) - since_replot_.elapsed()));
    if (!timer_.isActive() || timer_.remainingTime() > due) timer_.start(due);
}

void PlotView::replotNow() {
    if (!isVisible() || window()->isMinimized() || !dirty_) return;  // the next showEvent draws
    dirty_ = false;
    QElapsedTimer cost;
    cost.start();
    Q_EMIT refreshNeeded();
    replot(QCustomPlot::rpQueuedRefresh);
    const double ms = static_cast<double>(cost.nsecsElapsed()) * 1e-6;
    replot_ms_ = replot_ms_ > 0.0 ? 0.8 * replot_ms_ + 0.2 * ms : ms;
    since_replot_.restart();
}

void PlotView::showEvent(QShowEvent* event) {
    QCustomPlot::showEvent(event);
    requestReplot(true);
}

void PlotView::paintEvent(QPaintEvent* event) {
    QCustomPlot::paintEvent(event);
    if (!hasFocus()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(Theme::get().color(Token::Acc), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

void PlotView::setRightMargin(int pixels) {
    if (pixels == right_margin_) return;
    right_margin_ = pixels;
    for (QCPAxisRect* rect : rects_) styleRect(rect);
    requestReplot();
}

void PlotView::applyTheme() {
    setBackground(QBrush(Theme::get().color(Token::Panel)));
    plotLayout()->setMargins(QMargins(0, Theme::get().scaled(8), 0, 2));  // half a label above the topmost tick
    for (QCPAxisRect* rect : rects_) styleRect(rect);
    requestReplot();
}

void PlotView::styleRect(QCPAxisRect* rect) {
    const QMargins least(kLeftMargin, 0, right_margin_ > 0 ? right_margin_ : Theme::get().scaled(kRightMargin),
                         0);  // at the right the figures of the curves' ends
    rect->setMargins(QMargins(rect->margins().left(), rect->margins().top(), least.right(), rect->margins().bottom()));
    rect->setMinimumMargins(least);
    const Theme& theme = Theme::get();
    const QFont font = theme.font(TextSize::Plot);
    for (QCPAxis* axis : rect->axes()) {
        const bool used = axis->axisType() == QCPAxis::atBottom || axis->axisType() == QCPAxis::atLeft;
        axis->setVisible(used);
        if (!used) continue;
        axis->setTickLabelFont(font);
        axis->setTickLabelColor(theme.color(Token::T3));
        axis->setLabelColor(theme.color(Token::T3));
        axis->setLabelFont(font);
        axis->setBasePen(QPen(theme.color(Token::Line)));
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLength(0);
        axis->setTickLabelPadding(axis->axisType() == QCPAxis::atLeft ? 8 : 5);
        axis->grid()->setPen(QPen(theme.color(Token::Grid)));
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setSubGridVisible(false);
    }
    for (QCPItemStraightLine* line : crosshair_lines_) line->setPen(QPen(theme.color(Token::T2)));
}

}  // namespace headroom::ui
