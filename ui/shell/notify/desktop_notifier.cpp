// DesktopNotifier: org.freedesktop.Notifications (Desktop Notifications Specification 1.2), org.freedesktop.portal.Notification, and
// com.canonical.Unity.LauncherEntry, which GNOME's docks, KDE and others understand.
#include "ui/shell/notify/desktop_notifier.h"

#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

#include <algorithm>
#include <cmath>

namespace headroom::ui {
namespace {

const QString kDesktopEntry = QStringLiteral("org.headroom.Headroom");

}  // namespace

DesktopNotifier::DesktopNotifier(const QDBusConnection& bus, QObject* parent) : QObject(parent), bus_(bus) {}

template <class Answered, class Refused>
void DesktopNotifier::call(const QDBusMessage& message, Answered answered, Refused refused) {
    auto* watcher = new QDBusPendingCallWatcher(bus_.asyncCall(message), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [watcher, answered, refused] {
        watcher->deleteLater();
        watcher->isError() ? refused() : answered(watcher->reply());
    });
}

void DesktopNotifier::tell(const DesktopNote& note) {
    if (!bus_.isConnected()) return Q_EMIT undelivered(note);
    QVariantMap hints{{QStringLiteral("desktop-entry"), kDesktopEntry},
                      {QStringLiteral("urgency"), QVariant::fromValue(static_cast<uchar>(note.urgent ? 2 : 1))}};
    if (note.sound)
        hints.insert(QStringLiteral("sound-name"),
                     note.urgent ? QStringLiteral("dialog-error") : QStringLiteral("complete"));
    else
        hints.insert(QStringLiteral("suppress-sound"), true);
    QDBusMessage message = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    // The text may be read as mark-up, the title never is.
    message << QStringLiteral("Headroom") << shown_.value(note.id) << kDesktopEntry << note.title
            << note.text.toHtmlEscaped() << QStringList() << hints << -1;
    call(
        message,
        [this, id = note.id](const QDBusMessage& reply) { shown_.insert(id, reply.arguments().value(0).toUInt()); },
        [this, note] { tellPortal(note); });
}

void DesktopNotifier::tellPortal(const DesktopNote& note) {
    QDBusMessage message = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.portal.Desktop"), QStringLiteral("/org/freedesktop/portal/desktop"),
        QStringLiteral("org.freedesktop.portal.Notification"), QStringLiteral("AddNotification"));
    message << note.id
            << QVariantMap{
                   {QStringLiteral("title"), note.title},
                   {QStringLiteral("body"), note.text},
                   {QStringLiteral("priority"), note.urgent ? QStringLiteral("high") : QStringLiteral("normal")}};
    call(
        message, [](const QDBusMessage&) {}, [this, note] { Q_EMIT undelivered(note); });
}

void DesktopNotifier::setProgress(std::optional<double> fraction) {
    const auto percent =
        fraction ? std::optional(static_cast<int>(std::lround(100 * std::clamp(*fraction, 0.0, 1.0)))) : std::nullopt;
    if (percent == percent_ || !bus_.isConnected()) return;
    percent_ = percent;
    QDBusMessage message =
        QDBusMessage::createSignal(QStringLiteral("/com/canonical/unity/launcherentry/headroom"),
                                   QStringLiteral("com.canonical.Unity.LauncherEntry"), QStringLiteral("Update"));
    message << QStringLiteral("application://%1.desktop").arg(kDesktopEntry)
            << QVariantMap{{QStringLiteral("progress"), percent.value_or(0) / 100.0},
                           {QStringLiteral("progress-visible"), percent.has_value()}};
    bus_.send(message);
}

}  // namespace headroom::ui
