// RunWord: word on the desktop of what happens to a run while nobody looks at the window: finished, failed, survived an out-of-memory error,
// waiting for the disk; how far it is, in the task bar. Each can be turned off; sound is off at first.
#pragma once

#include "ui/forward.h"
#include "ui/shell/notify/desktop_notifier.h"

#include <array>
#include <cstddef>
#include <functional>

namespace headroom::ui {

class RunWord : public QObject {
    Q_OBJECT
public:
    enum class Choice { Finished, Failed, Survived, Disk, Progress, Sound };

    /// `window`: what has to be looked at. `store` keeps the choices.
    RunWord(SessionBridge* bridge, DesktopNotifier* notifier, LayoutStore* store, QWidget* window);

    bool chosen(Choice choice) const { return on_[static_cast<std::size_t>(choice)]; }
    void setChosen(Choice choice, bool on);
    /// A check box for each choice.
    void addTo(QMenu* menu);
    /// Whether somebody looks at the window now; replaced in tests.
    void setWatched(std::function<bool(Choice)> watched) { watched_ = std::move(watched); }

private:
    void tell(Choice about, const QString& title, const QString& text, bool urgent);
    void showProgress();
    void showInTray(const DesktopNote& note);

    SessionBridge* bridge_;
    DesktopNotifier* notifier_;
    LayoutStore* store_;
    QWidget* window_;
    QSystemTrayIcon* tray_ = nullptr;
    std::function<bool(Choice)> watched_;
    std::array<bool, 6> on_{};
    qint64 step_ = 0;
};

}  // namespace headroom::ui
