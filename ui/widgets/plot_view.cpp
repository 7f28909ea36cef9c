// PlotView: a QCustomPlot in the window's colours: stacked axis rects over one shared x axis.
#include "ui/widgets/plot_view.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/kit.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

constexpr int kCalmMs = 100;
constexpr int kCalmestMs = 1000;
constexpr int kShareOfTime = 100;  // unasked replots take a hundredth of the time: the training needs the cores
constexpr int kActingMs = 33;
constexpr int kLeftMargin = 44;
constexpr int kRightMargin = 62;
constexpr int kRectGap = 10;  // the lowest figure of one rect and the highest of the next do not touch

double ScaledTicker::getTickStep(const QCPRange& range) {
    const double step = fixed_step_ > 0.0
                            ? fixed_step_
                            : QCPAxisTicker::getTickStep(QCPRange(range.lower / divisor_, range.upper / divisor_));
    step_ = whole_ ? std::max(1.0, std::ceil(step)) : step;
    return step_ * divisor_;
}

QVector<double> ScaledTicker::createTickVector(double step, const QCPRange& range) {
    QVector<double> ticks = QCPAxisTicker::createTickVector(step, range);
    ticks.removeIf([this](double tick) { return tick > end_; });
    return ticks;
}

QString ScaledTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    int decimals = 0;
    for (double step = step_; decimals < 6 && std::abs(step - std::round(step)) > 1e-6 * step_; step *= 10.0)
        ++decimals;
    return numberText(tick / divisor_, decimals);
}

static void styleText(QCPItemText* text, Token color) {
    text->setFont(themeFont(TextSize::Plot));
    text->setColor(themeColor(color));
}

void styleAxis(QCPAxis* axis, int padding) {
    axis->setTickLabelFont(themeFont(TextSize::Plot));
    axis->setTickLabelColor(themeColor(Token::T3));
    axis->setLabelColor(themeColor(Token::T3));
    axis->setLabelFont(themeFont(TextSize::Plot));
    axis->setBasePen(QPen(themeColor(Token::Line)));
    axis->setTickPen(Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLength(0);
    axis->setTickLabelPadding(padding);
    axis->grid()->setPen(QPen(themeColor(Token::Grid)));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->grid()->setSubGridVisible(false);
}

PlotView::PlotView(QWidget* parent) : QCustomPlot(parent), x_ticker_(new ScaledTicker) {
    plotLayout()->clear();
    margins_ = new QCPMarginGroup(this);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setNoAntialiasingOnDrag(true);
    setSelectionRectMode(QCP::srmNone);
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);  // moving the crosshair draws no curve again
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &PlotView::replotNow);
    connect(this, &QCustomPlot::afterReplot, this, [this] { accessibleRowsChanged(); });  // the rects have their places
    connect(&Theme::get(), &Theme::changed, this, &PlotView::applyTheme);
    onEvents(this, {QEvent::Show}, [this] { requestReplot(true); });
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
    for (auto rect = rects_.rbegin(); rect != rects_.rend(); ++rect)
        if (rectShown(*rect)) return *rect;
    return nullptr;
}

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
    accessibleRowsChanged();
    Q_EMIT crosshairMoved(x.has_value(), x.value_or(0.0));
    overlay_dirty_ = true;
    schedule(kActingMs);
}

void PlotView::requestReplot(bool soon) {
    accessibleRowsChanged();
    dirty_ = true;
    const int calm = std::clamp(static_cast<int>(replot_ms_ * kShareOfTime), kCalmMs, kCalmestMs);
    schedule(soon ? kActingMs : calm);
}

void PlotView::schedule(int apart) {
    if (!isVisible()) return;
    const int due = static_cast<int>(std::max<qint64>(0, apart - since_replot_.elapsed()));
    if (!timer_.isActive() || timer_.remainingTime() > due) timer_.start(due);
}

void PlotView::replotNow() {
    if (!isVisible() || window()->isMinimized() || (!dirty_ && !overlay_dirty_))
        return;  // it is drawn when it is shown
    if (!dirty_) {
        overlay_dirty_ = false;
        Q_EMIT overlayNeeded();
        replotOverlay();
        since_replot_.restart();
        return;
    }
    dirty_ = overlay_dirty_ = resized_ = false;
    QElapsedTimer cost;
    cost.start();
    Q_EMIT refreshNeeded();
    replot(QCustomPlot::rpQueuedRefresh);
    const double ms = static_cast<double>(cost.nsecsElapsed()) * 1e-6;
    replot_ms_ = replot_ms_ > 0.0 ? 0.8 * replot_ms_ + 0.2 * ms : ms;
    since_replot_.restart();
}

