// StatusItems: an item without a figure is left out.
#include "ui/shell/status_items.h"

#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/run_words.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/notice_bar.h"

#include <QStatusBar>

namespace headroom::ui {

constexpr double kSmooth = 0.1;  // share of the newest step in the shown speed

StatusItems::StatusItems(SessionBridge* bridge, QStatusBar* bar, QObject* parent)
    : QObject(parent), box_(shrinking(new QWidget(bar))), bridge_(bridge) {
    bar->setSizeGripEnabled(false);
    bar->setContentsMargins(4, 0, 4, 0);
    rowIn(box_, {0, 0, 0, 0}, 6)->setAlignment(Qt::AlignLeft);
    bar->addWidget(box_, 1);
    state_ = add(QStringLiteral("circle-check"));
    for (Item* item : {&epoch_, &speed_, &left_, &device_, &memory_, &stage_}) *item = add();
    saved_ = add(QStringLiteral("device-floppy"));
    survived_ = add();
    connect(bridge, &SessionBridge::stateChanged, this, [this](RunState state) { showState(state); });
    for (const auto signal : {&SessionBridge::sessionReady, &SessionBridge::lackingChanged})
        connect(bridge, signal, this, [this] { showState(bridge_->state()); });
    connect(bridge, &SessionBridge::stepsDone, this, [this](const std::vector<StepDone>& steps) {
        for (const StepDone& s : steps) {
            seconds_ = seconds_ > 0 ? seconds_ + kSmooth * (s.step_seconds - seconds_) : s.step_seconds;
            rate_ = rate_ > 0 ? rate_ + kSmooth * (s.images_per_second - rate_) : s.images_per_second;
        }
        showStep(steps.back());
    });
    connect(bridge, &SessionBridge::memoryChanged, this, [this](const std::shared_ptr<const MemoryReport>& report) {
        if (report) showMemory(*report);
    });
    connect(bridge, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        if (run.config) kind_ = run.config->model;
        say(epoch_, {});
        step_ = run.step;
        seconds_ = rate_ = 0;
        say(saved_, {});
    });
    connect(bridge, &SessionBridge::checkpointSaved, this, [this](const CheckpointSaved& e) {
        say(saved_, tr("Saved %1").arg(stepPhrase(kind_, strongText(countText(e.step)))),
            placedPath(bridge_->place(), fromUtf8(e.path)));
    });
    connect(bridge, &SessionBridge::progress, this, [this](const QString& what, double fraction) {
        const RunState now = bridge_->state();
        if (now != RunState::Preparing && now != RunState::Stopping) return;
        const QString part = fraction < 0 ? QString() : QStringLiteral(", ") + percentText(fraction * 100);
        say(state_, strongText(StateChip::look(now).text) + QStringLiteral(" ") + what.toHtmlEscaped() + part);
    });
    connect(&Theme::get(), &Theme::changed, this, [this] { forecast_text_ = recoloured(forecast_text_); });
    onResize(
        box_, [this] { fit(); }, this);
    showState(bridge->state());
}

StatusItems::~StatusItems() { delete box_; }

void StatusItems::setShown(bool shown) { box_->setVisible(shown); }

StatusItems::Item StatusItems::add(const QString& icon) {
    auto* frame = new QFrame(box_);
    frame->setObjectName(QStringLiteral("statusItem"));
    auto* row = rowIn(frame, {8, 0, 12, 0}, 6);
    Item item{frame, nullptr, styled(new FigureLabel(frame), "role", "small")};
    if (!icon.isEmpty()) row->addWidget(item.icon = makeIcon(icon, Token::T2, 14, frame));
    row->addWidget(item.words);
    box_->layout()->addWidget(frame);
    frame->hide();
    return item;
}

void StatusItems::say(const Item& item, const QString& html, const QString& tip) {
    const bool came_or_went = item.words->text().isEmpty() != html.isEmpty();
    const bool resized = item.words->setFigure(html);
    item.frame->setToolTip(tip);
    if (resized || came_or_went) fit();
}

void StatusItems::fit() {
    int room = box_->width() - 8;
    for (const Item* item :
         {&state_, &memory_, &speed_, &left_, &saved_, &epoch_, &stage_, &device_, &survived_}) {  // by importance
        const bool alone = item == &stage_ && memory_.frame->isHidden();  // it says when memory is that
        const bool wanted = !item->words->text().isEmpty() && !alone && !(narrow_ && item == &survived_);
        const int width = item->frame->sizeHint().width() + 8;
        const bool shown = wanted && (item == &state_ || width <= room);
        if (shown) room -= width;
        item->frame->setVisible(shown);
    }
}

