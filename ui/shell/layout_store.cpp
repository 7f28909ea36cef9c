// LayoutStore: an INI file in the user's configuration folder.
#include "ui/shell/layout_store.h"

#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QFileInfo>
#include <QMainWindow>
#include <QMetaProperty>
#include <QScreen>
#include <QSplitter>

#include <utility>

namespace headroom::ui {
namespace {

constexpr int kVersion = 2;       // raise when docks are added, renamed or moved to another parent
constexpr int kScreensMs = 1000;  // a dock of several screens tells of each, and the desktop moves windows afterwards
constexpr const char* kMark = "kept";
constexpr const char* kDefault = "keptDefault";

/// "1920x1080+0+0 1280x1024+1920+0".
QString screens() {
    QStringList all;
    for (const QScreen* screen : QGuiApplication::screens()) {
        const QRect at = screen->geometry();
        all << QStringLiteral("%1x%2+%3+%4").arg(at.width()).arg(at.height()).arg(at.x()).arg(at.y());
    }
    return all.join(QLatin1Char(' '));
}

/// All of it where the user made its columns as wide as they are; otherwise the order of the rows, "4 1", as the widths follow the text.
QVariant state_of(const QHeaderView* header) {
    if (userSized(header)) return header->saveState();
    if (!header->isSortIndicatorShown()) return QString();
    return QStringLiteral("%1 %2").arg(header->sortIndicatorSection()).arg(header->sortIndicatorOrder());
}

void set_state(QHeaderView* header, const QVariant& state) {
    const bool all = state.typeId() == QMetaType::QByteArray && header->restoreState(state.toByteArray());
    if (userSized(header) != all) header->setProperty(kUserSized, all);
    const QStringList sort = state.toString().split(QLatin1Char(' '));
    bool number = false;
    const int column = sort.value(0).toInt(&number);
    if (all || sort.size() != 2 || !number || column < 0 || column >= header->count()) return;
    header->setSortIndicator(column, sort[1] == QLatin1String("1") ? Qt::DescendingOrder : Qt::AscendingOrder);
}

QVariant state_of(const QWidget* part) {
    if (const auto* splitter = qobject_cast<const QSplitter*>(part)) return splitter->saveState();
    if (const auto* header = qobject_cast<const QHeaderView*>(part)) return state_of(header);
    if (const auto* combo = qobject_cast<const QComboBox*>(part))
        return combo->property(kWanted).isValid() ? combo->property(kWanted) : combo->currentData();
    return part->metaObject()->userProperty().read(part);  // a slider's value, whether a button is checked
}

void set_state(QWidget* part, const QVariant& state) {
    if (auto* splitter = qobject_cast<QSplitter*>(part)) {
        splitter->restoreState(state.toByteArray());
    } else if (auto* header = qobject_cast<QHeaderView*>(part)) {
        set_state(header, state);
    } else if (auto* combo = qobject_cast<QComboBox*>(part)) {
        if (combo->property(kWanted).isValid()) combo->setProperty(kWanted, state.toString());
        if (const int at = choiceOf(combo, state); at >= 0) combo->setCurrentIndex(at);
    } else {
        part->metaObject()->userProperty().write(part, state);
    }
}

/// A splitter that has no sizes yet cannot tell its own: its parts' stretch says how it begins.
void reset(QWidget* part) {
    auto* splitter = qobject_cast<QSplitter*>(part);
    if (!splitter) return set_state(part, part->property(kDefault));
    QList<int> sizes;
    for (int i = 0; i < splitter->count(); ++i) {
        const QSizePolicy policy = splitter->widget(i)->sizePolicy();
        const bool across = splitter->orientation() == Qt::Horizontal;
        sizes << 1000 * qMax(1, across ? policy.horizontalStretch() : policy.verticalStretch());
    }
    splitter->setSizes(sizes);
}

}  // namespace

LayoutStore::LayoutStore(bool remember) : screens_(screens), arrangement_(screens()) {
    if (remember)
        settings_ = std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("headroom"),
                                                QStringLiteral("window"));
}

QString LayoutStore::folder() const { return settings_ ? QFileInfo(settings_->fileName()).absolutePath() : QString(); }

QString LayoutStore::path(const QString& key) const {
    return QStringLiteral("layout/%1/%2").arg(QString::number(qHash(arrangement_, 0), 16), key);
}

QString LayoutStore::partPath(const QWidget* part) const {
    return path(QStringLiteral("parts/") + part->property(kMark).toString());
}

bool LayoutStore::isPart(const QObject* object) const {
    if (!object->isWidgetType() || !object->property(kMark).isValid()) return false;
    const QObject* above = object;
    while (above && above != window_) above = above->parent();
    return above;
}

