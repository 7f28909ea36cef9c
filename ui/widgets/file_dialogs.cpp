// File dialogs: Qt's own, with a memory.
#include "ui/widgets/file_dialogs.h"

#include "core/api/picture_files.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QStringList>
#include <QUrl>

namespace headroom::ui {
namespace {

struct FilterText {
    Q_DECLARE_TR_FUNCTIONS(FileFilters)
};

constexpr int kFileManagerMs = 5000;  // for it to be started

/// By its name: a connection itself may not outlive Qt.
QString& file_manager_bus() {
    static QString name;
    return name;
}

}  // namespace

QString pictureFilter() {
    QStringList patterns;
    for (const std::string_view ending : kPictureEndings)
        patterns << QLatin1Char('*') + QString::fromUtf8(ending.data(), qsizetype(ending.size()));
    return FilterText::tr("Pictures (%1);;All files (*)").arg(patterns.join(QLatin1Char(' ')));
}

bool namesWeights(const QString& path) {
    static const QStringList endings{QStringLiteral("ckpt"), QStringLiteral("pt"), QStringLiteral("pth"),
                                     QStringLiteral("bin"), QStringLiteral("safetensors")};
    return endings.contains(QFileInfo(path).suffix(), Qt::CaseInsensitive);
}

QString weightsFilter() { return FilterText::tr("Weights (*.ckpt *.pt *.pth *.bin *.safetensors);;All files (*)"); }

QString lastFolder(const QString& purpose, const QString& otherwise) {
    const QString kept = qApp->property(kLastFolders).toMap().value(purpose).toString();
    return QFileInfo(kept).isDir() ? kept : otherwise;
}

QString noteChosen(const QString& purpose, const QString& chosen) {
    if (chosen.isEmpty()) return chosen;
    const QFileInfo info(chosen);
    QVariantMap folders = qApp->property(kLastFolders).toMap();
    folders.insert(purpose, info.isDir() ? info.absoluteFilePath() : info.absolutePath());
    qApp->setProperty(kLastFolders, folders);
    return chosen;
}

namespace {

/// As QFileDialog's own functions, but for where it stands: on the stack it would be deleted twice where the window goes meanwhile. `start`: a folder,
/// or a file in one.
QString chosenFile(QWidget* parent, const QString& title, const QString& start, const QString& filter,
                   QFileDialog::FileMode mode, QFileDialog::Options options = {}) {
    const QFileInfo at(start);
    const QPointer<QFileDialog> dialog =
        new QFileDialog(parent->window(), title, at.isDir() ? start : at.path(), filter);
    dialog->setOptions(options);
    dialog->setFileMode(mode);
    dialog->setSupportedSchemes({QStringLiteral("file")});
    if (mode == QFileDialog::AnyFile) dialog->setAcceptMode(QFileDialog::AcceptSave);
    if (!at.isDir() && !at.fileName().isEmpty()) dialog->selectFile(at.fileName());
    QObject::connect(parent, &QObject::destroyed, dialog, &QDialog::reject);  // a page may go without its window
    const bool accepted = dialog->exec() == QDialog::Accepted;
    if (!dialog) return {};
    const QString chosen = accepted ? dialog->selectedFiles().value(0) : QString();
    delete dialog;
    return chosen;
}

}  // namespace

QString askForFolder(QWidget* parent, const QString& purpose, const QString& title, const QString& now) {
    const QString start = QFileInfo(now).isDir() ? now : lastFolder(purpose);
    return noteChosen(purpose, chosenFile(parent, title, start, {}, QFileDialog::Directory, QFileDialog::ShowDirsOnly));
}

QString askForFile(QWidget* parent, const QString& purpose, const QString& title, const QString& filter,
                   const QString& now) {
    const QString start = QFileInfo::exists(now) ? now : lastFolder(purpose);
    return noteChosen(purpose, chosenFile(parent, title, start, filter, QFileDialog::ExistingFile));
}

QString askWhereToWrite(QWidget* parent, const QString& purpose, const QString& title, const QString& proposal,
                        const QString& filter, QFileDialog::Options options) {
    const QString start = QFileInfo(proposal).isAbsolute()
                              ? proposal
                              : lastFolder(purpose, QDir::homePath()) + QLatin1Char('/') + proposal;
    return noteChosen(purpose, chosenFile(parent, title, start, filter, QFileDialog::AnyFile, options));
}

// Over org.freedesktop.FileManager1 (File Manager DBus Interface), which Nautilus, Dolphin, Nemo, Thunar and others implement.
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
