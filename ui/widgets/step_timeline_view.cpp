// StepTimelineView: data, keys and mouse; drawing is in step_timeline_view_paint.cpp.
#include "ui/widgets/step_timeline_view.h"

#include "core/api/step_tensors.h"
#include "ui/bridge/qt_format.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

StepTimelineView::StepTimelineView(QWidget* parent) : QWidget(parent) {
    installAccessibleRows();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setStepName(tr("step"));
    connect(&Theme::get(), &Theme::changed, this, qOverload<>(&QWidget::update));
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
    if (timeline_) {
        const QString phase = timeline_->peak_phase == Phase::None
                                  ? tr("between phases")
                                  : tr("in phase %1").arg(phaseName(timeline_->peak_phase));
        setAccessibleDescription(tr("%7 %1, %2. %3 %4, %5. %6")
                                     .arg(countText(timeline_->step), durationText(timeline_->duration_ms / 1000.0),
                                          peakText(*timeline_, unit_), unitName(unit_), phase,
                                          QString::fromStdString(explain_peak(*timeline_)), capitalised(step_name_)));
    } else {
        setAccessibleDescription(tr("No %1 measured yet").arg(step_name_));
    }
}

QSize StepTimelineView::sizeHint() const { return QSize(Theme::get().scaled(320), Theme::get().scaled(260)); }
QSize StepTimelineView::minimumSizeHint() const { return QSize(Theme::get().scaled(160), Theme::get().scaled(120)); }

std::vector<AccessibleRow> StepTimelineView::accessibleRows() const {
    std::vector<AccessibleRow> rows;
    if (!timeline_) return rows;
    const Frame frame = frameFor(size());
    const QPoint peak = peakPosition().toPoint();
    rows.push_back({peakText(*timeline_, unit_), QString::fromStdString(explain_peak(*timeline_)),
                    QRect(peak - QPoint(7, 7), QSize(14, 14))});
    for (const StepArea& area : areas_) {
        if (!area.name.isEmpty()) rows.push_back({area.name, sizeText(area.figure, unit_), {}});
    }
    for (const StepTimeline::PhaseSpan& span : timeline_->phases) {
        Bytes most;
        for (const StepTimeline::Point& point : timeline_->points) {
            if (point.ms >= span.begin_ms && point.ms <= span.end_ms)
                most = std::max(most, point.bytes.total() - point.bytes[Role::Cache]);
        }
        const QRectF place(frame.x(span.begin_ms), frame.strip.top(), frame.x(span.end_ms) - frame.x(span.begin_ms),
                           frame.strip.height());
        rows.push_back({phaseSentence(span), tr("at most %1").arg(sizeText(most, unit_)), place.toAlignedRect()});
    }
    return rows;
}

void StepTimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, size());
    if (!hasFocus()) return;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(Theme::get().color(Token::Acc), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
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
    const auto nearest = std::min_element(points.begin(), points.end(), [&](const auto& a, const auto& b) {
        return std::abs(a.ms - wanted) < std::abs(b.ms - wanted);
    });
    cursor_ms_ = nearest->ms;
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

void StepTimelineView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void StepTimelineView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

bool StepTimelineView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !timeline_) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const Frame frame = frameFor(size());
    QString text;
    if (nearPeak(help->pos()))
        text = tr("Peak: %1.\nClick for the tensors alive there").arg(QString::fromStdString(explain_peak(*timeline_)));
    for (const StepTimeline::PhaseSpan& span : timeline_->phases) {
        if (text.isEmpty() && help->pos().x() >= frame.x(span.begin_ms) && help->pos().x() < frame.x(span.end_ms))
            text = phaseSentence(span) + tr("\nClick for the tensors alive there");
    }
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(help->globalPos(), text, this);
    }
    return true;
}

}  // namespace headroom::ui
