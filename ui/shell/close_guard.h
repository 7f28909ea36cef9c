// CloseGuard: closing during a run asks once: stop and save, keep training without a window, stop without saving, or stay in the tray. Closing while a
// picture is being enlarged asks too: finish it first, or stop it.
#pragma once

#include "core/api/run_state.h"
#include "ui/forward.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace headroom::ui {

class CloseGuard : public QObject {
    Q_OBJECT
public:
    enum class Answer { StopAndSave, KeepTraining, StopWithoutSaving, KeepInTray, Cancel };
    enum class PictureAnswer { Finish, Stop, Cancel };

    CloseGuard(SessionBridge* bridge, QWidget* window);

    /// From here on its work is asked about too.
    void watch(UpscaleDialog* dialog);
    /// True: the window may close now. False: it stays, asks, stops or finishes first or goes to the tray.
    bool mayClose();
    /// How a run goes on without the window: `hand_over` begins it and is followed by handedOver(), or by nothing; `able` says whether it
    /// can.
    void offerKeeping(std::function<void()> hand_over, std::function<bool()> able);
    /// The run goes on in a process of its own: closes the window.
    void handedOver();
    /// How the questions are put; tests answer without a box.
    void setQuestion(std::function<Answer()> ask) { ask_ = std::move(ask); }
    void setPictureQuestion(std::function<PictureAnswer()> ask) { ask_picture_ = std::move(ask); }
    /// Stops (if a run is going) without asking and closes the window afterwards.
    void stopAndClose(StopMode mode);

Q_SIGNALS:
    /// The window closes when the picture is written.
    void pictureAwaited();
    /// The tray says it, for the window is not there.
    void shownInTray(const QString& title, const QString& text);

private:
    Answer askInBox();
    PictureAnswer askForPicture();
    bool enlarging() const;
    /// Asks what becomes of a picture that is being enlarged. False: the window stays.
    bool settlePicture();
    void pictureEnded(bool written);
    void stopRun(StopMode mode);
    void goToTray();
    void showInTray(const QString& title, const QString& text, bool bad);

    SessionBridge* bridge_;
    QWidget* window_;
    QPointer<UpscaleDialog> enlarge_;
    QSystemTrayIcon* tray_ = nullptr;
    std::function<void()> hand_over_;
    std::function<bool()> able_ = [] { return false; };
    std::function<Answer()> ask_;
    std::function<PictureAnswer()> ask_picture_;
    bool closing_ = false;
    bool awaits_picture_ = false;  ///< closes when it is written
    bool unasked_ = false;         ///< nothing is asked any more
};

}  // namespace headroom::ui
