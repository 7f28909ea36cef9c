// Showing files: org.freedesktop.FileManager1 (File Manager DBus Interface), which Nautilus, Dolphin, Nemo, Thunar and others implement.
#include "ui/widgets/show_files.h"

#include <QCoreApplication>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDesktopServices>
#include <QUrl>

namespace headroom::ui {
namespace {

constexpr int kFileManagerMs = 5000;  // for it to be started

/// By its name: a connection itself may not outlive Qt.
QString& file_manager_bus() {
    static QString name;
    return name;
}

}  // namespace

void useFileManager(const QDBusConnection& bus) { file_manager_bus() = bus.name(); }

void showFiles(const QStringList& files, const QString& folder) {
    const auto open = [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); };
    const QDBusConnection bus(file_manager_bus());
    if (files.isEmpty() || !bus.isConnected()) return open();
    const QString service = QStringLiteral("org.freedesktop.FileManager1");
    QDBusMessage message = QDBusMessage::createMethodCall(service, QStringLiteral("/org/freedesktop/FileManager1"),
                                                          service, QStringLiteral("ShowItems"));
    QStringList places;
    for (const QString& file : files) places << QUrl::fromLocalFile(file).toString(QUrl::FullyEncoded);
    message << places << QString();
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(message, kFileManagerMs), qApp);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, qApp, [watcher, open] {
        watcher->deleteLater();
        if (watcher->isError()) open();
    });
}

}  // namespace headroom::ui
