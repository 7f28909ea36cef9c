// SituationWatch: keeps the Situation behind all commands up to date and carries the run commands out.
#pragma once

#include "ui/shell/actions.h"

namespace headroom::ui {

class SituationWatch : public QObject {
    Q_OBJECT
public:
    SituationWatch(SessionBridge* bridge, Actions* actions, EditController* editing, QObject* parent = nullptr);

    /// `panel` shows why Start is off.
    void addPanel(RunPanel* panel) {
        panels_.push_back(panel);
        refresh();
    }
    /// Its commands are those of the window, or another session's are.
    void setFront(bool front) { set(front_, front); }
    /// What another run does, so that these settings have no run of their own now; empty: nothing.
    void setBusy(const QString& busy) { set(busy_, busy); }
    /// There is a queue to add to.
    void setQueue(bool queue) { set(queue_, queue); }
    /// How a run is started; without it, by the session.
    void setStarter(std::function<void(const RunRequest&)> starter) { starter_ = std::move(starter); }
    /// The folder of the run that is going or went last; empty: none yet.
    QString runDir() const { return run_dir_; }
    /// Starts, resumes or continues, as the state asks.
    void go();
    /// Starts a new run with the settings shown.
    void startNew();
    void continueRun(const QString& run_dir);
    /// A new run of these settings that begins with a checkpoint's weights.
    void startFrom(const TrainConfig& config, const QString& checkpoint);

Q_SIGNALS:
    /// A run with these settings is to wait for its turn.
    void queueRequested(const headroom::TrainConfig& config);

private:
    void connectBridge();
    void refresh();
    template <class Known> void set(Known& known, const Known& now) {
        known = now;
        refresh();
    }
    /// What speaks against a run with the settings shown; empty: nothing.
    QString draftProblem() const;
    /// The session's state; idle where what it tells is about a run of another kind than the settings shown.
    RunState state() const;
    /// The run that is going or went last paints on the pictures of a folder; how many iterations that are is no setting of it.
    bool overFolder() const;

    SessionBridge* bridge_;
    Actions* actions_;
    EditController* editing_;
    std::vector<RunPanel*> panels_;
    std::function<void(const RunRequest&)> starter_;
    bool front_ = true, queue_ = false;
    bool holds_device_ = false;  ///< this process has a context on a GPU
    QString busy_;
    std::optional<ModelKind> kind_;  ///< of the run that is going or went last
    ConfigSnapshot run_config_;      ///< that it began with
    QString run_dir_, wait_, error_;
    std::int64_t last_checkpoint_ = -1, step_ = 0;
    bool folder_done_ = false;  ///< its newest iteration was the last one of its folder
};

}  // namespace headroom::ui
