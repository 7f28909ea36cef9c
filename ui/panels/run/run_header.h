// RunHeader: which run, in which state, how far, and its transport buttons.
#pragma once

#include "ui/shell/actions.h"
#include "ui/widgets/notice_bar.h"

#include <QWidget>

namespace headroom::ui {

class RunHeader : public QWidget {
    Q_OBJECT
public:
    /// Of runs of `kinds`; while another one has the session, or the settings are of another kind than the newest run, a new run is shown.
    RunHeader(SessionBridge* bridge, Actions* actions, std::vector<ModelKind> kinds, QWidget* parent = nullptr);

    QString runName() const { return name_->text(); }
    /// A sentence below the buttons (why Start is off); empty: none. `fit_helps`: Make it fit is offered beside it.
    void setProblem(const QString& text, bool fit_helps = true, Tone tone = Tone::Err);
    /// Shows how Start starts it; `choice` must outlive the header.
    void offerProcesses(StartChoice* choice);

Q_SIGNALS:
    void detachRequested();  ///< from a run of another process

private:
    void build(Actions* actions);
    void showState(RunState state);
    /// Where a run of another process lives; out of sight for one of the window.
    void showPlace();
    void showDraft();
    void showRunName();
    void showSteps(const StepDone& step);
    void showModel(const TrainConfig& config);
    bool has(ModelKind kind) const;
    /// Whether the session's settings are of its kinds.
    bool mine() const;
    /// Whether the newest run is of the kind that the settings are of.
    bool runIsShown() const;
    ModelKind kind() const;
    /// No step, and no time that was told.
    static StepDone notBegun();

    SessionBridge* bridge_;
    std::vector<ModelKind> kinds_;
    std::optional<ModelKind> run_kind_;  ///< of the run that was started last
    double pace_ = 0;                    ///< seconds per step, smoothed
    StepDone last_ = notBegun();         ///< of that run
    QString run_name_, run_dir_;
    std::string data_name_;
    std::int64_t data_count_ = 0;
    QLabel *name_, *model_, *data_;
    FigureLabel *step_text_, *elapsed_;
    StateChip* chip_;
    QProgressBar* bar_;
    QToolButton *go_, *pause_, *new_, *step_button_, *stop_, *queue_;
    QWidget *place_, *processes_ = nullptr;
    QLabel* place_words_;
    Narrowing* transport_;
    NoticeBar* problem_;
    QPushButton* problem_fit_;
};

}  // namespace headroom::ui
