// Showing files in the desktop's file manager.
#pragma once

#include <QDBusConnection>
#include <QString>
#include <QStringList>

namespace headroom::ui {

/// Over which bus showFiles() asks for the file manager; without one it opens folders.
void useFileManager(const QDBusConnection& bus);
/// Shows `files`, chosen, where the desktop's file manager can do so; otherwise, and where there are none, opens `folder`. Waits for nothing.
void showFiles(const QStringList& files, const QString& folder);

}  // namespace headroom::ui
