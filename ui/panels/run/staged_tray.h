// StagedTray: what all staged edits together cost against the budget, with the only Apply and Discard of the window.
#pragma once

#include "ui/models/forecast_watch.h"
#include "ui/shell/actions.h"

#include <QFrame>

namespace headroom::ui {

class StagedTray : public QFrame {
    Q_OBJECT
public:
    StagedTray(ParamEdits* edits, ForecastWatch* forecast, Actions* actions, QWidget* parent = nullptr);

    /// Images per second of the newest step; 0: unknown.
    void setSpeed(double per_second);

private:
    void build(Actions* actions);
    void refresh();
    void showVerdict(const Forecast& forecast);
    void showFigures(const Forecast& forecast);

    ParamEdits* edits_;
    ForecastWatch* forecast_;
    QString arrow_;  ///< between old and new, as rich text; made once for each theme
    double speed_ = 0;
    QLabel *empty_, *title_, *verdict_icon_, *verdict_, *peak_, *speed_text_, *problem_;
    MemoryBar* bar_;
    ActionButton* make_fit_;  ///< beside Discard while the edits do not fit
    QWidget* full_;
};

}  // namespace headroom::ui
