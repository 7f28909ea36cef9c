// Boxes: layouts with their margins, spacing and contents in one call.
#pragma once

#include <QHBoxLayout>
#include <QMargins>
#include <QVBoxLayout>

#include <initializer_list>

namespace headroom::ui {

/// What stands in a box: a widget or another layout, with its share of the room and its place in it, or a gap.
struct BoxItem {
    BoxItem(QWidget* w, int share = 0, Qt::Alignment at = {}) : widget(w), stretch(share), place(at) {}
    BoxItem(QLayout* l, int share = 0) : layout(l), stretch(share) {}

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0;
    Qt::Alignment place{};
    int pixels = -1;  ///< of a gap; below 0: one that stretches
};
BoxItem stretch(int share = 0);
BoxItem gap(int pixels);

/// Adds `items` in order and returns `box`.
template <typename Box> Box* fill(Box* box, std::initializer_list<BoxItem> items) {
    for (const BoxItem& item : items) {
        if (item.widget)
            box->addWidget(item.widget, item.stretch, item.place);
        else if (item.layout)
            box->addLayout(item.layout, item.stretch);
        else if (item.pixels >= 0)
            box->addSpacing(item.pixels);
        else
            box->addStretch(item.stretch);
    }
    return box;
}
inline BoxItem stretch(int share) { return {static_cast<QWidget*>(nullptr), share}; }
inline BoxItem gap(int pixels) {
    BoxItem item = stretch();
    item.pixels = pixels;
    return item;
}

/// `parent` may be null: the layout is put into another one. `spacing` below 0: the style's.
template <typename Box>
Box* boxIn(QWidget* parent, const QMargins& margins, int spacing, std::initializer_list<BoxItem> items) {
    auto* box = new Box(parent);
    box->setContentsMargins(margins);
    if (spacing >= 0) box->setSpacing(spacing);
    return fill(box, items);
}
inline QHBoxLayout* rowIn(QWidget* parent, const QMargins& margins, int spacing = -1,
                          std::initializer_list<BoxItem> items = {}) {
    return boxIn<QHBoxLayout>(parent, margins, spacing, items);
}
inline QVBoxLayout* columnIn(QWidget* parent, const QMargins& margins, int spacing = -1,
                             std::initializer_list<BoxItem> items = {}) {
    return boxIn<QVBoxLayout>(parent, margins, spacing, items);
}
/// The parts of `box` stand beside each other, or below each other.
inline void standBeside(QBoxLayout* box, bool beside) {
    box->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}
/// To stand in another box.
inline QHBoxLayout* rowOf(std::initializer_list<BoxItem> items, int spacing = -1, const QMargins& margins = {}) {
    return boxIn<QHBoxLayout>(nullptr, margins, spacing, items);
}
inline QVBoxLayout* columnOf(std::initializer_list<BoxItem> items, int spacing = -1, const QMargins& margins = {}) {
    return boxIn<QVBoxLayout>(nullptr, margins, spacing, items);
}

}  // namespace headroom::ui
