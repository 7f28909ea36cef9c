// QueueDesk: the window's side of the queue of runs. Reads it and changes it off the window's thread, one change after another.
#pragma once

#include "core/api/services.h"
#include "ui/models/background_task.h"

#include <QTimer>

namespace headroom::ui {

class QueueDesk : public QObject {
    Q_OBJECT
public:
    explicit QueueDesk(QObject* parent = nullptr);

    void setServices(Services* services);
    /// There is a queue. Not known before the services have said so.
    bool available() const { return queue_ != nullptr; }
    const QueueSnapshot& snapshot() const { return snapshot_; }
    const QueueItem* item(const QString& id) const {
        const auto found = std::ranges::find(snapshot_.items, id.toStdString(), &QueueItem::id);
        return found == snapshot_.items.end() ? nullptr : &*found;
    }
    int waiting() const {
        return static_cast<int>(std::ranges::count(snapshot_.items, QueueState::Waiting, &QueueItem::state));
    }
    /// Something waits that no runner works for.
    bool idle() const;
    /// What the process of a run tells of it; null: nothing is known.
    const LiveRun* live(const std::string& run_dir) const {
        const auto found = live_.find(run_dir);
        return found == live_.end() ? nullptr : &found->second;
    }
    /// What is to happen to runs that are too big, unless they say otherwise.
    WhenTooBig whenTooBig() const { return when_too_big_; }
    void setWhenTooBig(WhenTooBig what) {
        if (std::exchange(when_too_big_, what) != what) Q_EMIT whenTooBigChanged(what);
    }
    /// While it is looked at, it is read more often.
    void look(bool on);

    void addRun(const TrainConfig& config);
    void add(QueueAddition addition);
    void move(const QString& id, int place);
    void remove(const QString& id);
    void retry(const QString& id);
    void duplicate(const QString& id);
    void startAt(const QString& id, std::int64_t unix_ms);
    void setWhenTooBig(const QString& id, WhenTooBig what);
    void pause(bool paused);
    void stopAfterCurrent(bool stop);
    void clear(bool waiting);
    /// Has it worked through from now on, on each device that a run waits for.
    void startRunners();
    void refresh();

Q_SIGNALS:
    void changed();
    void whenTooBigChanged(headroom::WhenTooBig what);
    void added(int runs);
    void failed(const headroom::Error& error);
    void runRequested(const QString& run_dir);     ///< to be shown
    void attachRequested(const QString& run_dir);  ///< to be attached to

private:
    struct Reading {
        Result<QueueSnapshot> snapshot;
        std::map<std::string, LiveRun> live;
    };
    using Change = std::function<Result<void>(Services&, Queue&)>;
    void change(Change change, std::function<void()> then = {});
    /// The same, and what waits then is worked through, unless the queue is paused.
    void changeAndRun(Change change, std::function<void()> then = {});

    Services* services_ = nullptr;
    std::shared_ptr<Queue> queue_;
    QueueSnapshot snapshot_;
    std::map<std::string, LiveRun> live_;
    WhenTooBig when_too_big_ = WhenTooBig::Wait;
    int watchers_ = 0;
    BackgroundTask opening_, reading_;
    QTimer timer_;
};

}  // namespace headroom::ui
