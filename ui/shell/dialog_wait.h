// Waiting for a dialog's answer before what asked for it goes.
#pragma once

#include <QApplication>
#include <QFileDialog>
#include <QTimer>

#include <functional>
#include <utility>

namespace headroom::ui {

inline bool any_dialog_is_up() { return QApplication::activeModalWidget() || QGuiApplication::modalWindow(); }
/// One that a field or a page waits for, below whose call it must not go. Other dialogs go with what they belong to.
inline bool file_dialog_is_up() { return qobject_cast<QFileDialog*>(QApplication::activeModalWidget()); }

/// At once unless `is_up`, else as soon as it is no longer. Not if `context` goes before.
inline void when_no_dialog(bool (*is_up)(), QObject* context, std::function<void()> what) {
    constexpr int kLookMs = 100;
    if (!is_up()) return what();
    QTimer::singleShot(kLookMs, context,
                       [is_up, context, what = std::move(what)] { when_no_dialog(is_up, context, what); });
}

}  // namespace headroom::ui
