// StepTimelineView: data, keys, mouse and drawing.
#include "ui/widgets/step_timeline_view.h"

#include "core/api/step_tensors.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/mirrored.h"
#include "ui/widgets/role_paint.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>

#include <cmath>

namespace headroom::ui {

StepTimelineView::StepTimelineView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setStepName(tr("step"));
    connect(&Theme::get(), &Theme::changed, this, [this] {
        accessibleRowsChanged();
        update();
    });
    onTip(this, [this](const QPoint& at) { return tipAt(at); });
}

QString StepTimelineView::tipAt(const QPoint& at) const {
    if (!timeline_) return {};
    if (nearPeak(at)) return tr("Peak: %1.\nClick for the tensors alive there").arg(peakReason(*timeline_));
    const Frame frame = frameFor(size());
    for (const StepTimeline::PhaseSpan& span : timeline_->phases) {
        if (at.x() < frame.x(span.begin_ms) || at.x() >= frame.x(span.end_ms)) continue;
        const QString speed = speedSentence(*timeline_, span.phase);
        return phaseSentence(span) + (speed.isEmpty() ? QString() : QStringLiteral("\n") + speed) +
               tr("\nClick for the tensors alive there");
    }
    return {};
}

void StepTimelineView::setStepName(const QString& name) {
    step_name_ = name;
    setAccessibleName(tr("Memory of one %1").arg(name));
    describe();
}

void StepTimelineView::setTimeline(std::shared_ptr<const StepTimeline> timeline, MemoryUnit unit) {
    unit_ = unit;
    if (timeline != timeline_) {
        timeline_ = std::move(timeline);
        areas_ = timeline_ ? stepAreas(*timeline_) : std::vector<StepArea>{};
        if (!timeline_) cursor_ms_ = -1;
    }
    describe();
    update();
}

void StepTimelineView::describe() {
    accessibleRowsChanged();
    if (timeline_) {
        const QString phase = timeline_->peak_phase == Phase::None
                                  ? tr("between phases")
                                  : tr("in phase %1").arg(phaseName(timeline_->peak_phase));
        setAccessibleDescription(tr("%7 %1, %2. %3 %4, %5. %6")
                                     .arg(countText(timeline_->step), durationText(timeline_->duration_ms / 1000.0),
                                          peakText(*timeline_, unit_), unitName(unit_), phase, peakReason(*timeline_),
                                          capitalised(step_name_)));
    } else {
        setAccessibleDescription(tr("No %1 measured yet").arg(step_name_));
    }
}

std::vector<AccessibleRow> StepTimelineView::makeAccessibleRows() const {
    std::vector<AccessibleRow> rows;
    if (!timeline_) return rows;
    const Frame frame = frameFor(size());
    const QPoint peak = peakPosition().toPoint();
    rows.push_back({peakText(*timeline_, unit_), peakReason(*timeline_), QRect(peak - QPoint(7, 7), QSize(14, 14))});
    for (const StepArea& area : areas_)
        if (!area.name.isEmpty()) rows.push_back({area.name, sizeText(area.figure, unit_), {}});
    for (const StepTimeline::PhaseSpan& span : timeline_->phases) {
        Bytes most;
        for (const StepTimeline::Point& point : timeline_->points)
            if (point.ms >= span.begin_ms && point.ms <= span.end_ms)
                most = std::max(most, point.bytes.total() - point.bytes[Role::Cache]);
        const QRectF place(frame.x(span.begin_ms), frame.strip.top(), frame.x(span.end_ms) - frame.x(span.begin_ms),
                           frame.strip.height());
        const QString speed = speedSentence(*timeline_, span.phase);
        rows.push_back(
            {phaseSentence(span),
             tr("at most %1").arg(sizeText(most, unit_)) + (speed.isEmpty() ? QString() : QStringLiteral("; ") + speed),
             place.toAlignedRect()});
    }
    return rows;
}

void StepTimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, size());
    paintFocusFrame(painter, this);
}

double StepTimelineView::momentAt(const QPointF& position) const {
    if (!timeline_) return -1;
    if (nearPeak(position)) return timeline_->peak_ms;
    const Frame frame = frameFor(size());
    const QRectF sensitive = frame.plot.united(frame.strip);
    if (!sensitive.contains(position)) return -1;
    return std::clamp((position.x() - frame.plot.left()) / frame.plot.width() * frame.duration, 0.0, frame.duration);
}

void StepTimelineView::activate(double ms) {
    const Frame frame = frameFor(size());
    double bytes = static_cast<double>(timeline_->peak_tensors.count);
    if (ms != timeline_->peak_ms) bytes = static_cast<double>(bytes_at(*timeline_, ms).total().count);
    Q_EMIT momentActivated(ms, mapToGlobal(QPointF(frame.x(ms), frame.y(bytes)).toPoint()));
}

void StepTimelineView::moveCursor(int by) {
    const auto& points = timeline_->points;
    if (points.empty()) return;
    const double at = cursor_ms_ < 0 ? timeline_->peak_ms : cursor_ms_;
    // A twentieth of the step at a time, on moments that were recorded.
    const double wanted = std::clamp(at + by * timeline_->duration_ms / 20.0, 0.0, timeline_->duration_ms);
    const auto away = [&](const StepTimeline::Point& point) { return std::abs(point.ms - wanted); };
    cursor_ms_ = std::ranges::min_element(points, {}, away)->ms;
    update();
}

QPointF StepTimelineView::peakPosition() const {
    if (!timeline_) return {};
    const Frame frame = frameFor(size());
    return {frame.x(timeline_->peak_ms), frame.y(static_cast<double>(timeline_->peak_tensors.count))};
}

bool StepTimelineView::nearPeak(const QPointF& position) const {
    if (!timeline_) return false;
    const QPointF away = position - peakPosition();
    return std::hypot(away.x(), away.y()) <= 14.0;
}

void StepTimelineView::mousePressEvent(QMouseEvent* event) {
    const double ms = momentAt(event->position());
    if (event->button() == Qt::LeftButton && ms >= 0) {
        cursor_ms_ = ms;
        update();
        activate(ms);
    } else {
        QWidget::mousePressEvent(event);
    }
}

