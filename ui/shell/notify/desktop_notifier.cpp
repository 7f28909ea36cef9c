// DesktopNotifier: org.freedesktop.Notifications (Desktop Notifications Specification 1.2), org.freedesktop.portal.Notification, and
// com.canonical.Unity.LauncherEntry, which GNOME's docks, KDE and others understand.
#include "ui/shell/notify/desktop_notifier.h"

#include <QDBusPendingCallWatcher>
#include <QVariantMap>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

const QString kDesktopEntry = QStringLiteral("org.headroom.Headroom");
const QString kClickAction = QStringLiteral("default");  // a click on the note itself, in both services
const QString kNoteService = QStringLiteral("org.freedesktop.Notifications");
const QString kNotePath = QStringLiteral("/org/freedesktop/Notifications");
const QString kNotePortal = QStringLiteral("org.freedesktop.portal.Notification");
const QString kNotePortalPath = QStringLiteral("/org/freedesktop/portal/desktop");

DesktopNotifier::DesktopNotifier(const QDBusConnection& bus, QObject* parent) : QObject(parent), bus_(bus) {
    if (!bus_.isConnected()) return;
    // Of whatever sender: to name one would wait for its name to be looked up, and all that a click does is to show the window.
    bus_.connect({}, kNotePath, kNoteService, QStringLiteral("ActivationToken"), this, SLOT(takeToken(uint, QString)));
    bus_.connect({}, kNotePath, kNoteService, QStringLiteral("ActionInvoked"), this, SLOT(takeClick(uint, QString)));
    bus_.connect({}, kNotePortalPath, kNotePortal, QStringLiteral("ActionInvoked"), this,
                 SLOT(takePortalClick(QString, QString, QVariantList)));
}

/// On Wayland a window comes to the front only with the token of what was clicked, which Qt takes from here.
void DesktopNotifier::takeToken(uint number, const QString& token) {
    if (shown_.values().contains(number)) qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8());
}

void DesktopNotifier::takeClick(uint number, const QString& action) {
    if (action == kClickAction && shown_.values().contains(number)) Q_EMIT clicked();
}

void DesktopNotifier::takePortalClick(const QString& id, const QString& action, const QVariantList&) {
    if (action == kClickAction && in_portal_.contains(id)) Q_EMIT clicked();
}

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
    QDBusMessage message =
        QDBusMessage::createMethodCall(kNoteService, kNotePath, kNoteService, QStringLiteral("Notify"));
    // The text may be read as mark-up, the title never is.
    message << QStringLiteral("Headroom") << shown_.value(note.id) << kDesktopEntry << note.title
            << note.text.toHtmlEscaped() << QStringList{kClickAction, tr("Show the window")} << hints << -1;
    call(
        message,
        [this, id = note.id](const QDBusMessage& reply) { shown_.insert(id, reply.arguments().value(0).toUInt()); },
        [this, note] { tellPortal(note); });
}

/// `sounds`: it is told whether there is to be one, which a portal before version 2 does not understand.
void DesktopNotifier::tellPortal(const DesktopNote& note, bool sounds) {
    QDBusMessage message =
        QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.portal.Desktop"), kNotePortalPath, kNotePortal,
                                       QStringLiteral("AddNotification"));
    QVariantMap told{{QStringLiteral("title"), note.title},
                     {QStringLiteral("body"), note.text},
                     {QStringLiteral("priority"), note.urgent ? QStringLiteral("high") : QStringLiteral("normal")},
                     {QStringLiteral("default-action"), kClickAction}};
    if (sounds) told.insert(QStringLiteral("sound"), note.sound ? QStringLiteral("default") : QStringLiteral("silent"));
    message << note.id << told;
    call(
        message, [this, id = note.id](const QDBusMessage&) { in_portal_.insert(id); },
        [this, note, sounds] { sounds ? tellPortal(note, false) : Q_EMIT undelivered(note); });
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
