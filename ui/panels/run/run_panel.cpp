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

RunPanel::RunPanel(SessionBridge* bridge, Actions* actions, QWidget* parent)
    : QWidget(parent), bridge_(bridge), edits_(new ParamEdits(this)), forecast_(new ForecastWatch(bridge, edits_, this)),
      header_(new RunHeader(bridge, actions, this)), search_(new SearchField(tr("Find a setting"), tr("Ctrl K"), this)),
      form_(new ParamForm(edits_, forecast_, this)), tray_(new StagedTray(edits_, forecast_, actions, this)) {
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
    connect(edits_, &ParamEdits::applyWanted, bridge_, [this](const ParamPatch& patch, ChangeOrigin origin) { bridge_->apply(patch, origin); });
    connectBridge();
}

void RunPanel::connectBridge() {
    const auto take = [this] { edits_->setInForce(*bridge_->config()); };
    connect(bridge_, &SessionBridge::draftChanged, this, take);
    connect(bridge_, &SessionBridge::runStarted, this, [this, take] {
        take();
        Q_EMIT runNameChanged();
    });
    connect(bridge_, &SessionBridge::stateChanged, this, [this, take](RunState state) {
        const bool active = is_active(state);
        edits_->setStaging(active);
        form_->setActive(active);
        take();
    });
    connect(bridge_, &SessionBridge::paramApplied, this, [this](const ParamApplied& change) { edits_->applied(change); });
    connect(bridge_, &SessionBridge::paramRefused, this, [this](const QString& key, const QString& message) {
        edits_->refused(key.toStdString());
        form_->showProblem(key.toStdString(), fieldMessage(message));
    });
    connect(bridge_, &SessionBridge::stepsDone, this,
            [this](const std::vector<StepDone>& steps) { tray_->setSpeed(steps.back().images_per_second); });
    take();
    edits_->setStaging(is_active(bridge_->state()));
    form_->setActive(is_active(bridge_->state()));
}

QString RunPanel::runName() const { return header_->runName(); }

void RunPanel::findSetting() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void RunPanel::setStartProblem(const QString& text) { header_->setProblem(text); }

}  // namespace headroom::ui
