// Layouts with their margins and spacing in one call.
#pragma once

#include <QHBoxLayout>
#include <QMargins>
#include <QVBoxLayout>

namespace headroom::ui {

/// `parent` may be null: the layout is put into another one. `spacing` below 0: the style's.
template <typename Box> Box* boxIn(QWidget* parent, const QMargins& margins, int spacing = -1) {
    auto* box = new Box(parent);
    box->setContentsMargins(margins);
    if (spacing >= 0) box->setSpacing(spacing);
    return box;
}
inline QHBoxLayout* rowIn(QWidget* parent, const QMargins& margins, int spacing = -1) {
    return boxIn<QHBoxLayout>(parent, margins, spacing);
}
inline QVBoxLayout* columnIn(QWidget* parent, const QMargins& margins, int spacing = -1) {
    return boxIn<QVBoxLayout>(parent, margins, spacing);
}

}  // namespace headroom::ui
