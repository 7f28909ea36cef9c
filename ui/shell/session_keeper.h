// SessionKeeper: what the window was about, kept in a small file while it is open, so that after a crash the next one can go on from there.
// What was prepared in the one that was closed last is there in the next one without a question.
#pragma once

#include "core/base/file_lock.h"
#include "ui/families/family.h"
#include "ui/models/background_task.h"

#include <QDateTime>
#include <QTimer>

namespace headroom::ui {

/// A run that was going in a window.
struct KeptRun {
    QString at, name;     ///< its folder or address; empty: none was
    ParamPatch staged{};  ///< edits of it
};

/// A window as it was.
struct KeptSession {
    QDateTime when;
    Page page = Page::Welcome;
    std::vector<TrainConfig>
        drafts{};               ///< one for each kind of run; of a page the one in front later, the shown one last
    KeptRun run{}, attached{};  ///< its own; one of another process that was looked at
};

/// As JSON, and back; nothing: it is damaged or of another version.
QByteArray write_kept_session(const KeptSession& session);
std::optional<KeptSession> read_kept_session(const QByteArray& text);

/// Window's thread; the file is written on another, atomically, at most every two seconds.
class SessionKeeper : public QObject {
    Q_OBJECT
public:
    /// `folder`: where windows keep their files, one each; empty: nothing is kept.
    SessionKeeper(MainWindow* window, const QString& folder);

    /// Asks, in a notice, about the newest one that a window left behind when it ended without being closed. It stays there until that is
    /// answered, and the others until the next start.
    void offer();
    /// Now; otherwise it happens by itself.
    void keep();
    /// Keeps what is changed on `bench` as well. One of a run that was attached again after a crash gets its edits back.
    void watch(const Workbench* bench);
    /// The window is closed: there is nothing to go on from but its settings.
    void end();
    KeptSession now() const;
    void goOn(const KeptSession& session);

private:
    /// What a window that is gone has left: its file, and the lock that says that it is offered here.
    struct Left {
        KeptSession session;
        QString path;  ///< of its files, without their endings
        FileLock lock;
    };
    /// The newest one that can be read; those that cannot are removed.
    std::optional<Left> newestLeft();
    /// What was offered is answered.
    void forgetLeft();
    /// Keeps it before long.
    void soon() {
        if (!soon_.isActive()) soon_.start();
    }
    /// The settings of the window that was closed last are those of this one, whose session has just come.
    void restoreClosed();
    /// Once the run of `bench` is going and had staged edits before a crash, they are staged again.
    void stageWhenGoing(const Workbench* bench);

    MainWindow* window_;
    QString folder_, path_;
    FileLock
        lock_;  ///< says that this window lives; the kernel's, for in a sandbox every window has the same process id
    QTimer soon_;
    BackgroundTask writing_;
    bool ended_ = false;
    std::optional<Left> left_;    ///< as long as it is offered
    std::vector<KeptRun> again_;  ///< with staged edits before a crash, on their way back
};

}  // namespace headroom::ui