void PlotView::replotOverlay() {
    accessibleRowsChanged();
    if (isVisible() && !window()->isMinimized() && !viewport().isEmpty()) layer(QStringLiteral("overlay"))->replot();
}

/// A new layout of the window gives a plot several sizes one after the other: only the one that is seen is drawn.
void PlotView::resizeEvent(QResizeEvent*) {
    setViewport(rect());
    resized_ = true;
}

void PlotView::paintEvent(QPaintEvent* event) {
    if (std::exchange(resized_, false)) replot(QCustomPlot::rpQueuedRefresh);
    QCustomPlot::paintEvent(event);
    QPainter painter(this);
    paintFocusFrame(painter, this);
}

QCPItemText* PlotView::addText(QCPAxisRect* rect, Token color) {
    auto* text = new QCPItemText(this);
    text->setClipAxisRect(rect);  // first: an item is hidden with the rect that it was last clipped to
    text->setClipToAxisRect(false);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    text->position->setType(QCPItemPosition::ptAbsolute);
    text->setPadding(QMargins());
    text->setLayer(QStringLiteral("overlay"));
    texts_.emplace_back(text, color);
    styleText(text, color);
    return text;
}

void PlotView::setRightMargin(int pixels) {
    if (std::exchange(right_margin_, pixels) == pixels) return;
    for (QCPAxisRect* rect : rects_) styleRect(rect);
    requestReplot(true);
}

void PlotView::applyTheme() {
    setBackground(QBrush(themeColor(Token::Panel)));
    plotLayout()->setRowSpacing(scaled(kRectGap));
    plotLayout()->setMargins(QMargins(0, scaled(8), 0, 2));  // half a label above the topmost tick
    for (QCPAxisRect* rect : rects_) styleRect(rect);
    for (auto& [text, color] : texts_) styleText(text, color);
    requestReplot(true);
}

void PlotView::styleRect(QCPAxisRect* rect) {
    const QMargins least(kLeftMargin, 0, right_margin_ > 0 ? right_margin_ : scaled(kRightMargin),
                         0);  // at the right the figures of the curves' ends
    rect->setMargins(QMargins(rect->margins().left(), rect->margins().top(), least.right(), rect->margins().bottom()));
    rect->setMinimumMargins(least);
    for (QCPAxis* axis : rect->axes()) {
        const bool used = axis->axisType() == QCPAxis::atBottom || axis->axisType() == QCPAxis::atLeft;
        axis->setVisible(used);
        if (!used) continue;
        styleAxis(axis, axis->axisType() == QCPAxis::atLeft ? 8 : 5);
    }
    for (QCPItemStraightLine* line : crosshair_lines_) line->setPen(QPen(themeColor(Token::T2)));
}

void PlotView::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton || rects_.empty()) return;
    drag_from_ = rects_.front()->axis(QCPAxis::atBottom)->pixelToCoord(event->position().x());
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
    if (rects_.empty()) return;
    QCPAxis* axis = rects_.front()->axis(QCPAxis::atBottom);
    const double x = axis->pixelToCoord(event->position().x());
    if (drag_from_ && event->buttons().testFlag(Qt::LeftButton)) {
        const QCPRange range = xRange();
        setXRange(QCPRange(range.lower + *drag_from_ - x, range.upper + *drag_from_ - x));
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    const bool inside =
        event->position().x() >= axis->axisRect()->left() && event->position().x() <= axis->axisRect()->right();
    setCrosshair(inside ? std::optional(x) : std::nullopt);
}

void PlotView::mouseReleaseEvent(QMouseEvent*) {
    if (std::exchange(drag_from_, std::nullopt)) unsetCursor();
}

void PlotView::leaveEvent(QEvent* event) {
    QCustomPlot::leaveEvent(event);
    setCrosshair(std::nullopt);
}

void PlotView::wheelEvent(QWheelEvent* event) {
    if (rects_.empty()) return;
    const double notches = event->angleDelta().y() / 120.0;
    const double aside = event->angleDelta().x() / 120.0;
    if (notches != 0.0)
        zoomBy(std::pow(1.25, notches), rects_.front()->axis(QCPAxis::atBottom)->pixelToCoord(event->position().x()));
    if (aside != 0.0) panBy(-0.1 * aside);
    event->accept();
}

