// RunPanel: joins the bridge's facts with the model of edits.
#include "ui/panels/run/run_panel.h"

#include "core/families/registry.h"
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/run_header.h"
#include "ui/panels/run/staged_tray.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/segmented_bar.h"

#include <QEvent>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace headroom::ui {

ModelChoice::ModelChoice(ParamEdits* edits, std::vector<ModelKind> kinds, QWidget* parent)
    : QWidget(parent),
      edits_(edits),
      kinds_(std::move(kinds)),
      bar_(named(new SegmentedBar(true, this), tr("Model to train"))) {
    auto* begin = styled(named(new QToolButton(this), tr("Presets of this model"),
                               tr("Sets of values to begin with; Undo takes them back")),
                         "small");
    menu_ = new QMenu(begin);
    for (const ModelKind kind : kinds_) {
        const ModelInfo& model = family_of(kind).facts().info;
        const int index = bar_->addSegment(coreText(model.name));
        bar_->button(index)->setToolTip(coreText(model.summary));
        bar_->button(index)->setAccessibleDescription(coreText(model.summary));
    }
    begin->setObjectName(QStringLiteral("button"));
    begin->setText(tr("Presets"));
    begin->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    begin->setLayoutDirection(Qt::RightToLeft);  // the arrow of a menu follows its word
    setThemedIcon(begin, QStringLiteral("chevron-down"), Token::T2, 12);
    begin->setFocusPolicy(Qt::StrongFocus);
    setPopup(begin, menu_);
    menu_->setToolTipsVisible(true);
    bar_->setVisible(kinds_.size() > 1);
    rowIn(this, {16, 8, 12, 0}, 8, {bar_, stretch(), begin});
    connect(menu_, &QMenu::aboutToShow, this, &ModelChoice::fillPresets);
    connect(bar_, &SegmentedBar::currentChanged, this,
            [this](int index) { Q_EMIT kindRequested(kinds_.at(static_cast<std::size_t>(index))); });
}

void ModelChoice::setKind(ModelKind kind) {
    const auto at = std::ranges::find(kinds_, kind);
    if (at == kinds_.end() || shown_ == kind) return;
    shown_ = kind;
    bar_->setCurrent(static_cast<int>(at - kinds_.begin()));
    fillPresets();
}

void ModelChoice::fillPresets() {
    const ModelKind kind = shown_.value_or(kinds_.front());
    menu_->clear();
    for (QMenu* below : menu_->findChildren<QMenu*>()) below->deleteLater();
    for (const Preset& preset : catalog_presets()) {
        if (preset.model != kind || preset.of_benches) continue;
        QAction* action =
            menu_->addAction(coreText(preset.name), this, [this, &preset] { edits_->proposeAll(preset.values); });
        action->setToolTip(coreText(preset.summary));
        action->setStatusTip(action->toolTip());
    }
    if (!menu_->isEmpty()) menu_->addSeparator();
    if (desk_) desk_->addTo(menu_, kind);
}

RunPanel::RunPanel(SessionBridge* bridge, Actions* actions, EditController* editing, std::vector<ModelKind> kinds,
                   std::vector<FormPart*> parts, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      editing_(editing),
      kinds_(std::move(kinds)),
      header_(new RunHeader(bridge, actions, kinds_, this)),
      choice_(new ModelChoice(editing->edits(), kinds_, this)),
      search_(new SearchField(tr("Find a setting"), tr("Ctrl F"), this)),
      form_stack_(new PageStack(this, PageStack::Held::ByAll)),
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
    if (std::ranges::find(kinds_, kind) == kinds_.end()) return;  // the other page's
    const auto made = forms_.find(kind);
    form_ = made != forms_.end() ? made->second : makeForm(kind, {});
    if (form_stack_->currentWidget() != form_) {
        form_stack_->setCurrentWidget(form_);
        form_->filter(search_->text());
    }
    choice_->setKind(kind);
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

void RunPanel::offerProcesses(StartChoice* choice) {
    header_->offerProcesses(choice);
    tabAsLaidOut(layout());
}

}  // namespace headroom::ui