void StepTimelineView::mouseMoveEvent(QMouseEvent* event) {
    setCursor(momentAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StepTimelineView::keyPressEvent(QKeyEvent* event) {
    if (!timeline_) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return activate(cursor_ms_ < 0 ? timeline_->peak_ms : std::min(cursor_ms_, timeline_->duration_ms));
        case Qt::Key_Left: return moveCursor(-1);
        case Qt::Key_Right: return moveCursor(1);
        case Qt::Key_Home: cursor_ms_ = -1; return update();
        default: QWidget::keyPressEvent(event);
    }
}

constexpr double kStripHeight = 14.0;

StepTimelineView::Frame StepTimelineView::frameFor(const QSizeF& size) const {
    Frame frame;
    const QFontMetricsF metrics(themeFont(TextSize::Plot));
    const double unit = unitBytes(unit_);
    double highest = 0.0;
    for (const StepArea& area : areas_)
        for (const QPointF& point : area.upper) highest = std::max(highest, point.y());
    if (timeline_) {
        frame.duration = std::max(timeline_->duration_ms, 1e-6);
        highest = std::max(highest, static_cast<double>(timeline_->peak_tensors.count));
    }
    const double line = metrics.height();
    const double strip = std::max(kStripHeight, line);
    const double top = strip + 8.0;
    const double height = std::max(20.0, size.height() - top - line - 8.0);
    // Room above the peak for the plate that explains it.
    const double wanted = std::max(highest, unit * 1e-3) * height / std::max(20.0, height - line - 16.0);
    frame.step_bytes = roundStep(wanted / unit, std::clamp(static_cast<int>(height / (line * 2.2)), 1, 5)) * unit;
    frame.top_bytes = wanted;
    const double left =
        std::max(20.0, metrics.horizontalAdvance(numberText(wanted / unit, frame.step_bytes < unit ? 1 : 0)) + 8.0);
    frame.strip = mirrored(layoutDirection(), QRectF(QPointF(), size),
                           QRectF(left, 2.0, std::max(10.0, size.width() - left - 1.0), strip));
    frame.plot = QRectF(frame.strip.left(), top, frame.strip.width(), height);
    const int most = std::clamp(
        static_cast<int>(frame.plot.width() / (metrics.horizontalAdvance(QStringLiteral("1,200")) * 1.8)), 1, 5);
    frame.step_ms = roundStep(frame.duration, most, true);
    return frame;
}

void StepTimelineView::draw(QPainter& painter, const QSizeF& size) const {
    painter.setFont(themeFont(TextSize::Plot));
    if (!timeline_ || areas_.empty()) return;
    const Frame frame = frameFor(size);
    drawGrid(painter, frame);
    drawAreas(painter, frame);
    drawStrip(painter, frame);
    drawCursor(painter, frame);
    drawPeak(painter, frame);
}

void StepTimelineView::drawCursor(QPainter& painter, const Frame& frame) const {
    if (cursor_ms_ < 0 || cursor_ms_ > timeline_->duration_ms || !hasFocus()) return;
    const double x = std::round(frame.x(cursor_ms_));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(QRectF(x, frame.plot.top(), 1.0, frame.plot.height()), themeColor(Token::Acc));
}

void StepTimelineView::drawGrid(QPainter& painter, const Frame& frame) const {
    const QFontMetricsF metrics(painter.font());
    const double unit = unitBytes(unit_);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; frame.step_bytes * i <= frame.top_bytes; ++i) {
        const double y = std::round(frame.y(frame.step_bytes * i));
        painter.fillRect(QRectF(frame.plot.left(), y, frame.plot.width(), 1.0), themeColor(Token::Grid));
        const QString text = numberText(frame.step_bytes * i / unit, frame.step_bytes < unit ? 1 : 0);
        painter.setPen(themeColor(Token::T3));
        const double width = metrics.horizontalAdvance(text);
        const QRectF place(frame.plot.left() - 6.0 - width, y + metrics.capHeight() / 2.0, width, 0);
        painter.drawText(mirrored(layoutDirection(), frame.plot, place).topLeft(), text);
    }
    const double baseline = frame.plot.bottom() + 5.0 + metrics.ascent();
    const QString ms = QStringLiteral("ms");
    const double unit_left = frame.plot.right() - metrics.horizontalAdvance(ms);
    painter.setPen(themeColor(Token::T2));
    painter.drawText(QPointF(unit_left, baseline), ms);
    painter.setPen(themeColor(Token::T3));
    for (int i = 0; frame.step_ms * i <= frame.duration; ++i) {
        const QString text = numberText(frame.step_ms * i, frame.step_ms < 1.0 ? 1 : 0);
        const double width = metrics.horizontalAdvance(text);
        const double x = frame.x(frame.step_ms * i) - (i == 0 ? 0.0 : width / 2.0);
        if (x + width + 8.0 < unit_left) painter.drawText(QPointF(x, baseline), text);
    }
}

