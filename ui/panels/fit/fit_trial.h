// FitTrial: a plan tried for a few steps under its budget, off the window's thread: what it is doing, and what came of it.
#pragma once

#include "core/api/planner.h"
#include "ui/bridge/qt_format.h"
#include "ui/models/background_task.h"
#include "ui/widgets/file_writer.h"

#include <QDateTime>
#include <QTimer>

namespace headroom::ui {

class FitTrial : public QObject {
    Q_OBJECT
public:
    explicit FitTrial(QObject* parent = nullptr);

    /// Not while one is running.
    void start(std::shared_ptr<Planner> planner, const RehearsalRequest& request);
    void stop() { task_.cancel(); }
    bool running() const { return task_.running(); }
    /// What it is doing now, in words.
    QString doing() const { return doing_; }
    /// Why the newest one was not made; one that was stopped is none.
    const std::optional<Error>& failure() const { return failure_; }
    void forgetFailure() { failure_.reset(); }

    /// Whether these settings were tried last.
    bool tried(const TrainConfig& config) const;
    /// What was measured, in words; `unit`: that of the table beside it. After a trial only.
    QString text(MemoryUnit unit, const QDateTime& now = QDateTime::currentDateTime()) const;
    /// The recipe with what was measured, its date and device; empty: there is none.
    bool hasStamp() const { return last_ && !last_->stamp.empty(); }
    FileWriter stampTo(const QString& path) const;

Q_SIGNALS:
    void progress(double fraction);  ///< below 0: not known; doing() is new too
    void ended();
    void aged();  ///< text() says another time

private:
    BackgroundTask task_;
    QTimer ages_;
    QString doing_;
    std::optional<Error> failure_;
    TrainConfig config_;  ///< of last_
    std::optional<Rehearsal> last_;
    QDateTime when_;
};

}  // namespace headroom::ui
