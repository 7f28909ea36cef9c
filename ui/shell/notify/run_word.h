// RunWord: word on the desktop of what happens to runs while nobody looks at the window: finished, failed, survived an out-of-memory error,
// waiting for the disk; how far one is, in the task bar. Each can be turned off; sound is off at first. Runs are the window's own, those that it
// is attached to, and those of the queue.
#pragma once

#include "core/api/event.h"
#include "core/api/place.h"
#include "core/api/queue.h"
#include "ui/forward.h"
#include "ui/shell/notify/desktop_notifier.h"

#include <cstddef>
#include <functional>

namespace headroom::ui {

struct QueueNote {
    enum class What { Finished, Failed, Survived, WaitsForDisk } what;
    QueueItem item;
};

/// What has happened to the runs of the queue between two looks at it.
class QueueNews {
public:
    /// What the process of the run in a folder tells of it; null: nothing.
    using Told = std::function<const LiveRun*(const std::string& run_dir)>;

    /// `since_unix_ms`: what ended before is no news.
    explicit QueueNews(std::int64_t since_unix_ms) : since_(since_unix_ms) {}

    /// Since the look before; the first finds what ended after `since_unix_ms` alone.
    std::vector<QueueNote> look(const QueueSnapshot& now, const Told& told);

private:
    struct Seen {
        QueueState state;
        std::string reason;
        std::optional<std::int64_t> survived;  ///< out-of-memory errors; nothing: not known
    };
    std::int64_t since_;
    std::map<std::string, Seen> seen_;  ///< by the items' ids
};

class RunWord : public QObject {
    Q_OBJECT
public:
    enum class Choice { Finished, Failed, Survived, Disk, Progress, Sound };

    /// `bridge`: of the window's own runs. `window`: what has to be looked at. `store` keeps the choices.
    RunWord(SessionBridge* bridge, DesktopNotifier* notifier, LayoutStore* store, QWidget* window);

    /// Of what happens to its runs too, for as long as it lives.
    void follow(SessionBridge* bridge);
    void follow(QueueDesk* queue);
    bool chosen(Choice choice) const { return on_[static_cast<std::size_t>(choice)]; }
    void setChosen(Choice choice, bool on);
    /// A check box for each choice.
    void addTo(QMenu* menu);
    /// Whether somebody looks at the window now; replaced in tests. `own`: about a run of the window's own.
    using Watched = std::function<bool(Choice about, bool own)>;
    void setWatched(Watched watched) { watched_ = std::move(watched); }

private:
    /// A bridge, and what is known of the run that it shows.
    struct Followed {
        SessionBridge* bridge;
        QString dir, name;  ///< dir: with its machine, where that is another one
        qint64 began_unix_ms = 0;
        StepDone last;
    };
    Followed& of(SessionBridge* bridge);
    /// As people know the run that `bridge` shows, or that lies in `run_dir`.
    QString nameOf(SessionBridge* bridge, const std::string& run_dir = {});
    void tellFailure(SessionBridge* bridge, const Failed& failure);
    void tellOfQueue(const QueueNote& note);
    bool underWayInQueue(const QString& run_dir) const;
    /// Once: false where the run in `run_dir` was already told to have ended since `began_unix_ms`.
    bool isNews(const QString& run_dir, qint64 began_unix_ms);
    void tell(Choice about, const QString& run, const QString& title, const QString& text, bool own);
    void showProgress() { notifier_->setProgress(chosen(Choice::Progress) ? fraction() : std::nullopt); }
    std::optional<double> fraction() const;
    void showInTray(const DesktopNote& note);

    SessionBridge* bridge_;
    DesktopNotifier* notifier_;
    LayoutStore* store_;
    QWidget* window_;
    QueueDesk* queue_ = nullptr;
    QSystemTrayIcon* tray_ = nullptr;
    QueueNews news_;
    Watched watched_;
    std::array<bool, 6> on_{};
    std::vector<Followed> followed_;  ///< the window's own first
    QHash<QString, qint64> ended_;    ///< run folders, and when their end was told
};

}  // namespace headroom::ui
