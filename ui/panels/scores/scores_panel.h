// ScoresPanel: how near what a run makes is to its data, as curves, with a button that scores it now; an empty state before the first score.
#pragma once

#include "ui/panels/scores/scores_view.h"

#include <QWidget>

#include <map>

namespace headroom {
struct RunHistory;
}

namespace headroom::ui {

class Actions;

class ScoresPanel : public QWidget {
    Q_OBJECT
public:
    ScoresPanel(SessionBridge* bridge, Actions* actions, QWidget* parent = nullptr);

    /// Score now, axis and export; stand above the plots until someone gives them another parent (a tab bar's corner).
    QWidget* controls() const { return controls_; }
    ScoresView* view() const { return view_; }
    /// The past of a resumed run. Scores that came since it was started are kept.
    void setHistory(const std::vector<ScoresDone>& scores);
    void savePlots(const QString& path);

Q_SIGNALS:
    /// The crosshair stands at `step`, or was taken away.
    void stepPointed(bool shown, qint64 step);

private:
    void buildControls();
    void connectBridge();
    void onRunStarted(const RunStarted& run);
    void askExport();
    void refresh();

    SessionBridge* bridge_;
    QAction* score_;
    std::map<std::int64_t, ScoresDone> scores_;  ///< by step
    std::string run_dir_;
    ModelKind kind_{};

    QWidget* controls_;
    QPushButton *now_ = nullptr, *first_now_ = nullptr;
    QComboBox* axis_ = nullptr;
    IconButton* export_ = nullptr;
    EmptyState* empty_;
    QStackedWidget* stack_;
    ScoresView* view_;
};

}  // namespace headroom::ui
