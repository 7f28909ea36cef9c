// CounselPanel: beside the timeline, what an experienced person would say of the run: one notice at a time, with the change that helps.
#pragma once

#include "core/api/counsel.h"
#include "core/api/forecast.h"
#include "core/api/train_config.h"
#include "ui/forward.h"

#include <QWidget>

#include <optional>

namespace headroom::ui {

/// What was seen: the rule's sentence with the notice's steps and figures in it.
QString seenText(const CounselNotice& notice);
/// "D rate 4.0e-4 to 2.0e-4, Augment colour Off to On": what a change does to `config`; of what is in force already the value alone.
QString changeWords(const ParamPatch& change, const TrainConfig& config);
/// What became of a change: whether the figure, and the score where there is one, has moved.
QString outcomeWords(const CounselTold& told);

class CounselPanel : public QWidget {
    Q_OBJECT
public:
    explicit CounselPanel(SessionBridge* bridge, QWidget* parent = nullptr);

    bool speaks() const { return shown_.has_value(); }
    /// Words of the notice shown, for tests: its title; empty: there is none.
    QString title() const;
    /// What is staged for the next run, so that it can be taken back here.
    void setStagedForNext(const ParamPatch& staged);

Q_SIGNALS:
    /// The user wants this change as a staged edit.
    void stageRequested(const headroom::ParamPatch& change);
    /// Likewise a change that the run that goes on cannot have; or not any more.
    void nextRunRequested(const headroom::ParamPatch& change, bool wanted);
    /// There is something to say now, or no more.
    void speaksChanged();
    /// Shows the samples of a step, or what was shown before.
    void stepPointed(bool shown, qint64 step);

private:
    QWidget* header();
    QWidget* notice();
    void take(const CounselTold& told);
    void refresh();
    void showNotice(const CounselTold& told);
    void showPeek();
    void showStage();
    bool isForNextRun() const;
    bool isStagedForNext() const;
    void showForecast();
    QString forecastWords(const Forecast& now, const Forecast& then) const;
    void listRules();
    void setMuted(CounselRule rule, bool muted);

    SessionBridge* bridge_;
    QLabel *tag_, *more_left_;
    QMenu* rules_;
    QAction* autopilot_;
    QStackedWidget* stack_;
    QLabel *icon_, *title_, *seen_, *why_, *advice_, *change_, *cost_;
    QPushButton *stage_, *samples_, *dismiss_, *mute_;
    /// What is still to be read: of each rule one, and before it what became of the change before.
    std::vector<CounselTold> notes_;
    std::optional<CounselTold> shown_;  ///< the first of them to be read
    ParamPatch staged_for_next_;
    bool peeking_ = false;
};

}  // namespace headroom::ui
