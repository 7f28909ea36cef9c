// FlowRow: a row whose widgets go on in a further line where the room ends, as words do. For buttons whose names are longer in another language. Each
// has the size that it asks for; hidden ones take no room.
#pragma once

#include "ui/widgets/mirrored.h"

#include <QLayout>

#include <vector>

namespace headroom::ui {

class FlowRow : public QLayout {
    Q_OBJECT
public:
    explicit FlowRow(int spacing, QWidget* parent = nullptr) : QLayout(parent) {
        setContentsMargins(0, 0, 0, 0);
        setSpacing(spacing);
    }
    ~FlowRow() override {
        for (QLayoutItem* item : items_) delete item;
    }

    void addItem(QLayoutItem* item) override { items_.push_back(item); }
    QLayoutItem* itemAt(int index) const override {
        return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
    }
    QLayoutItem* takeAt(int index) override {
        QLayoutItem* item = itemAt(index);
        if (item) items_.erase(items_.begin() + index);
        return item;
    }
    int count() const override { return static_cast<int>(items_.size()); }
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place({0, 0, width, 0}, true); }
    /// All in one line.
    QSize sizeHint() const override {
        QSize out;
        for (const QLayoutItem* item : items_) {
            if (item->isEmpty()) continue;
            const QSize size = item->sizeHint();
            out = QSize(out.width() + (out.width() > 0 ? spacing() : 0) + size.width(),
                        qMax(out.height(), size.height()));
        }
        return out.grownBy(contentsMargins());
    }
    QSize minimumSize() const override {
        QSize out;
        for (const QLayoutItem* item : items_)
            if (!item->isEmpty()) out = out.expandedTo(item->minimumSize());
        return out.grownBy(contentsMargins());
    }
    void setGeometry(const QRect& rect) override {
        QLayout::setGeometry(rect);
        place(rect, false);
    }

private:
    /// Places the items into `rect` unless `only_measured`; returns the height that they take.
    int place(const QRect& rect, bool only_measured) const {
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

    std::vector<QLayoutItem*> items_;
};

}  // namespace headroom::ui
