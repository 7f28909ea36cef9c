// CloseGuard: closing during a run asks once: stop and save, keep training without a window, stop without saving, or stay in the tray. Closing while a
// picture is being enlarged or files are being written asks too: finish that first, or stop it.
#pragma once

#include "core/api/run_state.h"
#include "ui/forward.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

namespace headroom::ui {

/// Work of a part of the window that closing would break off.
struct UnfinishedWork {
    QPointer<QObject> part{};
    std::function<bool()> busy;
    std::function<void()> stop;
    std::function<void()> show;  ///< how far it is; called when it is waited for
    QString title{}, question{}, advice{};
};

class CloseGuard : public QObject {
    Q_OBJECT
public:
    enum class Answer { StopAndSave, KeepTraining, StopWithoutSaving, KeepInTray, Cancel };
    enum class WorkAnswer { Finish, Stop, Cancel };

    CloseGuard(SessionBridge* bridge, QWidget* window);

    /// From here on it is asked about too, as long as its part is there. Whoever does it calls workEnded().
    void watch(UnfinishedWork work);
    /// Some of it is done; `good`: there is nothing about it that is to be seen.
    void workEnded(bool good);
    /// True: the window may close now. False: it stays, asks, stops or finishes first or goes to the tray.
    bool mayClose();
    /// How a run goes on without the window: `hand_over` begins it and is followed by handedOver(), or by nothing; `able` says whether it
    /// can.
    void offerKeeping(std::function<void()> hand_over, std::function<bool()> able) {
        hand_over_ = std::move(hand_over);
        able_ = std::move(able);
    }
    /// The run goes on in a process of its own: closes the window.
    void handedOver();
    /// How the questions are put; tests answer without a box.
    void setQuestion(std::function<Answer()> ask) { ask_ = std::move(ask); }
    void setWorkQuestion(std::function<WorkAnswer(const UnfinishedWork&)> ask) { ask_work_ = std::move(ask); }
    /// Whether the end of a run is wanted to be told in the tray.
    void setTells(std::function<bool(bool failed)> tells) { tells_ = std::move(tells); }
    /// To the front, out of the tray too.
    void showWindow();
    /// Stops (if a run is going) without asking and closes the window afterwards.
    void stopAndClose(StopMode mode);

Q_SIGNALS:
    void someWorkEnded(bool good);
    /// The tray says it, for the window is not there.
    void shownInTray(const QString& title, const QString& text);

private:
    Answer askInBox();
    WorkAnswer askForWork(const UnfinishedWork& work);
    bool working() const;
    /// Asks what becomes of what is being made. False: the window stays.
    bool settleWork();
    void stopRun(StopMode mode);
    void goToTray();
    void showInTray(const QString& title, const QString& text, bool bad);

    SessionBridge* bridge_;
    QWidget* window_;
    std::vector<UnfinishedWork> watched_;
    QSystemTrayIcon* tray_ = nullptr;
    std::function<void()> hand_over_;
    std::function<bool()> able_ = [] { return false; };
    std::function<bool(bool)> tells_ = [](bool) { return true; };
    std::function<Answer()> ask_;
    std::function<WorkAnswer(const UnfinishedWork&)> ask_work_;
    bool closing_ = false;
    bool awaits_work_ = false;  ///< closes when it is done
    bool unasked_ = false;      ///< nothing is asked any more
};

}  // namespace headroom::ui
