// FlowRow: each item has the size that it asks for; hidden ones take no room.
#include "ui/widgets/flow_row.h"

#include "ui/widgets/mirrored.h"

namespace headroom::ui {

FlowRow::FlowRow(int spacing, QWidget* parent) : QLayout(parent) {
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

FlowRow::~FlowRow() {
    for (QLayoutItem* item : items_) delete item;
}

void FlowRow::addItem(QLayoutItem* item) { items_.push_back(item); }

QLayoutItem* FlowRow::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowRow::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item) items_.erase(items_.begin() + index);
    return item;
}

int FlowRow::heightForWidth(int width) const { return place({0, 0, width, 0}, true); }

QSize FlowRow::sizeHint() const {
    QSize out;
    for (const QLayoutItem* item : items_) {
        if (item->isEmpty()) continue;
        const QSize size = item->sizeHint();
        out = QSize(out.width() + (out.width() > 0 ? spacing() : 0) + size.width(), qMax(out.height(), size.height()));
    }
    return out.grownBy(contentsMargins());
}

QSize FlowRow::minimumSize() const {
    QSize out;
    for (const QLayoutItem* item : items_)
        if (!item->isEmpty()) out = out.expandedTo(item->minimumSize());
    return out.grownBy(contentsMargins());
}

void FlowRow::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    place(rect, false);
}

int FlowRow::place(const QRect& rect, bool only_measured) const {
    const QRect room = rect.marginsRemoved(contentsMargins());
    int x = room.left(), y = room.top(), line = 0;
    for (QLayoutItem* item : items_) {
        if (item->isEmpty()) continue;
        const QSize size = item->sizeHint().boundedTo(QSize(qMax(1, room.width()), QLAYOUTSIZE_MAX));
        if (line > 0 && x + size.width() > room.right() + 1) {
            x = room.left();
            y += line + spacing();
            line = 0;
        }
        if (!only_measured) {
            const QWidget* widget = item->widget();
            const Qt::LayoutDirection direction = widget ? widget->layoutDirection() : Qt::LeftToRight;
            item->setGeometry(mirrored(direction, room, QRect(QPoint(x, y), size)));
        }
        x += size.width() + spacing();
        line = qMax(line, size.height());
    }
    return y + line - rect.top() + contentsMargins().bottom();
}

}  // namespace headroom::ui
