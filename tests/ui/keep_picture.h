// Pictures of what a test shows, for people to look at.
#pragma once

#include <QDir>
#include <QWidget>

namespace headroom::ui {

/// Saves what `widget` looks like as NAME.png in the folder that HEADROOM_TEST_PICTURES names, for people to look at; otherwise nothing.
inline void keep_picture(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("HEADROOM_TEST_PICTURES");
    if (!folder.isEmpty()) widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
}

}  // namespace headroom::ui
