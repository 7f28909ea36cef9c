// ImageGrid: keyboard, mouse and scrolling.
#include "ui/widgets/image_grid.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace headroom::ui {

void ImageGrid::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void ImageGrid::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::EnabledChange) viewport()->update();
}

void ImageGrid::scrollContentsBy(int, int) {
    viewport()->update();
    describe();
    Q_EMIT viewChanged();
}

void ImageGrid::keyPressEvent(QKeyEvent* event) {
    const int columns = single_ ? 1 : layout_.columns;
    const int page = std::max(1, visibleCount());
    switch (event->key()) {
        case Qt::Key_Left: setCurrent(current_ - 1); return;
        case Qt::Key_Right: setCurrent(current_ + 1); return;
        case Qt::Key_Up:
            if (current_ >= columns) setCurrent(current_ - columns);
            return;
        case Qt::Key_Down:
            if (current_ + columns < images_.size()) setCurrent(current_ + columns);
            return;
        case Qt::Key_Home: setCurrent(0); return;
        case Qt::Key_End: setCurrent(static_cast<int>(images_.size()) - 1); return;
        case Qt::Key_PageUp: setCurrent(current_ - page); return;
        case Qt::Key_PageDown: setCurrent(current_ + page); return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!images_.isEmpty()) Q_EMIT activated(current_);
            return;
        case Qt::Key_Menu:
            if (!images_.isEmpty())
                Q_EMIT menuRequested(
                    current_, viewport()->mapToGlobal(layout_.cellRect(single_ ? 0 : current_).center() - offset()));
            return;
        default: break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void ImageGrid::mousePressEvent(QMouseEvent* event) {
    const int cell = layout_.indexAt(event->position().toPoint() + offset());
    if (cell >= 0) setCurrent(pictureIndex(cell));
}

void ImageGrid::mouseDoubleClickEvent(QMouseEvent* event) {
    const int cell = layout_.indexAt(event->position().toPoint() + offset());
    if (cell >= 0 && event->button() == Qt::LeftButton) Q_EMIT activated(pictureIndex(cell));
}

void ImageGrid::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) {
        event->angleDelta().y() > 0 ? zoomIn() : zoomOut();
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

void ImageGrid::contextMenuEvent(QContextMenuEvent* event) {
    const int cell = layout_.indexAt(event->pos() + offset());
    if (cell < 0) return;
    setCurrent(pictureIndex(cell));
    Q_EMIT menuRequested(current_, event->globalPos());
}

}  // namespace headroom::ui
