// FitDialog: questions and answers, and what becomes of a plan; the layout is in fit_dialog_layout.cpp.
#include "ui/panels/fit/fit_dialog.h"

#include "core/families/fit_rules.h"
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/fit/fit_plot.h"
#include "ui/panels/fit/fit_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/narrowing.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QSignalBlocker>
#include <QSlider>

namespace headroom::ui {

constexpr int kSettleMs = 250;     // after the last change the question is asked anew
constexpr int kSmallestSide = 32;  // of pictures that plans try
/// Of each FitDialog::Allow.
constexpr bool Sacrifices::*kAllowed[] = {&Sacrifices::checkpointing, &Sacrifices::recompute_fakes,
                                          &Sacrifices::lower_precision, &Sacrifices::smaller_picture,
                                          &Sacrifices::smaller_network};

FitDialog::FitDialog(SessionBridge* bridge, ParamEdits* edits, ForecastWatch* forecast, const QString& run_name,
                     QWidget* parent, ParamPatch given)
    : QDialog(parent),
      bridge_(bridge),
      edits_(edits),
      forecast_(forecast),
      given_(std::move(given)),
      asked_(edits->preview(given_)),
      search_(nullptr, BackgroundTask::workshop()),
      model_(new FitModel(this)),
      table_(new FitTable(model_, this)),
      plot_(new FitPlot(this)),
      budget_(new FitBudget(this)),
      batch_(new NumberField(NumberField::Kind::Integer, this)),
      name_(makeLabel("title", run_name, this)),
      words_(makeLabel("small", this)),
      sentence_(makeLabel("small", this, Wrap::On)),
      foot_icon_(new QLabel(this)),
      foot_text_(new QLabel(this)),
      hint_(makeLabel("hint", this, Wrap::On)),
      nothing_(new NoticeBar(Tone::Err, {}, {}, this)),
      empty_(new EmptyState(QStringLiteral("adjustments-horizontal"), tr("Looking for settings that fit"), {}, this)),
      bar_(makeThinBar(tr("Progress of the plans"), this)),
      measure_(makeButton(tr("Measure this plan"), QStringLiteral("gauge"), this)),
      rehearse_(new QPushButton(this)),
      save_(makeButton(tr("Save recipe…"), QStringLiteral("file-export"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)),
      apply_(makePrimaryButton(tr("Apply plan"), QStringLiteral("check"), this)) {
    model_->setKind(asked_.model);
    build();
    connectParts();
    batch_->setValue(static_cast<double>(asked_.effective_batch()));
    takeDevice();
    refreshBoxes();
    table_->setFocus();
    ask();
}

void FitDialog::connectParts() {
    onRest(settle_, kSettleMs, this, &FitDialog::ask);
    connect(budget_, &FitBudget::budgetChanged, this, &FitDialog::askSoon);
    for (QCheckBox* box : boxes_) {
        connect(box, &QCheckBox::toggled, this, &FitDialog::askSoon);
        connect(box, &QCheckBox::clicked, this, [this] { applies_ = false; });
    }
    connect(budget_->slider(), &QAbstractSlider::actionTriggered, this, [this] { applies_ = false; });
    connect(batch_, &NumberField::committed, this, [this](const QString& text) {
        applies_ = false;
        bool ok = false;
        const qlonglong value = text.toLongLong(&ok);
        if (ok && value >= 1 && value <= 1000000) {
            batch_->setValue(static_cast<double>(value));
            return askSoon();
        }
        batch_->setValue(static_cast<double>(request().effective_batch));  // a wrong one is not kept
        setFoot("alert-circle", Token::Err, tr("The effective batch is a whole number from 1 to 1,000,000."), "bad");
    });
    connect(table_, &FitTable::planChosen, this, &FitDialog::choose);
    connect(plot_, &FitPlot::planChosen, this, &FitDialog::choose);
    connect(&search_, &BackgroundTask::progress, this, [this](const QString& what, double fraction) {
        doing_ = what;
        showFraction(bar_, fraction);
        refreshFoot();
    });
    connect(&trial_, &FitTrial::progress, this, [this](double fraction) {
        showFraction(bar_, fraction);
        refreshFoot();
    });
    connect(&trial_, &FitTrial::aged, this, &FitDialog::refreshFoot);
    connect(&trial_, &FitTrial::ended, this, [this] {
        refresh();
        if (cancel_->hasFocus()) measure_->setFocus();  // the focus fled when the trial began
    });
    connect(bridge_, &SessionBridge::stateChanged, this, &FitDialog::refresh);
    connect(bridge_, &SessionBridge::memoryChanged, this, [this] {
        if (!budget_->stops().empty() || !device()) return;
        takeDevice();
        askSoon();
    });
    connect(measure_, &QPushButton::clicked, this, &FitDialog::measure);
    connect(apply_, &QPushButton::clicked, this, &FitDialog::applyPlan);
    connect(cancel_, &QPushButton::clicked, this, &FitDialog::reject);
}

const MemoryReport* FitDialog::device() const {
    const MemoryReport* forms = forecast_->report().get();
    const bool same = forms && (forms->is_cpu || asked_.device != "cpu");
    // A budget of the form's own is not what the engine would choose.
    const bool its_budget = asked_.budget.count > 0 || edits_->inForce().budget.count == 0;
    return same && its_budget ? forms : model_->report().device.get();
}

void FitDialog::takeDevice() {
    const MemoryReport* known = device();
    budget_->setEnabled(known);
    if (!known) return;
    budget_->setStops(budgetStops(*known));
    budget_->setBudget(asked_.budget.count > 0 ? asked_.budget : known->budget);
    chooseCard();
}

void FitDialog::planFor(Bytes card) {
    card_ = card;
    applies_ = true;
    chooseCard();
}

void FitDialog::chooseCard() {
    if (card_.count > 0)
        budget_->choose({static_cast<std::int64_t>(static_cast<double>(card_.count) * (1 - kLeftToOthers))});
}

bool FitDialog::offers(Allow allow) const { return family_of(asked_).fit().possible().*kAllowed[allow]; }

void FitDialog::refreshBoxes() {
    const auto set = [this](Allow allow, const QString& what, const QString& reason) {
        const QSignalBlocker quiet(boxes_[allow]);
        if (!reason.isEmpty()) boxes_[allow]->setChecked(false);
        boxes_[allow]->setEnabled(reason.isEmpty() && !rehearsing());
        boxes_[allow]->setToolTip(reason.isEmpty() ? what : what + QLatin1Char('\n') + reason);
    };
    const FamilyWords& words = words_of(asked_.model);
    const QSize size = pictureSize(asked_);
    const bool low = asked_.precision == headroom::Precision::Bf16 || asked_.precision == headroom::Precision::Fp16;
    set(Checkpointing, tr("Recompute activations in the backward pass: same result, more time"), {});
    set(RecomputeFakes, tr("Make the fakes again for G instead of keeping their graph: same result, more time"),
        window_family_of(asked_).noRecomputing(asked_));
    set(LowerPrecision, tr("Half the bytes per activation, other rounding"),
        low ? tr("The precision is low already.") : QString());
    set(SmallerPicture, words.smaller_picture(),
        std::min(size.width(), size.height()) < 2 * kSmallestSide ? tr("The pictures are as small as they can be.")
                                                                  : QString());
    set(SmallerNetwork, words.smaller_network(),
        is_active(bridge_->state()) ? tr("The networks of a run keep their size; choose this before a run.")
                                    : QString());
}

FitRequest FitDialog::request() const {
    FitRequest request{asked_, budget_->budget(), static_cast<std::int64_t>(batch_->value()), {}};
    for (std::size_t i = 0; i < boxes_.size(); ++i)
        request.allow.*kAllowed[i] = offers(static_cast<Allow>(i)) && boxes_[i]->isChecked();
    return request;
}

void FitDialog::askSoon() {
    search_.cancel();  // an answer to the old question is not wanted any more
    settle_.start();
    refresh();
}

void FitDialog::ask() {
    settle_.stop();
    failure_.reset();
    trial_.forgetFailure();
    doing_.clear();
    showFraction(bar_, -1);
    Session* session = bridge_->session();
    if (!session)
        return showFailure(make_error(ErrorCode::Environment, tr("The engine is not loaded.").toStdString(),
                                      tr("Try again in a moment.").toStdString()));
    const auto planner = session->planner();
    search_.start(
        [planner, request = request()](const BackgroundTask::Report& report,
                                       std::stop_token stop) -> Result<FitReport> {
            if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "Cancelled.");
            return planner->fit(request, report, stop);
        },
        [this](Result<FitReport> answer) {
            if (!answer) return showFailure(answer.error());
            const FitPlan* before = chosen();
            const std::optional<TrainConfig> wanted = before ? std::optional(before->config) : std::nullopt;
            const bool first = !std::exchange(answered_, true);
            model_->setReport(*std::move(answer));
            if (card_.count == 0 && budget_->stops().empty()) takeDevice();
            plot_->setReport(model_->report(), model_->unit());
            table_->fit();
            const int again = wanted ? model_->find(*wanted) : -1;
            const bool keeps =
                again >= 0 && model_->report().plans[static_cast<std::size_t>(again)].group != PlanGroup::TooBig;
            choose(keeps ? again : model_->firstChoice());
            refresh();
            const FitPlan* best = chosen();
            if (applies_ && !searching() && model_->report().any_fits && best) {
                applies_ = false;
                patchOf(*best).empty() ? accept() : applyPlan();  // empty: in force already
            }
            if (first && budget_->slider()->hasFocus() && !budget_->moved())
                table_->setFocus();  // it could not take it while it was hidden
        });
    refresh();
}

void FitDialog::showFailure(const Error& error) {
    failure_ = error;
    refresh();
}

void FitDialog::choose(int plan) {
    table_->choose(plan);
    plot_->setChosen(plan);
    refresh();
}

const FitPlan* FitDialog::chosen() const { return model_->planAt(table_->currentIndex()); }

void FitDialog::refresh() {
    const FitReport& report = model_->report();
    const bool stale = searching() || failure_.has_value();
    table_->setStale(stale);
    if (const MemoryReport* known = device()) {
        const Bytes reserve = answered_ && report.budget == budget_->budget() ? report.reserve : known->reserve;
        sentence_->setText(budgetSentence(budget_->stops(), *known, budget_->budget(), reserve));
    } else {
        sentence_->setText(answered_ ? budgetWords(report.budget, report.reserve)
                                     : tr("The device's figures have not come yet."));
    }
    const bool nothing = answered_ && !stale && !report.any_fits;
    nothing_box_->setVisible(nothing);
    if (nothing) {
        nothing_->setTexts(nothingFitsText(report, model_->unit()),
                           tr("%Ln combination(s) were forecast. Allow more, raise the budget or take a smaller model.",
                              nullptr, static_cast<int>(report.tried)));
    }
    const bool table = answered_ && !failure_ && !report.plans.empty();
    empty_->giveWay(table);
    if (!table) {
        if (failure_)
            empty_->sayTrouble(tr("The plans could not be made"), errorText(*failure_), QStringLiteral("alert-circle"));
        else if (answered_ && !searching())
            empty_->say(tr("No plans"), coreText(report.sentence));
        else
            empty_->say(
                tr("Looking for settings that fit"),
                tr("Settings are forecast one after another; unknown ones are measured with two short %1. The window stays usable.")
                    .arg(stepNoun(asked_.model, 2)));
    }
    refreshBoxes();
    refreshFoot();
    refreshButtons();
}

QString FitDialog::offReason(bool trial) const {
    if (rehearsing()) return tr("A rehearsal is running");
    if (searching()) return tr("The plans are being computed anew");
    const FitPlan* plan = chosen();
    if (failure_ || !plan) return tr("Choose a plan first");
    if (trial && is_active(bridge_->state())) return tr("The run is using the device; stop it first");
    if (!trial && plan->group == PlanGroup::TooBig) return tr("This plan does not fit");
    if (!trial && patchOf(*plan).empty()) return tr("These settings are in force already");
    return {};
}

ParamPatch FitDialog::patchOf(const FitPlan& plan) const {
    TrainConfig wanted = plan.config;
    // The budget belongs to the plan only where the user has moved it: a plan for a smaller card runs under that card's limit.
    wanted.budget = budget_->moved() ? budget_->budget() : asked_.budget;
    // What the plan leaves as it was asked about may have been changed elsewhere meanwhile, and stays.
    ParamPatch patch = difference(asked_, wanted);
    patch.insert(given_.begin(), given_.end());
    std::erase_if(patch, [this](const auto& change) { return edits_->valueShown(change.first) == change.second; });
    return patch;
}

void FitDialog::applyPlan() {
    const FitPlan* plan = chosen();
    if (!plan || !offReason(false).isEmpty()) return;
    edits_->proposeAll(patchOf(*plan));
    accept();
}

void FitDialog::rehearse(int steps) {
    const FitPlan* plan = chosen();
    Session* session = bridge_->session();
    if (!plan || !session || !offReason(true).isEmpty()) return;
    trial_.start(session->planner(), {.config = plan->config, .budget = budget_->budget(), .steps = steps});
    refresh();
}

void FitDialog::reject() {
    if (!rehearsing()) return QDialog::reject();
    trial_.stop();
    refresh();
}

void FitDialog::setFoot(const char* icon, Token token, const QString& text, const char* role) {
    setThemedIcon(foot_icon_, QLatin1String(icon), token, 16);
    if (foot_text_->text() != text) foot_text_->setText(text);
    restyle(foot_text_, "role", role);
}

void FitDialog::refreshFoot() {
    const FitPlan* plan = chosen();
    const bool measured = plan && trial_.tried(plan->config);
    bar_->setVisible(rehearsing() || searching());
    save_->setVisible(measured && !rehearsing() && trial_.hasStamp());
    if (rehearsing()) return setFoot("progress", Token::T2, trial_.doing());
    if (searching())
        return setFoot("progress", Token::T2, doing_.isEmpty() ? tr("Looking for settings that fit") : doing_);
    if (trial_.failure()) return setFoot("alert-circle", Token::Err, errorText(*trial_.failure()), "bad");
    if (failure_) return setFoot("alert-circle", Token::Err, tr("No plans; Retry asks again."));
    if (measured) return setFoot("circle-check", Token::Ok, trial_.text(model_->unit()));
    if (!plan) return setFoot("info-circle", Token::T2, tr("No plan is chosen."));
    setFoot("info-circle", Token::T2,
            tr("%Ln combination(s) were tried. All rows are forecasts; Measure this plan checks one with real %1.",
               nullptr, static_cast<int>(model_->report().tried))
                .arg(stepNoun(asked_.model, 2)));
}

void FitDialog::refreshButtons() {
    const FitPlan* plan = chosen();
    const QString trial = offReason(true), apply = offReason(false);
    const bool running = is_active(bridge_->state());
    for (QPushButton* button : {measure_, rehearse_}) {
        button->setEnabled(trial.isEmpty());
        button->setToolTip(trial.isEmpty()
                               ? tr("Works under the limit and measures peak and time; nothing is kept but the figures")
                               : trial);
    }
    hint_->setText(trial.isEmpty() || !running ? tr("Works under the limit, stamps the recipe with what was measured")
                                               : trial);
    const QString verb = running ? tr("Stage plan") : tr("Apply plan");
    apply_text_ = plan ? QStringLiteral("%1: %2").arg(verb, planTitle(plan->config, asked_)) : verb;
    apply_->setEnabled(apply.isEmpty());
    QStringList changes;
    if (plan) {
        for (const auto& [key, value] : patchOf(*plan))
            changes << QStringLiteral("%1: %2").arg(coreText(find_param(key)->label),
                                                    valueText(*find_param(key), value));
    }
    const QString what = running ? tr("The settings become staged edits; Apply in the Run panel puts them in force.")
                                 : tr("Sets at once:");
    apply_->setToolTip(apply.isEmpty() ? what + QLatin1Char('\n') + changes.join(QLatin1Char('\n')) : apply);
    cancel_->setText(rehearsing() ? tr("Stop rehearsal") : tr("Cancel"));
    const bool free = !rehearsing();
    ends_->fit();
    budget_->setEnabled(free && !budget_->stops().empty());
    batch_->setEnabled(free);
    table_->setEnabled(free);
}

void FitDialog::saveStamp(const QString& path) {
    if (trial_.hasStamp()) FileRow::of(this)->write(path, trial_.stampTo(path));
}

}  // namespace headroom::ui
