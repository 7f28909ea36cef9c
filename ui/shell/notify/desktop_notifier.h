// DesktopNotifier: tells the desktop something, and how far a run is, over D-Bus: the notification service, else the portal of sandboxes.
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QVariantList>

#include <optional>

namespace headroom::ui {

struct DesktopNote {
    QString id;  ///< a newer one of the same id takes its place
    QString title, text;
    bool urgent = false, sound = false;
};

/// Window's thread; nothing here waits for an answer.
class DesktopNotifier : public QObject {
    Q_OBJECT
public:
    explicit DesktopNotifier(const QDBusConnection& bus, QObject* parent = nullptr);

    void tell(const DesktopNote& note);
    /// In the task bar, 0 to 1; nothing: none. Changes under a hundredth are not told.
    void setProgress(std::optional<double> fraction);

Q_SIGNALS:
    /// Neither service is there.
    void undelivered(const headroom::ui::DesktopNote& note);
    /// A note of this window was clicked.
    void clicked();

private Q_SLOTS:  // signals of the bus find them by their names
    void takeToken(uint number, const QString& token);
    void takeClick(uint number, const QString& action);
    void takePortalClick(const QString& id, const QString& action, const QVariantList& more);

private:
    void tellPortal(const DesktopNote& note, bool sounds = true);
    template <class Answered, class Refused> void call(const QDBusMessage& message, Answered answered, Refused refused);

    QDBusConnection bus_;
    QHash<QString, quint32> shown_;  ///< the service's numbers by id
    QSet<QString> in_portal_;        ///< ids that the portal shows
    std::optional<int> percent_;
};

}  // namespace headroom::ui
