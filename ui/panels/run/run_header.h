// RunHeader: which run, in which state, how far, and its transport buttons.
#pragma once

#include "core/api/event.h"
#include "ui/shell/actions.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QToolButton;

namespace headroom::ui {

class FigureLabel;
class NoticeBar;
class SessionBridge;
class StateChip;

class RunHeader : public QWidget {
    Q_OBJECT
public:
    /// Of the runs of `kind`; while one of another kind has the session, a new one of this kind is shown.
    RunHeader(SessionBridge* bridge, Actions* actions, ModelKind kind, QWidget* parent = nullptr);

    QString runName() const;
    /// A sentence below the buttons (why Start is off); empty: none.
    void setProblem(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitTransport();
    void build(Actions* actions);
    void showState(RunState state);
    void showDraft();
    void showSteps(const StepDone& step);
    void showModel(const TrainConfig& config);
    /// Whether what the session reports is of this header's kind.
    bool mine() const;

    SessionBridge* bridge_;
    ModelKind kind_;
    bool run_is_mine_ = true;  ///< the run that was started last
    double pace_ = 0;          ///< seconds per step, smoothed
    std::string data_name_;
    std::int64_t data_count_ = 0, step_ = 0;
    QLabel *name_, *model_, *data_;
    FigureLabel *step_text_, *elapsed_;
    StateChip* chip_;
    QProgressBar* bar_;
    QToolButton *go_, *pause_, *new_, *step_button_, *stop_;
    QHBoxLayout* transport_;
    NoticeBar* problem_;
};

}  // namespace headroom::ui
