// LayoutStore: an INI file in the user's configuration folder.
#include "ui/shell/layout_store.h"

#include <QMainWindow>
#include <QSettings>
#include <QSplitter>

namespace headroom::ui {

constexpr int kVersion = 1;  // raise when docks are added, renamed or moved to another parent

LayoutStore::LayoutStore(bool remember) {
    if (remember) {
        settings_ = std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("headroom"),
                                                QStringLiteral("window"));
    }
}

LayoutStore::~LayoutStore() = default;

void LayoutStore::save(const QMainWindow& window, const QSplitter& splitter) {
    if (!settings_) return;
    settings_->setValue(QStringLiteral("layout/version"), kVersion);
    settings_->setValue(QStringLiteral("layout/geometry"), window.saveGeometry());
    settings_->setValue(QStringLiteral("layout/state"), window.saveState(kVersion));
    settings_->setValue(QStringLiteral("layout/splitter"), splitter.saveState());
}

bool LayoutStore::restore(QMainWindow& window, QSplitter& splitter) {
    if (!settings_ || settings_->value(QStringLiteral("layout/version")).toInt() != kVersion) return false;
    const bool placed = window.restoreGeometry(settings_->value(QStringLiteral("layout/geometry")).toByteArray());
    const bool docked = window.restoreState(settings_->value(QStringLiteral("layout/state")).toByteArray(), kVersion);
    splitter.restoreState(settings_->value(QStringLiteral("layout/splitter")).toByteArray());
    return placed && docked;
}

void LayoutStore::forget() {
    if (settings_) settings_->remove(QStringLiteral("layout"));
}

QString LayoutStore::text(const QString& key, const QString& fallback) const {
    return settings_ ? settings_->value(key, fallback).toString() : fallback;
}

void LayoutStore::setText(const QString& key, const QString& value) {
    if (settings_) settings_->setValue(key, value);
}

}  // namespace headroom::ui
