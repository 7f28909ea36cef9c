// TimelinePanel: curves of a run with its controls: smoothing, scale, x axis, export; an empty state before the first losses.
#pragma once

#include "ui/models/background_task.h"
#include "ui/panels/timeline/plot_panel.h"
#include "ui/panels/timeline/timeline_view.h"

#include <optional>

namespace headroom::ui {

class TimelinePanel : public PlotPanel {
    Q_OBJECT
public:
    TimelinePanel(SessionBridge* bridge, CurvesSpec spec, QWidget* parent = nullptr);

    TimelineView* view() const { return view_; }
    MetricsModel* model() { return &model_; }

    /// The past of a resumed run. Steps that came since it was started are kept.
    void setHistory(const std::vector<StepDone>& steps, const std::vector<HistoryMark>& marks);
    FileWriter drawnPlots(const QString& path) override { return view_->drawnPicture(path); }
    void fit() override { view_->plot()->fit(); }
    void toggleLog() override;

private:
    void buildControls();
    void onRunStarted(const RunStarted& run);
    /// Of a run whose steps belong here; none: there is nothing to mark.
    void addMark(const std::optional<MetricsMark>& mark);
    void showOrEmpty();

    SessionBridge* bridge_;
    MetricsModel model_;
    std::string run_dir_;
    bool awaits_history_ = false;
    bool mine_;                          ///< the run is of a kind whose steps belong here
    std::vector<StepDone> since_start_;  ///< kept while the history is awaited
    std::vector<MetricsMark> marks_since_start_;

    QLabel *smoothing_label_ = nullptr, *smoothing_value_ = nullptr;
    QSlider* smoothing_ = nullptr;
    IconButton* log_ = nullptr;
    TimelineView* view_;
};

}  // namespace headroom::ui
