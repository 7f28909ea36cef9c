// PlotView: keys, wheel and mouse.
#include "ui/widgets/plot_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

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
    drag_from_.reset();
    unsetCursor();
}

void PlotView::mouseDoubleClickEvent(QMouseEvent*) { fit(); }

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

bool PlotView::moveCrosshair(int steps) {
    const QCPRange range = xRange();
    const double from = crosshair_.value_or(steps > 0 ? range.lower : range.upper);
    const double to = stepper_ ? stepper_(from, steps) : from + range.size() * 0.01 * steps;
    setCrosshair(std::clamp(to, full_.lower, full_.upper));
    if (!range.contains(*crosshair_)) panBy((*crosshair_ - range.center()) / range.size());
    return true;
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

void PlotView::focusInEvent(QFocusEvent* event) {
    QCustomPlot::focusInEvent(event);
    update();
}

void PlotView::focusOutEvent(QFocusEvent* event) {
    QCustomPlot::focusOutEvent(event);
    update();
}

}  // namespace headroom::ui
