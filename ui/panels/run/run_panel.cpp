// RunPanel: joins the bridge's facts with the model of edits.
#include "ui/panels/run/run_panel.h"

#include "ui/bridge/session_bridge.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_text.h"
#include "ui/panels/run/run_header.h"
#include "ui/panels/run/staged_tray.h"
#include "ui/widgets/search_field.h"

#include <QVBoxLayout>

namespace headroom::ui {

RunPanel::RunPanel(SessionBridge* bridge, Actions* actions, EditDesk* desk, ModelKind kind, std::vector<FormPart*> parts, QWidget* parent)
    : QWidget(parent), bridge_(bridge), desk_(desk), kind_(kind), header_(new RunHeader(bridge, actions, kind, this)),
      search_(new SearchField(tr("Find a setting"), tr("Ctrl K"), this)),
      form_(new ParamForm(desk->edits(), desk->forecast(), kind, std::move(parts), this)),
      tray_(new StagedTray(desk->edits(), desk->forecast(), actions, this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* rule = new QFrame(this);
    rule->setObjectName(QStringLiteral("line"));
    auto* search_row = new QHBoxLayout;
    search_row->setContentsMargins(16, 8, 16, 4);
    search_row->addWidget(search_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header_);
    column->addWidget(rule);
    column->addLayout(search_row);
    column->addWidget(form_, 1);
    column->addWidget(tray_);
    connect(search_, &QLineEdit::textChanged, form_, &ParamForm::filter);
    connect(form_, &ParamForm::inspectWanted, this, &RunPanel::inspectWanted);
    connectBridge();
}

void RunPanel::connectBridge() {
    connect(bridge_, &SessionBridge::runStarted, this, &RunPanel::runNameChanged);
    connect(bridge_, &SessionBridge::stateChanged, form_, [this](RunState state) { form_->setActive(is_active(state)); });
    connect(bridge_, &SessionBridge::paramRefused, form_,
            [this](const QString& key, const QString& message) { form_->showProblem(key.toStdString(), fieldMessage(message)); });
    connect(bridge_, &SessionBridge::stepsDone, this,
            [this](const std::vector<StepDone>& steps) { tray_->setSpeed(steps.back().images_per_second); });
    form_->setActive(is_active(bridge_->state()));
}

QString RunPanel::runName() const { return header_->runName(); }

void RunPanel::findSetting() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void RunPanel::setStartProblem(const QString& text) { header_->setProblem(text); }

}  // namespace headroom::ui
