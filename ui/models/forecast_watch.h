// ForecastWatch: asks the session what the staged edits will cost, 250 ms after the last change.
#pragma once

#include "core/api/session.h"
#include "ui/forward.h"
#include "ui/models/param_edits.h"

#include <QTimer>

namespace headroom::ui {

/// In words: how a forecast fits.
enum class Fit { Unknown, Fits, Tight, No };

class ForecastWatch : public QObject {
    Q_OBJECT
public:
    ForecastWatch(SessionBridge* bridge, ParamEdits* edits, QObject* parent = nullptr);

    /// The configuration in force, without edits.
    const std::optional<Forecast>& base() const { return base_; }
    /// With all staged edits; before a run the same as base().
    const std::optional<Forecast>& staged() const { return staged_; }
    /// What has to fit, and what is shown of memory: before a run the whole of it, which may grow by its plan, at its most; in a run the
    /// staged edits, as it stands now.
    const std::optional<RunForecast>& decisive() const { return decisive_; }
    /// One staged edit alone.
    const Forecast* of(const std::string& key) const {
        const auto it = each_.find(key);
        return it == each_.end() ? nullptr : &it->second;
    }
    /// True from a change until the new answer: what is shown is that of before.
    bool stale() const { return timer_.isActive() || pending(); }
    /// The answer is being measured.
    bool pending() const { return staged_ && staged_->pending && !staged_->complete; }
    /// The newest complete answer: what the bar goes on showing, dimmed, while the next is pending.
    const std::optional<Forecast>& ghost() const { return ghost_; }
    /// Why staged() is not complete: the question was refused, or its measurement failed.
    QString error() const;

    /// min(budget, what others leave) - peak - reserve; nothing where the forecast is incomplete or no report came yet.
    std::optional<Bytes> toSpare(const Forecast& forecast) const;
    Fit fit(const Forecast& forecast) const;
    /// How many times as fast as now the run is with `forecast`, which is of `config` (speed_factor()).
    std::optional<double> speedFactor(const Forecast& forecast, const TrainConfig& config) const;
    const std::shared_ptr<const MemoryReport>& report() const { return report_; }
    /// Of the process that the report is of, what the window's pictures hold: none where it is another one, or on a GPU.
    Bytes pictures() const;
    /// Asks now instead of in 250 ms.
    void askNow();

Q_SIGNALS:
    void changed();

private:
    SessionBridge* bridge_;
    ParamEdits* edits_;
    QTimer timer_;
    std::optional<Forecast> base_, staged_, ghost_;
    std::optional<RunForecast> decisive_;
    std::map<std::string, Forecast> each_;
    std::shared_ptr<const MemoryReport> report_;
    QString error_, problem_;
};

/// Window's thread. What the engine reports reaches the edits before any widget that is made later.
class EditController : public QObject {
    Q_OBJECT
public:
    explicit EditController(SessionBridge* bridge, QObject* parent = nullptr);

    ParamEdits* edits() const { return edits_; }
    ForecastWatch* forecast() const { return forecast_; }

private:
    ParamEdits* edits_;
    ForecastWatch* forecast_;
};

}  // namespace headroom::ui
