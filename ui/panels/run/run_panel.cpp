// RunPanel: joins the bridge's facts with the model of edits.
#include "ui/panels/run/run_panel.h"

#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/panels/run/model_choice.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/run_header.h"
#include "ui/panels/run/staged_tray.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/search_field.h"

#include <QEvent>

#include <utility>

namespace headroom::ui {

RunPanel::RunPanel(SessionBridge* bridge, Actions* actions, EditController* editing, std::vector<ModelKind> kinds,
                   std::vector<FormPart*> parts, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      editing_(editing),
      kinds_(std::move(kinds)),
      header_(new RunHeader(bridge, actions, kinds_, this)),
      choice_(new ModelChoice(editing->edits(), kinds_, this)),
      search_(new SearchField(tr("Find a setting"), tr("Ctrl F"), this)),
      form_stack_(new QStackedWidget(this)),
      tray_(new StagedTray(editing->edits(), editing->forecast(), actions, this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setProperty("guide", page_of(kinds_.front()) == Page::Imagine ? "text-to-image" : "train");
    columnIn(this, {}, 0,
             {header_, hairline(this), choice_, rowOf({search_}, -1, {16, 8, 16, 4}), {form_stack_, 1}, tray_});
    form_ = makeForm(kinds_.front(), std::move(parts));
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& words) { form_->filter(words); });
    connect(header_, &RunHeader::detachRequested, this, &RunPanel::detachRequested);
    connect(choice_, &ModelChoice::kindRequested, this, &RunPanel::kindRequested);
    connectBridge();
}

ParamForm* RunPanel::makeForm(ModelKind kind, std::vector<FormPart*> parts) {
    auto* form = new ParamForm(editing_->edits(), editing_->forecast(), kind, std::move(parts), form_stack_);
    connect(form, &ParamForm::inspectRequested, this, &RunPanel::inspectRequested);
    form_stack_->addWidget(form);
    forms_[kind] = form;
    tabAsLaidOut(layout());  // the form is made after what stands below it
    return form;
}

void RunPanel::showForm() {
    const ModelKind kind = bridge_->config()->model;
    if (std::find(kinds_.begin(), kinds_.end(), kind) == kinds_.end()) return;  // the other page's
    const auto made = forms_.find(kind);
    form_ = made != forms_.end() ? made->second : makeForm(kind, {});
    if (form_stack_->currentWidget() != form_) {
        form_stack_->setCurrentWidget(form_);
        form_->filter(search_->text());
    }
    choice_->setKind(kind);
}

void RunPanel::connectBridge() {
    connect(bridge_, &SessionBridge::runStarted, this, &RunPanel::runNameChanged);
    const auto follow = [this] {
        showForm();
        const bool active = is_active(bridge_->state());
        for (const auto& [kind, form] : forms_) form->setActive(active);
        choice_->setVisible(!active);
        choice_->setEnabled(bridge_->session());  // until then there is no draft that it could change
    };
    connect(bridge_, &SessionBridge::sessionReady, this, follow);
    connect(bridge_, &SessionBridge::draftChanged, this, follow);
    connect(bridge_, &SessionBridge::runStarted, this, follow);
    connect(bridge_, &SessionBridge::stateChanged, this, follow);
    connect(bridge_, &SessionBridge::paramRefused, this, [this](const ParamRefused& refusal) {
        if (!refusal.keys.empty())  // else there is no field that it could stand at
            form_->showRefusal(refusal.keys.front(), fieldMessage(coreText(refusal.message)));
    });
    connect(bridge_, &SessionBridge::stepsDone, this,
            [this](const std::vector<StepDone>& steps) { tray_->setSpeed(steps.back().images_per_second); });
    follow();
}

QString RunPanel::runName() const { return header_->runName(); }

int RunPanel::leastWidth() const {
    return std::max(minimumSizeHint().width(), choice_->minimumSizeHint().width());  // hidden while a run goes on
}

bool RunPanel::event(QEvent* event) {
    const bool taken = QWidget::event(event);
    if (event->type() != QEvent::LayoutRequest) return taken;
    const int before = std::exchange(least_width_, leastWidth());
    if (least_width_ > before) Q_EMIT leastWidthGrew();
    return taken;
}

void RunPanel::findSetting() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void RunPanel::reveal(const std::string& key) {
    search_->clear();
    if (form_->reveal(key)) return;
    const ParamRow* row = find_param(key, bridge_->config()->model);
    search_->setText(row ? coreText(row->label) : QString());
    findSetting();
}

void RunPanel::setStartProblem(const QString& text, bool fit_helps, Tone tone) {
    header_->setProblem(text, fit_helps, tone);
}

void RunPanel::offerPresets(PresetDesk* desk) { choice_->offerPresets(desk); }

void RunPanel::offerProcesses(StartChoice* choice) {
    header_->offerProcesses(choice);
    tabAsLaidOut(layout());
}

}  // namespace headroom::ui
