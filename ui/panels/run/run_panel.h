// RunPanel: header, choice of the model where there is one, search, form of all settings of the kind of run, tray of staged edits.
#pragma once

#include "ui/models/forecast_watch.h"
#include "ui/panels/run/run_header.h"

namespace headroom::ui {

/// Which model is to be trained, and the presets to begin with. Shown while no run is active.
class ModelChoice : public QWidget {
    Q_OBJECT
public:
    /// `edits` take the values of a chosen preset, as one edit; they must outlive the widget.
    ModelChoice(ParamEdits* edits, std::vector<ModelKind> kinds, QWidget* parent = nullptr);

    void setKind(ModelKind kind);
    /// The menu has the user's own presets too, read whenever it opens; `desk` must outlive the widget.
    void offerPresets(PresetDesk* desk) { desk_ = desk; }
    SegmentedBar* bar() const { return bar_; }
    QMenu* presets() const { return menu_; }

Q_SIGNALS:
    void kindRequested(headroom::ModelKind kind);  ///< chosen by the user

private:
    void fillPresets();

    ParamEdits* edits_;
    std::vector<ModelKind> kinds_;
    std::optional<ModelKind> shown_;
    SegmentedBar* bar_;
    QMenu* menu_;
    PresetDesk* desk_ = nullptr;
};

/// What all staged edits together cost against the budget, with the only Apply and Discard of the window.
class StagedTray : public QFrame {
    Q_OBJECT
public:
    StagedTray(ParamEdits* edits, ForecastWatch* forecast, Actions* actions, QWidget* parent = nullptr);

    /// Images per second of the newest step; 0: unknown.
    void setSpeed(double per_second);

private:
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

class RunPanel : public QWidget {
    Q_OBJECT
public:
    /// `kinds`: the kinds of runs that are set here; with several the user chooses. `editing` must outlive the panel. `parts` stand for
    /// some settings of the first kind's form, which takes them over.
    RunPanel(SessionBridge* bridge, Actions* actions, EditController* editing,
             std::vector<ModelKind> kinds = kinds_on(Page::Train), std::vector<FormPart*> parts = {},
             QWidget* parent = nullptr);

    ParamEdits* edits() const { return editing_->edits(); }
    ForecastWatch* forecast() const { return editing_->forecast(); }
    /// The form in front: that of the settings in force.
    ParamForm* form() const { return form_; }
    RunHeader* header() const { return header_; }
    ModelChoice* choice() const { return choice_; }
    /// The narrowest that cuts nothing off. It grows when a run goes on or ends: leastWidthGrew().
    int leastWidth() const;
    void findSetting();
    /// Unfolds what is above the field of a setting, scrolls to it and gives it the focus. A setting that others leave without effect is searched for.
    void reveal(const std::string& key);
    /// Shows how Start starts a run; `choice` must outlive the panel.
    void offerProcesses(StartChoice* choice);

Q_SIGNALS:
    void inspectRequested();
    void leastWidthGrew();

protected:
    bool event(QEvent* event) override;

private:
    ParamForm* makeForm(ModelKind kind, std::vector<FormPart*> parts);

    SessionBridge* bridge_;
    EditController* editing_;
    std::vector<ModelKind> kinds_;
    std::map<ModelKind, ParamForm*> forms_;
    RunHeader* header_;
    ModelChoice* choice_;
    SearchField* search_;
    QStackedWidget* form_stack_;
    ParamForm* form_ = nullptr;
    int least_width_ = 0;  ///< when it was told last
};

}  // namespace headroom::ui
