// What "Make it fit" asks for and how a plan is tried: the slider of its budget, and a rehearsal.
#pragma once

#include "ui/models/background_task.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/widgets/file_writer.h"

#include <QDateTime>
#include <QTimer>
#include <QWidget>

namespace headroom::ui {

/// The budget slider with its named stops below it, evenly spaced whatever their sizes.
class FitBudget : public QWidget {
    Q_OBJECT
public:
    explicit FitBudget(QWidget* parent = nullptr);

    void setStops(std::vector<BudgetStop> stops);
    const std::vector<BudgetStop>& stops() const { return stops_; }
    /// Kept exactly until the slider is moved; emits nothing.
    void setBudget(Bytes budget);
    Bytes budget() const { return budget_; }
    /// The same as if the user had moved the slider there, beyond its stops too.
    void choose(Bytes budget);
    /// The user has moved the slider since setBudget().
    bool moved() const { return moved_; }
    QSlider* slider() const { return slider_; }

Q_SIGNALS:
    void budgetChanged();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Bytes at(int position) const;
    int positionOf(Bytes budget) const;

    QSlider* slider_;
    std::vector<BudgetStop> stops_;
    Bytes budget_;
    bool moved_ = false;
};

/// A plan tried for a few steps under its budget, off the window's thread: what it is doing, and what came of it.
class FitTrial : public QObject {
    Q_OBJECT
public:
    explicit FitTrial(QObject* parent = nullptr);

    /// Not while one is running.
    void start(std::shared_ptr<Planner> planner, const RehearsalRequest& request);
    void stop() { task_.cancel(); }
    bool running() const { return task_.running(); }
    QString doing() const { return doing_; }
    /// Why the newest one was not made; one that was stopped is none.
    const std::optional<Error>& failure() const { return failure_; }
    void forgetFailure() { failure_.reset(); }

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
