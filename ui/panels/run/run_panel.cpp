// RunPanel: joins the bridge's facts with the model of edits. StagedTray: verdict first, in words; then the figures.
#include "ui/panels/run/run_panel.h"

#include "core/families/registry.h"
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/panels/run/param_form.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/segmented_bar.h"

#include <QBuffer>
#include <QEvent>
#include <QGridLayout>
#include <QImage>
#include <QMenu>

#include <algorithm>
#include <tuple>
#include <utility>

namespace headroom::ui {
namespace {

/// The arrow between old and new as a picture in rich text (Roboto has no such character).
QString arrow_image(const QWidget* widget) {
    const int size = scaled(12);
    QByteArray png;
    QBuffer buffer(&png);
    QImage image = Theme::get()
                       .pixmap(QStringLiteral("arrow-narrow-right"), Token::T2, size, widget->devicePixelRatioF())
                       .toImage();
    image.setDevicePixelRatio(1.0);
    image.save(&buffer, "PNG");
    return QStringLiteral(" <img src='data:image/png;base64,%1' width='%2' height='%2' style='vertical-align:middle'> ")
        .arg(QString::fromLatin1(png.toBase64()))
        .arg(size);
}

}  // namespace

StagedTray::StagedTray(ParamEdits* edits, ForecastWatch* forecast, Actions* actions, QWidget* parent)
    : QFrame(parent), edits_(edits), forecast_(forecast) {
    setObjectName(QStringLiteral("tray"));
    setAccessibleName(tr("Staged edits"));
    empty_ = makeLabel("hint", this, Wrap::On);
    full_ = new QWidget(this);
    title_ = makeLabel("strong", full_);
    verdict_icon_ = new QLabel(full_);
    verdict_ = makeLabel("", full_, Wrap::On);  // a narrow dock is not widened
    bar_ = new MemoryBar(MemoryBar::Kind::Tray, full_);
    peak_ = makeLabel("small", full_, Wrap::On);
    speed_text_ = makeLabel("small", full_, Wrap::On);
    for (QLabel* label : {peak_, speed_text_}) showRichText(label);
    problem_ = makeLabel("bad", full_, Wrap::On);
    auto* figures = new QGridLayout;
    figures->setHorizontalSpacing(16);
    figures->setVerticalSpacing(2);
    figures->addWidget(makeLabel("small", tr("Peak"), full_), 0, 0);
    figures->addWidget(peak_, 0, 1);
    figures->addWidget(makeLabel("small", tr("Speed"), full_), 1, 0);
    figures->addWidget(speed_text_, 1, 1);
    figures->setColumnStretch(1, 1);
    auto* buttons = rowOf({new ActionButton(actions->action(Cmd::ApplyEdits), ActionButton::Look::Primary, full_),
                           new ActionButton(actions->action(Cmd::DiscardEdits), ActionButton::Look::TextOnly, full_)},
                          8);
    make_fit_ = new ActionButton(actions->action(Cmd::MakeFit), ActionButton::Look::TextOnly, full_);
    make_fit_->hide();
    fill(buttons, {make_fit_, stretch()});
    columnIn(full_, {}, 8,
             {rowOf({title_, {verdict_icon_, 1, Qt::AlignRight}, verdict_}, 4), bar_, figures, problem_, buttons});
    columnIn(this, {16, 12, 16, 12}, -1, {empty_, full_});
    connect(edits, &ParamEdits::changed, this, &StagedTray::refresh);
    connect(forecast, &ForecastWatch::changed, this, &StagedTray::refresh);
    connect(&Theme::get(), &Theme::changed, this, [this] {
        arrow_.clear();
        refresh();
    });
    refresh();
}

void StagedTray::setSpeed(double per_second) {
    speed_ = per_second;
    if (!edits_->staged().empty() && forecast_->staged()) showFigures(*forecast_->staged());
}

void StagedTray::showVerdict(const Forecast& forecast) {
    const Fit fit = forecast_->fit(forecast);
    const std::optional<Bytes> spare = forecast_->toSpare(forecast);
    const auto [name, icon, token] = fit == Fit::Fits    ? std::tuple("ok", "circle-check", Token::Ok)
                                     : fit == Fit::Tight ? std::tuple("warn", "alert-triangle", Token::Warn)
                                     : fit == Fit::No    ? std::tuple("err", "alert-circle", Token::Err)
                                                         : std::tuple("", "progress", Token::T2);
    QString text = tr("Not measured yet");
    const MemoryUnit unit = unitFor(forecast.peak);  // that of the figures below
    if (fit == Fit::Fits) text = tr("Fits, %1 to spare").arg(sizeText(*spare, unit));
    if (fit == Fit::Tight) text = tr("Tight, %1 to spare").arg(sizeText(*spare, unit));
    if (fit == Fit::No) text = tr("Does not fit, %1 missing").arg(sizeText(-*spare, unit));
    const bool stale = forecast_->stale();
    if (!stale && !forecast_->error().isEmpty()) text = tr("No forecast");
    verdict_->setText(stale ? tr("forecasting") : text);
    restyle(verdict_, "verdict", stale ? "" : name);
    setThemedIcon(verdict_icon_, QLatin1String(stale ? "progress" : icon), stale ? Token::T2 : token, 14);
    make_fit_->setVisible(!stale && fit == Fit::No);
}

void StagedTray::showFigures(const Forecast& forecast) {
    if (arrow_.isEmpty()) arrow_ = arrow_image(this);
    const TrainConfig config = edits_->preview();
    const ModelKind kind = config.model;
    const auto& report = forecast_->report();
    if (forecast.complete && report) {
        const MemoryUnit unit = unitFor(std::max(forecast.peak, report->at_peak.this_process()));
        const Bytes half = {(forecast.high - forecast.low).count / 2};
        QString after =
            half.count > 0 ? figureText(forecast.peak, unit) : leadText(forecast.peak, report->budget, unit);
        if (half.count > 0) after += QStringLiteral(" ± ") + leadText(half, report->budget, unit);
        peak_->setText(figureText(report->at_peak.this_process(), unit) + arrow_ + strongText(after) +
                       QStringLiteral(" ") + tr("of %1").arg(sizeText(report->budget, unit)));
    } else if (forecast.pending) {
        peak_->setText(tr("being measured with two short %1").arg(stepNoun(kind, 2)));
    } else {
        const Bytes fixed = forecast.static_after - forecast.static_before;
        const QString known =
            fixed.count == 0 ? QString() : strongText(tr("%1 fixed").arg(changeText(fixed))) + QStringLiteral(", ");
        peak_->setText(known + tr("activations measured after Apply"));
    }
    peak_->setToolTip(tr("Source: %1").arg(coreText(forecast.source)));
    const double per_step = family_of(config).facts().trains ? static_cast<double>(config.effective_batch()) : 1.0;
    const std::optional<double> factor = forecast_->speedFactor(forecast, config);
    if (speed_ > 0 && factor) {
        // From the speed that is measured, by the factor that the rows tell: the two must not differ.
        speed_text_->setText(numberText(speed_, speed_ < 10 ? 1 : 0) + arrow_ +
                             strongText(paceText(kind, speed_ * *factor)));
    } else if (forecast.complete && forecast.seconds_per_step > 0) {
        speed_text_->setText(strongText(paceText(kind, per_step / forecast.seconds_per_step)));
    } else if (forecast.pending) {
        speed_text_->setText(speed_ > 0 ? tr("%1 now").arg(paceText(kind, speed_)) : tr("forecasting"));
    } else {
        speed_text_->setText(speed_ > 0 ? tr("%1 now, measured after Apply").arg(paceText(kind, speed_))
                                        : tr("measured after Apply"));
    }
}

void StagedTray::refresh() {
    const auto count = static_cast<int>(edits_->staged().size());
    const bool any = count > 0;
    full_->setVisible(any);
    empty_->setVisible(!any);
    restyle(this, "staged", any);
    if (!any) {
        empty_->setText(!edits_->pending().empty()
                            ? tr("Applying at the next %1.").arg(stepNoun(edits_->preview().model))
                        : edits_->staging()
                            ? tr("No staged edits. Change a value to see what it costs before it is applied.")
                            : tr("No staged edits. Before the start, changes apply at once and the forecast follows."));
        return;
    }
    title_->setText(tr("%Ln staged edit(s)", nullptr, static_cast<int>(count)));
    const QString problem = edits_->problem(!forecast_->report() || forecast_->report()->is_cpu);
    sayOrHide(problem_, problem.isEmpty() ? forecast_->error() : problem);
    const auto& forecast = forecast_->staged();
    if (!forecast) return;
    showVerdict(*forecast);
    showFigures(*forecast);
    if (const auto& report = forecast_->report()) {
        const auto& ghost = forecast->complete ? forecast : forecast_->ghost();
        BarData data = budgetBar(*report, unitFor(report->at_peak.this_process()), ghost ? &*ghost : nullptr,
                                 forecast_->pictures());
        data.source = tr("allocator peak, newest %1").arg(stepNoun(edits_->inForce().model));
        bar_->setData(data);
        bar_->setGhostDim(forecast_->stale());
    }
    bar_->setVisible(forecast_->report() != nullptr);
}

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
      form_stack_(new PageStack(this, PageStack::Held::ByAll)) {
    auto* tray = new StagedTray(editing->edits(), editing->forecast(), actions, this);
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setProperty("guide", page_of(kinds_.front()) == Page::Imagine ? "text-to-image" : "train");
    columnIn(this, {}, 0,
             {header_, hairline(this), choice_, rowOf({search_}, -1, {16, 8, 16, 4}), {form_stack_, 1}, tray});
    form_ = makeForm(kinds_.front(), std::move(parts));
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& words) { form_->filter(words); });
    const auto follow = [this] {
        const ModelKind kind = bridge_->config()->model;
        if (std::ranges::find(kinds_, kind) != kinds_.end()) {  // else the other page's
            const auto made = forms_.find(kind);
            form_ = made != forms_.end() ? made->second : makeForm(kind, {});
            if (form_stack_->currentWidget() != form_) {
                form_stack_->setCurrentWidget(form_);
                form_->filter(search_->text());
            }
            choice_->setKind(kind);
        }
        const bool active = is_active(bridge_->state());
        for (const auto& made : forms_) made.second->setActive(active);
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
            [tray](const std::vector<StepDone>& steps) { tray->setSpeed(steps.back().images_per_second); });
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

void RunPanel::offerProcesses(StartChoice* choice) {
    header_->offerProcesses(choice);
    tabAsLaidOut(layout());
}

}  // namespace headroom::ui
