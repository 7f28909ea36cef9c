// DesktopTheme: Qt 6.4 has no colour scheme of its own; desktops tell theirs by palette (KDE) or by the settings portal (GNOME too).
#include "ui/shell/desktop_theme.h"

#include <QApplication>
#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusVariant>
#include <QEvent>
#include <QFontDatabase>
#include <QFontInfo>
#include <QMap>
#include <QPalette>
#include <QTimer>

namespace headroom::ui {
namespace {

constexpr int kAnswerMs = 100;
constexpr char kService[] = "org.freedesktop.portal.Desktop";
constexpr char kPath[] = "/org/freedesktop/portal/desktop";
constexpr char kInterface[] = "org.freedesktop.portal.Settings";
constexpr char kAppearance[] = "org.freedesktop.appearance";
constexpr char kGnome[] = "org.gnome.desktop.interface";
constexpr char kGnomeAccess[] = "org.gnome.desktop.a11y.interface";
constexpr char kKde[] = "org.kde.kdeglobals.KDE";

bool isDark(const QPalette& palette) { return palette.color(QPalette::Window).lightness() < 128; }

/// Portals wrap a value in a variant, some of them twice.
QVariant unwrapped(QVariant value) {
    while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
    return value;
}

/// The desktop's own, whatever font the application has.
int textOfDesktop() {
    return DesktopTheme::textPercentFor(QFontInfo(QFontDatabase::systemFont(QFontDatabase::GeneralFont)).pixelSize());
}

}  // namespace

DesktopTheme::DesktopTheme(QObject* parent)
    : QObject(parent), palette_dark_(isDark(QGuiApplication::palette())), text_percent_(textOfDesktop()) {
    QCoreApplication::instance()->installEventFilter(this);
    if (qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")) askPortal();
}

void DesktopTheme::askPortal() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(QLatin1String(kService), QLatin1String(kPath), QLatin1String(kInterface),
                QStringLiteral("SettingChanged"), this, SLOT(onSetting(QDBusMessage)));
    QDBusMessage ask = QDBusMessage::createMethodCall(QLatin1String(kService), QLatin1String(kPath),
                                                      QLatin1String(kInterface), QStringLiteral("ReadAll"));
    QStringList spaces;
    for (const char* space : {kAppearance, kGnome, kGnomeAccess, kKde}) spaces << QLatin1String(space);
    ask << spaces;
    const QDBusMessage answer = bus.call(ask, QDBus::Block, kAnswerMs);
    if (answer.type() != QDBusMessage::ReplyMessage || answer.arguments().isEmpty()) return;
    const auto all = qdbus_cast<QMap<QString, QVariantMap>>(answer.arguments().first());
    for (auto space = all.begin(); space != all.end(); ++space) {
        for (auto one = space->begin(); one != space->end(); ++one) takeSetting(space.key(), one.key(), one.value());
    }
}

void DesktopTheme::takeSetting(const QString& space, const QString& key, const QVariant& wrapped) {
    const QVariant value = unwrapped(wrapped);
    const auto is = [&](const char* in, const char* name) {
        return space == QLatin1String(in) && key == QLatin1String(name);
    };
    if (is(kAppearance, "color-scheme")) return takeScheme(value.toUInt());
    if (is(kAppearance, "contrast")) return takeFlag(contrast_, value.toUInt() == 1);
    if (is(kAppearance, "reduced-motion")) return takeFlag(still_, value.toUInt() == 1);
    if (is(kGnomeAccess, "high-contrast")) return takeFlag(contrast_, value.toBool());
    if (is(kGnome, "enable-animations")) return takeFlag(still_, !value.toBool());
    if (is(kKde, "AnimationDurationFactor")) takeFlag(still_, value.toDouble() == 0);
}

void DesktopTheme::takeFlag(bool& flag, bool value) {
    if (flag == value) return;
    flag = value;
    Q_EMIT changed();
}

int DesktopTheme::textPercentFor(qreal font_pixels) {
    constexpr qreal kUsual = 10.0 * 96.0 / 72.0;
    return qBound(100, 5 * qRound(20.0 * font_pixels / kUsual), 200);
}

void DesktopTheme::takeText(int percent) {
    if (percent == text_percent_) return;
    text_percent_ = percent;
    Q_EMIT changed();
}

void DesktopTheme::take(unsigned scheme, bool palette_is_dark) {
    const bool before = dark();
    scheme_ = scheme;
    palette_dark_ = palette_is_dark;
    if (dark() != before) Q_EMIT changed();
}

void DesktopTheme::onSetting(const QDBusMessage& message) {
    const QList<QVariant> said = message.arguments();
    if (said.size() == 3) takeSetting(said[0].toString(), said[1].toString(), said[2]);
}

void DesktopTheme::readLook() {
    waiting_ = false;
    const QPalette ours = QApplication::palette();
    QApplication::setPalette(QPalette());  // the desktop's own shows through
    const bool now = isDark(QApplication::palette());
    QApplication::setPalette(ours);
    takePalette(now);
    takeText(textOfDesktop());
}

bool DesktopTheme::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ThemeChange && watched->isWindowType() &&
        !waiting_) {  // every window is told: once is enough
        waiting_ = true;
        QTimer::singleShot(0, this, &DesktopTheme::readLook);
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace headroom::ui
