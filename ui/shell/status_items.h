// StatusItems: the status bar's figures: state, epoch, speed, time left, device, memory, saved, survived.
#pragma once

#include "ui/families/registry.h"

#include <QPointer>

namespace headroom::ui {

class StatusItems : public QObject {
    Q_OBJECT
public:
    /// Its items stand in the bar until it goes.
    StatusItems(SessionBridge* bridge, QStatusBar* bar, QObject* parent);
    ~StatusItems() override;

    /// Another session's figures stand in the bar, or these.
    void setShown(bool shown);

    /// Before a run: the most that it would need against the budget, when that is where it grows, and whether that fits.
    void setForecast(const ForecastWatch& watch);
    /// What another run does that these settings wait for.
    void setBusy(const QString& words);
    /// Leaves the last item out where the window is narrow; the least important ones go where the bar has no room.
    void setNarrow(bool narrow) {
        narrow_ = narrow;
        fit();
    }

private:
    struct Item {
        QFrame* frame;
        QLabel* icon;
        FigureLabel* words;
    };

    Item add(const QString& icon = {});
    void fit();
    void say(const Item& item, const QString& html, const QString& tip = {});
    void showState(RunState state);
    void showStep(const StepDone& step);
    bool beforeRun() const;
    void showMemory(const MemoryReport& report);

    QPointer<QWidget> box_;
    SessionBridge* bridge_;
    Item state_, epoch_, speed_, left_, device_, memory_, stage_, saved_, survived_;
    ModelKind kind_ = first_kind();  ///< of the run that is going or went last
    std::int64_t step_ = 0;
    double seconds_ = 0, rate_ = 0;
    bool misfit_ = false;    ///< the draft does not fit
    QString busy_;           ///< what goes on elsewhere while this session is idle; empty: nothing
    QString forecast_text_;  ///< in place of the memory item before a run; empty: not known
    QString forecast_stage_, forecast_tip_;
    bool narrow_ = false;
};

}  // namespace headroom::ui
