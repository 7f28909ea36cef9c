// What tests of kept layouts look for: a window that remembers, from a folder of its own.
#pragma once

#include "tests/ui/studio.h"
#include "ui/widgets/file_dialogs.h"

#include <QApplication>
#include <QDockWidget>
#include <QHeaderView>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace headroom::ui {

/// From now on settings lie in this folder, in which there is none yet.
inline std::unique_ptr<QTemporaryDir> nothingKept() {
    auto folder = std::make_unique<QTemporaryDir>();
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder->path());
    qApp->setProperty(kLastFolders, {});
    return folder;
}

/// The part of the window that is kept by this name.
template <class T> T* part(const MainWindow& window, const QString& name) {
    for (T* one : window.findChildren<T*>())
        if (one->property("kept").toString() == name) return one;
    return nullptr;
}

inline QDockWidget* dock(const MainWindow& window, const char* name) {
    return window.findChild<QDockWidget*>(QLatin1String(name));
}

/// Until what was shown is laid out.
inline void settle() {
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
}

/// The border right of a heading, dragged by the mouse. What the window's own events press is what the application knows to be pressed.
inline void dragBorder(const QHeaderView* header, int column, int by) {
    const QWidget* top = header->window();
    const int right = header->sectionViewportPosition(column) + header->sectionSize(column) - 1;
    const QPoint border = header->viewport()->mapTo(top, QPoint(right, header->height() / 2));
    QTest::mousePress(top->windowHandle(), Qt::LeftButton, {}, border);
    for (const int moved : {by / 2, by}) QTest::mouseMove(top->windowHandle(), border + QPoint(moved, 0));
    QTest::mouseRelease(top->windowHandle(), Qt::LeftButton, {}, border + QPoint(by, 0));
}

}  // namespace headroom::ui
