// RunPanel: header, search, form of all settings, tray of staged edits.
#pragma once

#include "ui/models/forecast_watch.h"
#include "ui/models/param_edits.h"
#include "ui/shell/actions.h"

#include <QWidget>

namespace headroom::ui {

class ParamForm;
class RunHeader;
class SearchField;
class SessionBridge;
class StagedTray;

class RunPanel : public QWidget {
    Q_OBJECT
public:
    RunPanel(SessionBridge* bridge, Actions* actions, QWidget* parent = nullptr);

    ParamEdits* edits() const { return edits_; }
    ForecastWatch* forecast() const { return forecast_; }
    ParamForm* form() const { return form_; }
    QString runName() const;
    void findSetting();
    /// Why Start is off, shown below its button; empty: nothing.
    void setStartProblem(const QString& text);

Q_SIGNALS:
    void inspectWanted();
    void runNameChanged();

private:
    void connectBridge();

    SessionBridge* bridge_;
    ParamEdits* edits_;
    ForecastWatch* forecast_;
    RunHeader* header_;
    SearchField* search_;
    ParamForm* form_;
    StagedTray* tray_;
};

}  // namespace headroom::ui
