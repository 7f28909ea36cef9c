// CounselPanel: beside the timeline, what an experienced person would say of the run: one notice at a time, with the change that helps.
#pragma once

#include "core/api/counsel.h"
#include "core/api/param.h"
#include "ui/forward.h"
#include "ui/panels/counsel/counsel_notes.h"

#include <QWidget>

namespace headroom::ui {

class CounselPanel : public QWidget {
    Q_OBJECT
public:
    explicit CounselPanel(SessionBridge* bridge, QWidget* parent = nullptr);

    bool speaks() const { return told_.has_value(); }
    /// Words of the notice shown, for tests: its title; empty: there is none.
    QString title() const;

Q_SIGNALS:
    /// The user wants this change as a staged edit.
    void stageRequested(const headroom::ParamPatch& change);
    /// There is something to say now, or no more.
    void speaksChanged();
    /// Shows the samples of a step, or what was shown before.
    void stepPointed(bool shown, qint64 step);

private:
    QWidget* header();
    QWidget* notice();
    void refresh();
    void showTold(const CounselTold& told);
    void showPeek();
    /// What the change would cost.
    void showForecast();
    /// Fills the menu of rules with what is watched in this run.
    void listRules();
    void setMuted(CounselRule rule, bool muted);

    SessionBridge* bridge_;
    CounselNotes* notes_;
    QLabel *tag_, *more_left_;
    QMenu* rules_;
    QAction* autopilot_;
    QStackedWidget* stack_;
    QLabel *icon_, *title_, *seen_, *why_, *advice_, *change_, *cost_;
    QPushButton *stage_, *samples_, *dismiss_, *mute_;
    std::optional<CounselTold> told_;
    bool peeking_ = false;
};

}  // namespace headroom::ui
