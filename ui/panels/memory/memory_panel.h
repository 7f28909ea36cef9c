// MemoryPanel: how much is to spare, who holds the device, what one step does to it, and what other programs hold.
#pragma once

#include "core/api/session.h"
#include "ui/bridge/qt_format.h"
#include "ui/forward.h"

#include <QElapsedTimer>
#include <QFrame>

namespace headroom::ui {

/// The box in the panel that tells of memory that is left behind step by step.
class LeakNotice : public QFrame {
    Q_OBJECT
public:
    explicit LeakNotice(QWidget* parent = nullptr);

    void showLeak(const QString& message, const QString& hint);

Q_SIGNALS:
    void tensorsRequested();
    void snapshotRequested();

private:
    QLabel* text_;
};

class MemoryPanel : public QWidget {
    Q_OBJECT
public:
    explicit MemoryPanel(SessionBridge* bridge, QWidget* parent = nullptr);

    /// The same with a forecast that has been made elsewhere, of what has to fit: ForecastWatch::decisive().
    void setForecast(const std::optional<RunForecast>& forecast);
    /// Why there is no forecast, in words; empty: nothing to say.
    void setForecastProblem(const QString& problem) {
        if (std::exchange(forecast_problem_, problem) != problem) refresh();
    }
    void setReport(std::shared_ptr<const MemoryReport> report) {
        whole_report_ = std::move(report);
        chooseRank();
    }
    void setTimeline(std::shared_ptr<const headroom::StepTimeline> timeline);
    void showAtPeak(bool at_peak);
    /// Asks where to and has the engine write a memory snapshot of the latest recorded step there. Only while a run is active.
    void askForSnapshot();

    MemoryUnit unit() const { return unit_; }
    LedgerModel* ledger() const { return model_; }
    MemoryBar* bar() const { return bar_; }
    MemoryLens* lens() const { return lens_; }
    RankList* ranks() const { return ranks_; }
    QString deviceName() const;

Q_SIGNALS:
    void makeFitRequested();
    void deviceNameChanged(const QString& name);  ///< for the tag in the dock's title

private:
    void build();
    QWidget* buildHead(QWidget* content);
    void forecastDraft();
    void takeForecast(std::optional<RunForecast> run) {
        forecast_ = std::move(run);
        if (!forecasting()) ghost_ = forecast_ && forecast_->forecast.complete ? forecast_ : std::nullopt;
    }
    bool forecasting() const { return forecast_ && forecast_->forecast.pending && !forecast_->forecast.complete; }
    void refresh();
    /// The report with the memory of the chosen process.
    void chooseRank();
    void refreshClosure();
    void fitPadding();
    void stackHeadline();

    SessionBridge* bridge_;
    std::shared_ptr<const MemoryReport> whole_report_;  ///< as it came
    std::shared_ptr<const MemoryReport> report_;        ///< of the chosen process
    std::shared_ptr<const headroom::StepTimeline> timeline_;
    /// ghost: the newest complete one, drawn dim while the next is pending.
    std::optional<RunForecast> forecast_, ghost_;
    QString forecast_problem_;
    bool before_start_ = true;  ///< the forecast is that of the draft
    bool at_peak_ = true;
    bool stale_ = true;  ///< something came while hidden
    MemoryUnit unit_ = MemoryUnit::GiB;
    QElapsedTimer clock_;

    LedgerModel* model_;
    QWidget *head_, *bar_box_, *closure_;
    MemoryHeadline* headline_;
    QBoxLayout* top_;
    QPushButton* make_fit_;  ///< in the switch's place while the draft does not fit
    SegmentedBar* switch_;
    QLabel *note_, *closure_icon_, *closure_text_;
    MemoryBar* bar_;
    MemoryLens* lens_;
    LedgerView* ledger_view_;
    RankList* ranks_;
    StepSection* step_;
    OthersRow* others_;
    LeakNotice* leak_;
};

}  // namespace headroom::ui
