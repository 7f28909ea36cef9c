// File dialogs that begin where the last one for the same purpose ended, and showing files in the desktop's file manager. LayoutStore keeps the folders.
#pragma once

#include <QFileDialog>
#include <QString>

class QDBusConnection;

namespace headroom::ui {

/// Property of the application: the last folder (QString) by purpose.
inline constexpr const char* kLastFolders = "lastFolders";

/// Filters of a dialog: the pictures or the networks' weights that can be read, and all files.
QString pictureFilter();
QString weightsFilter();
/// By its ending.
bool namesWeights(const QString& path);

/// An existing folder; empty: cancelled, or `parent` or its window has gone meanwhile. `now`: what the field holds, which comes before the last folder.
QString askForFolder(QWidget* parent, const QString& purpose, const QString& title, const QString& now = {});
/// An existing file, likewise.
QString askForFile(QWidget* parent, const QString& purpose, const QString& title, const QString& filter,
                   const QString& now = {});
/// A file to write. `proposal`: a name, or a path that stands as it is.
QString askWhereToWrite(QWidget* parent, const QString& purpose, const QString& title, const QString& proposal,
                        const QString& filter, QFileDialog::Options options = {});

/// The folder of the last file or folder that was chosen for `purpose`; none, or it is gone: `otherwise`.
QString lastFolder(const QString& purpose, const QString& otherwise = {});
/// `chosen` is the last one now; empty ones are not. Returns it.
QString noteChosen(const QString& purpose, const QString& chosen);

/// Over which bus showFiles() asks for the file manager; without one it opens folders.
void useFileManager(const QDBusConnection& bus);
/// Shows `files`, chosen, where the desktop's file manager can do so; otherwise, and where there are none, opens `folder`. Waits for nothing.
void showFiles(const QStringList& files, const QString& folder);

}  // namespace headroom::ui
