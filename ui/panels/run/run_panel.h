// RunPanel: header, search, form of all settings of a kind of run, tray of staged edits.
#pragma once

#include "core/api/train_config.h"
#include "ui/models/edit_desk.h"
#include "ui/shell/actions.h"

#include <QWidget>

#include <vector>

namespace headroom::ui {

class FormPart;
class ParamForm;
class RunHeader;
class SearchField;
class SessionBridge;
class StagedTray;

class RunPanel : public QWidget {
    Q_OBJECT
public:
    /// `desk` must outlive the panel. `parts` stand for some settings of the form; it takes them over.
    RunPanel(SessionBridge* bridge, Actions* actions, EditDesk* desk, ModelKind kind = ModelKind::Dcgan, std::vector<FormPart*> parts = {}, QWidget* parent = nullptr);

    ParamEdits* edits() const { return desk_->edits(); }
    ForecastWatch* forecast() const { return desk_->forecast(); }
    ModelKind kind() const { return kind_; }
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
    EditDesk* desk_;
    ModelKind kind_;
    RunHeader* header_;
    SearchField* search_;
    ParamForm* form_;
    StagedTray* tray_;
};

}  // namespace headroom::ui
