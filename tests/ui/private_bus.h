// PrivateBus: D-Bus within one program, with a desktop's notification service at the other end of it.
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusServer>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QVariant>

namespace headroom::ui {

/// The notification service of a desktop.
class NotificationService : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    struct Note {
        uint replaces;
        QString title, text;
        QStringList actions;
        QVariantMap hints;
    };
    QList<Note> notes;
    QList<QVariantMap> progress;

public Q_SLOTS:
    uint Notify(const QString&, uint replaces, const QString&, const QString& title, const QString& text,
                const QStringList& actions, const QVariantMap& hints, int) {
        notes.append({replaces, title, text, actions, hints});
        return 41 + static_cast<uint>(notes.size());
    }
    void update(const QString& app, const QVariantMap& values) {
        if (app == QStringLiteral("application://org.headroom.Headroom.desktop")) progress.append(values);
    }
};

/// A bus of two ends: that of what is `there` and the window's. `portal`: it is there instead of the service, which hears of progress alone.
class PrivateBus {
public:
    enum class There { Service, Portal, Nothing };
    explicit PrivateBus(NotificationService* service, There there = There::Service, QObject* portal = nullptr)
        : server_(QStringLiteral("unix:tmpdir=/tmp")) {
        QObject::connect(&server_, &QDBusServer::newConnection, service, [=, this](QDBusConnection connection) {
            if (there == There::Service)
                connection.registerObject(QStringLiteral("/org/freedesktop/Notifications"), service,
                                          QDBusConnection::ExportAllSlots);
            if (there == There::Portal)
                connection.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), portal,
                                          QDBusConnection::ExportAllSlots);
            connection.connect(QString(), QStringLiteral("/com/canonical/unity/launcherentry/headroom"),
                               QStringLiteral("com.canonical.Unity.LauncherEntry"), QStringLiteral("Update"), service,
                               SLOT(update(QString, QVariantMap)));
            name_ = connection.name();
        });
    }
    ~PrivateBus() { QDBusConnection::disconnectFromPeer(QString::fromLatin1(kName)); }
    QDBusConnection open() { return QDBusConnection::connectToPeer(server_.address(), QString::fromLatin1(kName)); }
    bool met() const { return !name_.isEmpty(); }
    void offer(const QString& path, QObject* object) {
        QDBusConnection(name_).registerObject(path, object, QDBusConnection::ExportAllSlots);
    }
    /// What is there sends a signal.
    void say(const QString& path, const QString& interface, const QString& signal, const QVariantList& arguments) {
        QDBusMessage message = QDBusMessage::createSignal(path, interface, signal);
        message.setArguments(arguments);
        QDBusConnection(name_).send(message);
    }

private:
    static constexpr const char* kName = "private bus";  ///< of the window's end

    QDBusServer server_;
    QString name_;
};

}  // namespace headroom::ui
