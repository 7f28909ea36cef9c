// LayoutStore: how the window was left: geometry, docks, parts marked by keep(), last folders, choices. Of each arrangement of screens apart; with
// a version number: what is foreign or damaged is ignored.
#pragma once

#include "ui/forward.h"

#include <QSettings>
#include <QTimer>

#include <functional>
#include <memory>

namespace headroom::ui {

class LayoutStore : public QObject {
    Q_OBJECT
public:
    /// `remember` off (--safe-mode): nothing is read or written.
    explicit LayoutStore(bool remember);

    /// Puts window and docks where they were, and from now on each marked part of the window or its dialogs when it is first shown. False: nothing
    /// (usable) was stored; the default layout stands.
    bool restore(QMainWindow* window);
    /// The same with docks and what is as wide as the user made it, for other screens: choices stay as they are.
    void restoreSizes();
    /// False while screens come and go: nothing is kept, for the desktop may have squeezed the window.
    bool calm() const { return !changing_.isActive(); }
    /// How the arrangement of screens is told; replaced in tests.
    void setScreens(std::function<QString()> screens) {
        screens_ = std::move(screens);
        arrangement_ = screens_();
    }
    /// Where windows can keep further things; empty: nothing is kept.
    QString folder() const;
    void save();
    /// Takes note of where the docks are: save() keeps what was noted last, for not every page has them.
    void noteDocks();
    /// Forgets all of it and puts the marked parts back.
    void forget();

    /// Of the arrangement of screens, and forgotten with it.
    QString layoutText(const QString& key) const { return text(path(key), {}); }
    void setLayoutText(const QString& key, const QString& value) { setText(path(key), value); }

    QString text(const QString& key, const QString& fallback) const;
    void setText(const QString& key, const QString& value) {
        if (settings_) settings_->setValue(key, value);
    }

Q_SIGNALS:
    /// Screens come or go: how the window is now belongs to those that were there.
    void screensLeft();
    /// Others are there for good, and something is kept for them.
    void screensKnown();
    void changed();  ///< the window, a dock or what a marked splitter divides has another place or size

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString path(const QString& key) const;
    QString partPath(const QWidget* part) const;
    bool isPart(const QObject* object) const;
    bool isArranged(const QObject* object) const;
    void keepPart(QWidget* part);
    void restorePart(QWidget* part);
    void takeKept(QWidget* part);
    bool hasKept() const;
    bool placeWindow();
    void followScreens();

    std::unique_ptr<QSettings> settings_;
    std::function<QString()> screens_;
    QString arrangement_;  ///< that path() is of
    QTimer changing_;
    QMainWindow* window_ = nullptr;
};

}  // namespace headroom::ui