void PlotView::moveCrosshair(int steps) {
    const QCPRange range = xRange();
    const double from = crosshair_.value_or(steps > 0 ? range.lower : range.upper);
    const double to = stepper_ ? stepper_(from, steps) : from + range.size() * 0.01 * steps;
    setCrosshair(std::clamp(to, full_.lower, full_.upper));
    if (!range.contains(*crosshair_)) panBy((*crosshair_ - range.center()) / range.size());
}

/// Keys that are the window's too, for pictures and the curves in front, are the plot's own while it has the focus.
bool PlotView::event(QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) return QCustomPlot::event(event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool bare = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    const int own[] = {Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus, Qt::Key_F, Qt::Key_L};
    event->setAccepted(bare && std::ranges::find(own, key->key()) != std::end(own));
    return event->isAccepted();
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    const int steps = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    switch (event->key()) {
        case Qt::Key_Left: moveCrosshair(-steps); break;
        case Qt::Key_Right: moveCrosshair(steps); break;
        case Qt::Key_Home: setCrosshair(xRange().lower); break;
        case Qt::Key_End: setCrosshair(xRange().upper); break;
        case Qt::Key_PageUp: panBy(-0.5); break;
        case Qt::Key_PageDown: panBy(0.5); break;
        case Qt::Key_Plus:
        case Qt::Key_Equal: zoomBy(1.5); break;
        case Qt::Key_Minus: zoomBy(1.0 / 1.5); break;
        case Qt::Key_F: fit(); break;
        case Qt::Key_L: Q_EMIT logToggled(); break;
        case Qt::Key_Escape:
            if (!crosshair_) return QCustomPlot::keyPressEvent(event);
            setCrosshair(std::nullopt);
            break;
        default: return QCustomPlot::keyPressEvent(event);
    }
    event->accept();
}

namespace {

using Draw = std::function<void(QCPPainter&)>;

/// The strokes alone: pixels are made where the file is written.
QPicture strokes(const Draw& draw) {
    QPicture out;
    QCPPainter painter(&out);
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    draw(painter);
    return out;
}

bool writePng(QIODevice& file, const QSize& size, const QColor& ground, QPicture strokes) {
    QImage image(size * 2, QImage::Format_RGB32);
    image.setDevicePixelRatio(2.0);
    image.fill(ground);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing, true);
    painter.drawPicture(0, 0, strokes);
    painter.end();
    return image.save(&file, "PNG");
}

void drawLines(QPaintDevice* on, const QSize& size, const Draw& draw) {
    QCPPainter painter(on);
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    painter.fillRect(QRect(QPoint(0, 0), size), themeColor(Token::Panel));
    draw(painter);
}

void drawSvg(QIODevice& file, const QSize& size, const Draw& draw) {
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    svg.setTitle(QStringLiteral("Headroom"));
    drawLines(&svg, size, draw);
}

void drawPdf(QIODevice& file, const QSize& size, const Draw& draw) {
    QPdfWriter pdf(&file);
    pdf.setTitle(QStringLiteral("Headroom"));
    pdf.setResolution(96);
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    pdf.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96.0, QPageSize::Point, {}, QPageSize::ExactMatch));
    drawLines(&pdf, size, draw);
}

}  // namespace

FileWriter drawnFile(const QString& path, const QSize& size, const Draw& draw) {
    const QString ending = QFileInfo(path).suffix().toLower();
    const bool svg = ending == QStringLiteral("svg"), pdf = ending == QStringLiteral("pdf");
    if (!svg && !pdf && ending != QStringLiteral("png")) {
        return [path]() -> Result<void> {
            return make_error(ErrorCode::InvalidArgument,
                              "'" + path.toStdString() + "' does not end in png, svg or pdf",
                              "Choose one of these endings.");
        };
    }
    QBuffer drawn;
    drawn.open(QIODevice::WriteOnly);
    if (svg) drawSvg(drawn, size, draw);
    if (pdf) drawPdf(drawn, size, draw);
    if (svg || pdf) return bytesTo(path, drawn.data());
    return [path, size, ground = themeColor(Token::Panel), drawn = strokes(draw)] {
        return writeWhole(path, [&](QIODevice& file) { return writePng(file, size, ground, drawn); });
    };
}

}  // namespace headroom::ui
