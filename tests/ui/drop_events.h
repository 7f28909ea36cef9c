// Drop events: a drag over a window and its drop, as the window system sends them.
#pragma once

#include "ui/shell/drop/drop_desk.h"

#include <QApplication>
#include <QDialog>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace headroom::ui {

/// Of files and folders.
inline void fillWithFiles(QMimeData& mime, const QStringList& paths) {
    QList<QUrl> urls;
    for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
    mime.setUrls(urls);
}

/// Who gets drags at `at` of `window`: the nearest widget there that takes any.
inline QWidget* dropTarget(QWidget* window, const QPoint& at) {
    QWidget* w = window->childAt(at);
    while (w && !w->acceptDrops()) w = w->parentWidget();
    return w ? w : window;
}

/// The pointer with `mime` comes to `at` of `window`. Whether it would be taken.
inline bool dragTo(QWidget* window, QMimeData& mime, const QPoint& at) {
    QWidget* target = dropTarget(window, at);
    const QPoint pos = target->mapFrom(window, at);
    QDragEnterEvent enter(pos, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &enter);
    QDragMoveEvent move(pos, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &move);
    return enter.isAccepted() && move.isAccepted();
}

inline void dropAt(QWidget* window, QMimeData& mime, const QPoint& at) {
    dragTo(window, mime, at);
    QWidget* target = dropTarget(window, at);
    QDropEvent drop(target->mapFrom(window, at), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &drop);
}

/// Closes the dialog that is up: what lies below takes no drops.
inline void closeDialog() {
    if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) dialog->reject();
}

inline void dragAway(QWidget* window) {
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(window, &leave);
}

}  // namespace headroom::ui