void StatusItems::showState(RunState state) {
    StateChip::Look look = StateChip::look(state);
    const bool misfit = misfit_ && beforeRun();
    const QString lacking = bridge_->lacking();
    if (!lacking.isEmpty()) {  // neither ready nor idle: nothing can be asked for yet
        setThemedIcon(state_.icon, QStringLiteral("clock"), Token::T2, 14);
        return say(state_, lacking.toHtmlEscaped(), lacking);
    }
    if (misfit) {
        look.icon = QStringLiteral("alert-triangle");
        look.text = tr("Ready, does not fit");
        look.tone = Tone::Err;
    }
    const Token tone = look.tone == Tone::Info ? Token::T2 : toneColor(look.tone);
    setThemedIcon(state_.icon, look.icon, tone, 14);
    QString words = strongText(look.text);
    if (step_ > 0)
        words += QStringLiteral(" ") + stepPhrase(kind_, countText(step_));
    else if (state == RunState::Idle && !misfit)
        words += QStringLiteral(" ") + (busy_.isEmpty() ? tr("Nothing is running") : busy_.toHtmlEscaped());
    say(state_, words);
    if (!is_active(state)) {
        say(left_, {});
        say(speed_, {});
    }
}

void StatusItems::setBusy(const QString& words) {
    busy_ = words;
    showState(bridge_->state());
}

void StatusItems::showStep(const StepDone& step) {
    step_ = step.step;
    showState(bridge_->state());
    const FamilyWords& words = words_of(kind_);
    if (!family_of(kind_).facts().trains)
        say(epoch_, tr("Loss %1").arg(strongText(numberText(step.loss_g, 3))), words.loss());
    else
        say(epoch_, tr("Epoch %1").arg(strongText(numberText(step.epoch, 1))), tr("Passes over the data set"));
    if (!is_active(bridge_->state())) return;
    const QString speed = paceText(kind_, rate_);
    const qsizetype cut = speed.lastIndexOf(QLatin1Char(' '));
    say(speed_, strongText(speed.left(cut)) + speed.mid(cut), words.speed());
    const std::int64_t todo = bridge_->config()->steps - step.step;
    if (bridge_->config()->steps > 0 && todo > 0 && seconds_ > 0)
        say(left_, tr("ETA %1").arg(strongText(durationText(static_cast<double>(todo) * seconds_))));
    else
        say(left_, {});
}

void StatusItems::showMemory(const MemoryReport& report) {
    const MemoryUnit unit = unitFor(report.at_peak.this_process());
    QStringList device{coreText(report.device_name).toHtmlEscaped()};
    if (report.celsius >= 0) device << tr("%1 °C").arg(report.celsius);
    if (report.utilisation >= 0)
        device << (is_active(bridge_->state()) ? tr("%1 % busy").arg(report.utilisation)
                   : report.utilisation < 3    ? tr("idle")
                                               : tr("%1 % busy").arg(report.utilisation));
    say(device_, device.join(QStringLiteral(" · ")), tr("The device in use, as its driver reports it"));
    const bool planned = !forecast_text_.isEmpty() && beforeRun();
    say(stage_, planned ? forecast_stage_ : QString(), forecast_tip_);
    if (planned)
        say(memory_, forecast_text_, forecast_tip_);
    else
        say(memory_,
            tr("Memory %1 of %2 budget")
                .arg(strongText(leadText(report.at_peak.this_process(), report.budget, unit)),
                     sizeText(report.budget, unit)),
            tr("Peak of this process in the newest %1: %2")
                .arg(stepNoun(kind_), exactText(report.at_peak.this_process())));
    const bool survived = report.oom_survived > 0 && !narrow_;
    say(survived_, survived ? tr("OOM survived %1").arg(strongText(countText(report.oom_survived))) : QString(),
        tr("Out-of-memory errors that cost one repeated %1 each").arg(stepNoun(kind_)));
}

bool StatusItems::beforeRun() const { return bridge_->state() == RunState::Idle; }

void StatusItems::setForecast(const ForecastWatch& watch) {
    const auto& run = watch.decisive();
    misfit_ = run && watch.fit(run->forecast) == Fit::No;
    forecast_text_.clear();
    forecast_stage_.clear();
    forecast_tip_ = tr("Forecast peak of this process, with these settings");
    if (run && watch.report()) {
        const Forecast& forecast = run->forecast;
        const MemoryUnit unit = unitFor(forecast.peak);
        if (forecast.complete) {
            forecast_text_ = tr("Forecast %1 of %2 budget")
                                 .arg(strongText(leadText(forecast.peak, watch.report()->budget, unit)),
                                      sizeText(watch.report()->budget, unit));
            forecast_stage_ = coreText(run->stage).toHtmlEscaped();
        } else if (forecast.pending) {
            forecast_text_ = tr("Forecast %1").arg(strongText(tr("pending")));
        }
        for (const QString& more : {stageSentence(run->stage), unmeasuredSentence(run->unmeasured)})
            if (!more.isEmpty()) forecast_tip_ += QLatin1Char('\n') + more;
    }
    if (!beforeRun()) return;
    showState(bridge_->state());
    if (watch.report()) showMemory(*watch.report());
}

}  // namespace headroom::ui
