// TimelinePanel: curves of a run with its controls: smoothing, scale, x axis, export; an empty state before the first losses.
#pragma once

#include "ui/models/background_task.h"
#include "ui/panels/timeline/timeline_view.h"

namespace headroom::ui {

class TimelinePanel : public QWidget {
    Q_OBJECT
public:
    TimelinePanel(SessionBridge* bridge, CurvesSpec spec, QWidget* parent = nullptr);

    /// Smoothing, scale, axis and export; stands above the plots until someone gives it another parent (a tab bar's corner).
    QWidget* controls() const { return controls_; }
    TimelineView* view() const { return view_; }
    MetricsModel* model() { return &model_; }

    /// The past of a resumed run. Steps that came since it was started are kept.
    void setHistory(const std::vector<StepDone>& steps, const std::vector<HistoryMark>& marks);
    /// Draws marks and plots as they stand, and returns what writes them to `path` (png, svg or pdf).
    FileWriter drawnPlots(const QString& path);
    /// The same and writes them; why they were not written is given as a notice.
    void savePlots(const QString& path);
    void fit();
    void toggleLog();

Q_SIGNALS:
    /// The crosshair stands at `step` (the sample of that step may be offered), or was taken away.
    void stepPointed(bool shown, qint64 step);

private:
    void buildControls();
    void connectBridge();
    void onRunStarted(const RunStarted& run);
    void addMark(const MetricsMark& mark);
    void askExport();
    void showOrEmpty();

    SessionBridge* bridge_;
    MetricsModel model_;
    std::string run_dir_;
    bool awaits_history_ = false;
    bool mine_ = true;                   ///< the run is of a kind whose steps belong here
    std::vector<StepDone> since_start_;  ///< kept while the history is awaited
    std::vector<MetricsMark> marks_since_start_;

    QWidget* controls_;
    QLabel *smoothing_label_ = nullptr, *smoothing_value_ = nullptr;
    QSlider* smoothing_ = nullptr;
    IconButton* log_ = nullptr;
    QComboBox* axis_ = nullptr;
    IconButton* export_ = nullptr;
    QStackedWidget* stack_;
    TimelineView* view_;
};

}  // namespace headroom::ui
