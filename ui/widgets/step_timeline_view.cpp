// StepTimelineView: data, keys and mouse; drawing is in step_timeline_view_paint.cpp.
#include "ui/widgets/step_timeline_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>
#include <utility>

namespace headroom::ui {

StepTimelineView::StepTimelineView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Memory of one step"));
    connect(&Theme::get(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void StepTimelineView::setTimeline(std::shared_ptr<const StepTimeline> timeline, MemoryUnit unit) {
    unit_ = unit;
    if (timeline != timeline_) {
        timeline_ = std::move(timeline);
        areas_ = timeline_ ? stepAreas(*timeline_) : std::vector<StepArea>{};
    }
    if (timeline_) {
        const QString phase = timeline_->peak_phase == Phase::None ? tr("between phases") : tr("in phase %1").arg(phaseName(timeline_->peak_phase));
        setAccessibleDescription(tr("Step %1, %2. %3 %4, %5.")
                                     .arg(countText(timeline_->step), durationText(timeline_->duration_ms / 1000.0),
                                          peakText(*timeline_, unit_), unitName(unit_), phase));
    } else {
        setAccessibleDescription(tr("No step measured yet"));
    }
    update();
}

QSize StepTimelineView::sizeHint() const { return QSize(Theme::get().scaled(320), Theme::get().scaled(260)); }
QSize StepTimelineView::minimumSizeHint() const { return QSize(Theme::get().scaled(160), Theme::get().scaled(120)); }

void StepTimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, size());
    if (!hasFocus()) return;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(Theme::get().color(Token::Acc), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
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
    if (event->button() == Qt::LeftButton && nearPeak(event->position())) {
        Q_EMIT peakActivated(mapToGlobal(peakPosition().toPoint()));
    } else {
        QWidget::mousePressEvent(event);
    }
}

void StepTimelineView::mouseMoveEvent(QMouseEvent* event) {
    setCursor(nearPeak(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StepTimelineView::keyPressEvent(QKeyEvent* event) {
    const bool open = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (open && timeline_) {
        Q_EMIT peakActivated(mapToGlobal(peakPosition().toPoint()));
    } else {
        QWidget::keyPressEvent(event);
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
    if (nearPeak(help->pos())) text = tr("Click for the tensors alive at the peak");
    for (const StepTimeline::PhaseSpan& span : timeline_->phases) {
        if (text.isEmpty() && help->pos().x() >= frame.x(span.begin_ms) && help->pos().x() < frame.x(span.end_ms)) text = phaseSentence(span);
    }
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(help->globalPos(), text, this);
    }
    return true;
}

}  // namespace headroom::ui