void LayoutStore::keepPart(QWidget* part) {
    if (calm()) settings_->setValue(partPath(part), state_of(part));
}

bool LayoutStore::isArranged(const QObject* object) const {
    if (object == window_) return true;
    if (qobject_cast<const QDockWidget*>(object)) return object->parent() == window_;
    return qobject_cast<const QSplitter*>(object->parent()) && isPart(object->parent());
}

bool LayoutStore::eventFilter(QObject* watched, QEvent* event) {
    const bool laid = event->type() == QEvent::Resize || event->type() == QEvent::Move;
    if ((laid || event->type() == QEvent::Show || event->type() == QEvent::Hide) && isArranged(watched))
        Q_EMIT changed();
    if ((event->type() != QEvent::Polish && event->type() != QEvent::Hide) || !isPart(watched)) return false;
    auto* part = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::Hide)
        keepPart(part);
    else
        restorePart(part);
    return false;
}

void LayoutStore::restorePart(QWidget* part) {
    if (part->property(kDefault).isValid()) return;  // a style is polished again with the theme
    part->setProperty(kDefault, state_of(part));
    takeKept(part);
}

void LayoutStore::takeKept(QWidget* part) {
    const QVariant kept = settings_->value(partPath(part));
    if (kept.isValid()) set_state(part, kept);
}

bool LayoutStore::hasKept() const { return settings_->value(path(QStringLiteral("version"))).toInt() == kVersion; }

bool LayoutStore::placeWindow() {
    const bool placed = window_->restoreGeometry(settings_->value(path(QStringLiteral("geometry"))).toByteArray());
    return window_->restoreState(settings_->value(path(QStringLiteral("state"))).toByteArray(), kVersion) && placed;
}

void LayoutStore::followScreens() {
    const auto leave = [this] {
        if (calm()) Q_EMIT screensLeft();
        changing_.start();
    };
    // One that gets another resolution is another one.
    const auto follow = [this, leave](const QScreen* screen) {
        connect(screen, &QScreen::geometryChanged, this, leave);
    };
    for (const QScreen* screen : QGuiApplication::screens()) follow(screen);
    connect(qApp, &QGuiApplication::screenAdded, this, follow);
    for (const auto signal : {&QGuiApplication::screenAdded, &QGuiApplication::screenRemoved})
        connect(qApp, signal, this, leave);
    onRest(changing_, kScreensMs, this, [this] {
        const QString now = screens_();
        if (std::exchange(arrangement_, now) != now && hasKept()) Q_EMIT screensKnown();
    });
}

void LayoutStore::restoreSizes() {
    placeWindow();
    for (QWidget* part : window_->findChildren<QWidget*>()) {
        const bool sized = qobject_cast<QSplitter*>(part) || qobject_cast<QHeaderView*>(part);
        if (sized && part->property(kDefault).isValid()) takeKept(part);
    }
}

void LayoutStore::save() {
    if (!settings_ || !window_) return;
    settings_->setValue(path(QStringLiteral("version")), kVersion);
    settings_->setValue(path(QStringLiteral("geometry")), window_->saveGeometry());
    settings_->setValue(QStringLiteral("layout/folders"), qApp->property(kLastFolders));
    for (QWidget* part : window_->findChildren<QWidget*>())
        if (part->property(kDefault).isValid()) keepPart(part);
}

void LayoutStore::noteDocks() {
    if (settings_ && window_ && calm())
        settings_->setValue(path(QStringLiteral("state")), window_->saveState(kVersion));
}

bool LayoutStore::restore(QMainWindow* window) {
    window_ = window;
    if (!settings_) return false;
    qApp->installEventFilter(this);
    qApp->setProperty(kLastFolders, settings_->value(QStringLiteral("layout/folders")).toMap());
    followScreens();
    const bool placed = hasKept() && placeWindow();
    for (QWidget* part : window->findChildren<QWidget*>())
        if (part->testAttribute(Qt::WA_WState_Polished) && isPart(part)) restorePart(part);
    return placed;
}

void LayoutStore::forget() {
    if (settings_) settings_->remove(QStringLiteral("layout"));
    qApp->setProperty(kLastFolders, QVariantMap());
    if (!window_) return;
    for (QWidget* part : window_->findChildren<QWidget*>())
        if (part->property(kDefault).isValid()) reset(part);
}

QString LayoutStore::text(const QString& key, const QString& fallback) const {
    return settings_ ? settings_->value(key, fallback).toString() : fallback;
}

}  // namespace headroom::ui
