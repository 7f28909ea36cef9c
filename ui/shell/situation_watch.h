// SituationWatch: keeps the Situation behind all commands up to date and carries the run commands out.
#pragma once

#include "core/api/event.h"
#include "ui/shell/actions.h"

#include <QObject>
#include <QString>

namespace headroom::ui {

class RunPanel;
class SessionBridge;

class SituationWatch : public QObject {
    Q_OBJECT
public:
    SituationWatch(SessionBridge* bridge, Actions* actions, RunPanel* run, QObject* parent = nullptr);

    /// The folder of the run that is going or went last; empty: none yet.
    QString runDir() const { return run_dir_; }
    /// Starts, resumes or continues, as the state asks.
    void go();
    void pauseOrResume();
    void lendOrTakeBack();
    void continueRun(const QString& run_dir);

private:
    void connectBridge();
    void connectActions();
    void refresh();

    SessionBridge* bridge_;
    Actions* actions_;
    RunPanel* run_;
    QString run_dir_, wait_, error_;
    std::int64_t last_checkpoint_ = -1, step_ = 0;
};

}  // namespace headroom::ui