void StepTimelineView::drawAreas(QPainter& painter, const Frame& frame) const {
    const Theme& theme = Theme::get();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    for (const StepArea& area : areas_) {
        QPolygonF shape;
        for (const QPointF& point : area.upper) shape << QPointF(frame.x(point.x()), frame.y(point.y()));
        for (auto point = area.lower.rbegin(); point != area.lower.rend(); ++point)
            shape << QPointF(frame.x(point->x()), frame.y(point->y()));
        painter.setBrush(theme.color(area.role));
        painter.drawPolygon(shape);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    QPen dotted(theme.blend(theme.color(Token::Win), 0.55), 1);
    dotted.setDashPattern({2, 3});
    painter.setPen(dotted);
    for (std::size_t i = 1; i < timeline_->phases.size(); ++i) {
        const double x = std::round(frame.x(timeline_->phases[i].begin_ms));
        painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, frame.plot.bottom()));
    }
    const QFontMetricsF metrics(painter.font());
    for (const StepArea& area : areas_) {
        if (area.name.isEmpty()) continue;
        const double top = frame.y(area.upper.front().y());
        const double bottom = frame.y(area.lower.front().y());
        if (bottom - top < metrics.height() + 2.0) continue;
        const QString text = area.name + QLatin1Char(' ') + figureText(area.figure, unit_);
        const double height = metrics.height() + 1.0;
        const QRectF place(frame.plot.left() + 6.0, (top + bottom - height) / 2.0,
                           metrics.horizontalAdvance(text) + 10.0, height);
        drawPlate(painter, mirrored(layoutDirection(), frame.plot, place), text);
    }
}

void StepTimelineView::drawStrip(QPainter& painter, const Frame& frame) const {
    const QFontMetricsF metrics(painter.font());
    for (const StepTimeline::PhaseSpan& span : timeline_->phases) {
        const double left = frame.x(span.begin_ms);
        const QRectF block(left + 0.5, frame.strip.top(), std::max(1.0, frame.x(span.end_ms) - left - 1.0),
                           frame.strip.height());
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(Qt::NoPen);
        painter.setBrush(themeColor(phaseRole(span.phase)));
        painter.drawRoundedRect(block, 2, 2);
        if (const double share = shareOfLimit(*timeline_, span.phase); share > 0) {
            painter.setBrush(themeColor(Token::T1));
            painter.drawRect(QRectF(block.left(), block.bottom() - 2.0, block.width() * share, 2.0));
        }
        QString name = phaseName(span.phase);
        if (metrics.horizontalAdvance(name) + 6.0 > block.width()) name = phaseShortName(span.phase);
        const double width = metrics.horizontalAdvance(name) + 6.0;
        if (name.isEmpty() || width > block.width()) continue;
        drawPlate(painter, QRectF(block.center().x() - width / 2.0, block.top() + 1.0, width, block.height() - 2.0),
                  name);
    }
}

void StepTimelineView::drawPeak(QPainter& painter, const Frame& frame) const {
    const QPointF peak(frame.x(timeline_->peak_ms), frame.y(static_cast<double>(timeline_->peak_tensors.count)));
    painter.setRenderHint(QPainter::Antialiasing, false);
    QPen dashed(themeColor(Token::T1), 1);
    dashed.setDashPattern({3, 3});
    painter.setPen(dashed);
    painter.drawLine(QPointF(frame.plot.left(), std::round(peak.y())),
                     QPointF(frame.plot.right(), std::round(peak.y())));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(themeColor(Token::T1), 2));
    painter.setBrush(themeColor(Token::Panel));
    painter.drawEllipse(peak, 4, 4);

    const QFontMetricsF metrics(painter.font());
    QString text = peakText(*timeline_, unit_);
    if (metrics.horizontalAdvance(text) + 12.0 > frame.plot.width()) text = peakText(*timeline_, unit_, true);
    const double width = metrics.horizontalAdvance(text) + 12.0;
    const double height = metrics.height() + 5.0;
    const double left = std::max(frame.plot.left(), std::min(frame.plot.right() - width, peak.x() - width / 2.0));
    const QRectF plate(left, peak.y() - 7.0 - height, width, height);
    painter.setPen(themeColor(Token::Ctl));
    painter.setBrush(themeColor(Token::Panel));
    painter.drawRoundedRect(plate.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.setPen(themeColor(Token::T1));
    painter.drawText(plate, Qt::AlignCenter, text);
}

}  // namespace headroom::ui
