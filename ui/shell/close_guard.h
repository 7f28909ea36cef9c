// CloseGuard: closing during a run asks once: stop and save, stop without saving, or keep running in the tray.
#pragma once

#include "core/api/run_state.h"

#include <QObject>

#include <functional>

class QSystemTrayIcon;
class QWidget;

namespace headroom::ui {

class SessionBridge;

class CloseGuard : public QObject {
    Q_OBJECT
public:
    enum class Answer { StopAndSave, StopWithoutSaving, KeepInTray, Cancel };

    CloseGuard(SessionBridge* bridge, QWidget* window);

    /// True: the window may close now. False: it stays, asks, stops first or goes to the tray.
    bool mayClose();
    /// How the question is put; tests answer without a box.
    void setQuestion(std::function<Answer()> ask) { ask_ = std::move(ask); }
    /// Stops (if a run is going) without asking and closes the window afterwards.
    void stopAndClose(StopMode mode);

private:
    Answer askInBox();
    void goToTray();

    SessionBridge* bridge_;
    QWidget* window_;
    QSystemTrayIcon* tray_ = nullptr;
    std::function<Answer()> ask_;
    bool closing_ = false;
};

}  // namespace headroom::ui
