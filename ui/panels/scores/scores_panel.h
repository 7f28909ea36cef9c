// ScoresPanel: how near what a run makes is to its data, as curves, with a button that scores it now; an empty state before the first score.
#pragma once

#include "ui/panels/scores/scores_view.h"
#include "ui/panels/timeline/plot_panel.h"

#include <map>

namespace headroom::ui {

class ScoresPanel : public PlotPanel {
    Q_OBJECT
public:
    ScoresPanel(SessionBridge* bridge, Actions* actions, QWidget* parent = nullptr);

    ScoresView* view() const { return view_; }
    /// The past of a resumed run. Scores that came since it was started are kept.
    void setHistory(const RunHistory& history);
    FileWriter drawnPlots(const QString& path) override { return view_->drawnPicture(path); }
    void fit() override { view_->plot()->fit(); }

private:
    void onRunStarted(const RunStarted& run);
    void refresh();

    SessionBridge* bridge_;
    std::map<std::int64_t, ScoresDone> scores_;  ///< by step
    std::set<std::int64_t> other_data_;          ///< steps after which the run had other pictures
    bool data_changed_ = false;                  ///< that of the run which is about to start
    std::string run_dir_;
    ModelKind kind_{};

    QPushButton* now_ = nullptr;
    ScoresView* view_;
};

}  // namespace headroom::ui
