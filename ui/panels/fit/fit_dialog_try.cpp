// FitDialog: measuring, rehearsing, the foot line, saving what was measured, applying.
#include "core/api/param_schema.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/models/param_edits.h"
#include "ui/models/run_words.h"
#include "ui/panels/fit/fit_budget.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/panels/fit/fit_table.h"
#include "ui/panels/fit/fit_words.h"
#include "ui/shell/theme.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/themed_icon.h"

#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QStyle>

namespace headroom::ui {
namespace {

constexpr int kMeasureSteps = 4;  // the first two warm up; the time is the median of the rest

}  // namespace

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
    ParamPatch patch = difference(edits_->inForce(), wanted);
    for (const auto& [key, value] : edits_->staged()) {
        if (!patch.contains(key))
            patch[key] = find_param(key)->get(wanted);  // staged before and not part of the plan: taken back
    }
    return patch;
}

void FitDialog::applyPlan() {
    const FitPlan* plan = chosen();
    if (!plan || !offReason(false).isEmpty()) return;
    edits_->proposeAll(patchOf(*plan));
    accept();
}

void FitDialog::measure() { start(kMeasureSteps); }
void FitDialog::rehearse(int steps) { start(steps); }

void FitDialog::start(int steps) {
    const FitPlan* plan = chosen();
    Session* session = bridge_->session();
    if (!plan || !session || !offReason(true).isEmpty()) return;
    RehearsalRequest request;
    request.config = plan->config;
    request.budget = budget_->budget();
    request.steps = steps;
    trial_failure_.reset();
    doing_ = words_of(asked_.model)
                 .rehearsing()
                 .arg(stepsText(asked_.model, steps), window_family_of(asked_).pieces(plan->config),
                      totalText(request.budget));
    bar_->setRange(0, 0);
    trial_.start(
        [planner = session->planner(), request](const BackgroundTask::Report& report,
                                                std::stop_token stop) -> Result<Rehearsal> {
            if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "Cancelled.");
            return planner->rehearse(request, report, stop);
        },
        [this, config = plan->config](Result<Rehearsal> result) { takeTrial(config, std::move(result)); });
    refreshBoxes();
    refresh();
}

void FitDialog::takeTrial(const TrainConfig& config, Result<Rehearsal> result) {
    if (result)
        last_ = Trial{config, *std::move(result), QDateTime::currentDateTime()};
    else if (result.error().code != ErrorCode::Cancelled)
        trial_failure_ = result.error();
    ages_.start();
    refreshBoxes();
    refresh();
    if (cancel_->hasFocus()) measure_->setFocus();  // the focus fled when the trial began
}

void FitDialog::reject() {
    if (!rehearsing()) return QDialog::reject();
    trial_.cancel();
    refreshBoxes();
    refresh();
}

QString FitDialog::trialText() const {
    const Rehearsal& r = last_->result;
    const qint64 minutes = last_->when.secsTo(QDateTime::currentDateTime()) / 60;
    const QString when = minutes < 1 ? tr("just now") : tr("%1 min ago").arg(minutes);
    QString text = tr("Chosen plan measured with %1 %2: %3, %4 %5.")
                       .arg(stepsText(asked_.model, r.steps), when, measuredText(r, model_->unit()),
                            secondsText(r.seconds_per_step), perStepText(asked_.model));
    if (r.oom_survived > 0)
        text += QLatin1Char(' ') + tr("It ran out of memory %1 times and went on as %2.")
                                       .arg(r.oom_survived)
                                       .arg(planTitle(r.used, last_->config));
    return text + QLatin1Char(' ') + tr("The other rows are forecasts.");
}

void FitDialog::setFoot(const char* icon, int token, const QString& text, const char* role) {
    setThemedIcon(foot_icon_, QLatin1String(icon), static_cast<Token>(token), 16);
    if (foot_text_->text() != text) foot_text_->setText(text);
    if (foot_text_->property("role").toString() == QLatin1String(role)) return;
    foot_text_->setProperty("role", role);
    foot_text_->style()->unpolish(foot_text_);
    foot_text_->style()->polish(foot_text_);
}

void FitDialog::refreshFoot() {
    const auto say = [this](const char* icon, Token token, const QString& text, const char* role = "small") {
        setFoot(icon, static_cast<int>(token), text, role);
    };
    const FitPlan* plan = chosen();
    const bool measured = last_ && plan && difference(plan->config, last_->config).empty();
    bar_->setVisible(rehearsing() || searching());
    save_->setVisible(measured && !rehearsing() && !last_->result.stamp.empty());
    if (rehearsing()) return say("progress", Token::T2, doing_);
    if (searching()) return say("progress", Token::T2, doing_.isEmpty() ? tr("Looking for settings that fit") : doing_);
    if (trial_failure_) return say("alert-circle", Token::Err, errorText(*trial_failure_), "bad");
    if (failure_) return say("alert-circle", Token::Err, tr("No plans; Retry asks again."));
    if (measured) return say("circle-check", Token::Ok, trialText());
    if (!plan) return say("info-circle", Token::T2, tr("No plan is chosen."));
    say("info-circle", Token::T2,
        tr("%1 combinations were tried. All rows are forecasts; Measure this plan checks one with real %2.")
            .arg(countText(model_->report().tried), stepNoun(asked_.model, 2)));
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
            changes << QStringLiteral("%1: %2").arg(fromUtf8(find_param(key)->label),
                                                    QString::fromStdString(headroom::to_text(value)));
    }
    const QString what = running ? tr("The settings become staged edits; Apply in the Run panel puts them in force.")
                                 : tr("Sets at once:");
    apply_->setToolTip(apply.isEmpty() ? what + QLatin1Char('\n') + changes.join(QLatin1Char('\n')) : apply);
    cancel_->setText(rehearsing() ? tr("Stop rehearsal") : tr("Cancel"));
    const bool free = !rehearsing();
    fitButtons();
    budget_->setEnabled(free && !budget_->stops().empty());
    batch_->setEnabled(free);
    table_->setEnabled(free);
}

bool FitDialog::saveStamp(const QString& path) {
    if (!last_) return false;
    QSaveFile file(path);
    const QByteArray text = QByteArray::fromStdString(last_->result.stamp + "\n");
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit()) {
        setFoot("circle-check", static_cast<int>(Token::Ok), tr("Recipe written to %1").arg(path), "small");
        return true;
    }
    setFoot("alert-circle", static_cast<int>(Token::Err),
            tr("%1 was not written: %2. Choose another folder.").arg(path, file.errorString()), "bad");
    return false;
}

}  // namespace headroom::ui
