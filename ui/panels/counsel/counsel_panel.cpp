// CounselPanel: a header with Autopilot and the rules, and the notice or a word that all is well.
#include "ui/panels/counsel/counsel_panel.h"

#include "core/api/param_schema.h"
#include "core/api/sample_name.h"
#include "core/base/lists.h"
#include "core/families/counsel_rules.h"
#include "core/families/family_counsel.h"
#include "core/families/registry.h"
#include "core/families/speed_factor.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/flow_row.h"
#include "ui/widgets/kit.h"

#include <QMenu>

#include <cmath>

namespace headroom::ui {
namespace {

/// What became of a change comes first, then a change that is being tried, then the most urgent notice.
std::pair<int, CounselRule> urgency(const CounselTold& told) {
    const int order = told.state == CounselState::Judged ? 0 : told.state == CounselState::Changed ? 1 : 2;
    return {order, told.notice.rule};
}

QPushButton* add_button(FlowRow* row, QPushButton* button, const char* name) {
    button->setObjectName(QLatin1String(name));
    row->addWidget(button);
    return button;
}

}  // namespace

CounselPanel::CounselPanel(SessionBridge* bridge, QWidget* parent) : QWidget(parent), bridge_(bridge) {
    setObjectName(QStringLiteral("counselPanel"));
    setAccessibleName(tr("Counsel"));
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    QWidget* const top = header();
    auto* empty = new EmptyState(
        QStringLiteral("circle-check"), tr("Nothing to say"),
        tr("Losses, samples, data and memory are watched. What goes wrong is said here, with the change that helps."),
        this);
    QWidget* const words = notice();
    stack_ = new PageStack(this, PageStack::Held::ByAll, {makeScroll(empty, this), makeScroll(words, this)});
    columnIn(this, {}, 0, {top, {stack_, 1}});
    connect(bridge_, &SessionBridge::counselTold, this, &CounselPanel::take);
    connect(bridge_, &SessionBridge::runStarted, this, [this] {
        notes_.clear();
        refresh();
    });
    connect(bridge_, &SessionBridge::forecastReady, this, &CounselPanel::showForecast);
    for (const auto signal : {&SessionBridge::draftChanged, &SessionBridge::sessionReady})
        connect(bridge_, signal, this, &CounselPanel::refresh);
    // What a change does, and whether it comes too late, is told of the settings and the run as they are.
    connect(bridge_, &SessionBridge::paramApplied, this, &CounselPanel::refresh);
    connect(bridge_, &SessionBridge::stateChanged, this, &CounselPanel::refresh);
    const auto fit = [this, words] { setMinimumWidth(std::max(scaled(200), words->minimumSizeHint().width() + 12)); };
    onTheme(this, fit);
    onResize(this, fit);
    refresh();
}

QWidget* CounselPanel::header() {
    tag_ = makeTag("tag", this);
    tag_->setText(tr("Autopilot"));
    more_left_ = makeLabel("hint", this);
    auto* menu = new QMenu(this);
    autopilot_ = menu->addAction(tr("Autopilot"));
    autopilot_->setCheckable(true);
    autopilot_->setToolTip(tr("Makes the changes that counsel advises by itself and notes each of them."));
    menu->setToolTipsVisible(true);
    connect(autopilot_, &QAction::triggered, this, [this](bool on) { bridge_->apply({{"counsel.autopilot", on}}); });
    rules_ = menu->addMenu(tr("Rules that are watched"));
    connect(rules_, &QMenu::aboutToShow, this, &CounselPanel::listRules);
    listRules();
    auto* more = makeMoreButton(tr("Autopilot and rules"), menu, this);
    more->setObjectName(QStringLiteral("counselMenu"));
    return boxed(rowIn(nullptr, {16, 6, 8, 6}, 8,
                       {makeLabel("strong", tr("Counsel"), this), tag_, stretch(1), more_left_, more}),
                 this);
}

QWidget* CounselPanel::notice() {
    auto* box = new QWidget(this);
    icon_ = makeIcon(QStringLiteral("alert-triangle"), Token::Warn, 14, box);
    title_ = makeLabel("strong", box, Wrap::On);
    seen_ = makeLabel("", box, Wrap::On);
    why_ = makeLabel("hint", box, Wrap::On);
    advice_ = makeLabel("", box, Wrap::On);
    change_ = makeLabel("new", box, Wrap::On);
    cost_ = makeLabel("small", box, Wrap::On);
    auto* buttons = new FlowRow(8);
    stage_ = add_button(buttons, makePrimaryButton(tr("Stage this change"), QStringLiteral("playlist-add"), box),
                        "counselStage");
    samples_ = add_button(buttons, new QPushButton(tr("Show samples"), box), "counselSamples");
    dismiss_ = add_button(buttons, new QPushButton(tr("Later"), box), "counselLater");
    mute_ = add_button(buttons, new QPushButton(tr("Mute"), box), "counselMute");
    mute_->setToolTip(tr("This rule says nothing more in this run. The menu of this panel takes that back."));
    connect(stage_, &QPushButton::clicked, this, [this] {
        const ParamPatch change = shown_->notice.change;
        if (isForNextRun())
            Q_EMIT nextRunRequested(change, !isStagedForNext());
        else
            Q_EMIT stageRequested(change);
    });
    connect(samples_, &QPushButton::clicked, this, [this] {
        peeking_ = !peeking_;
        Q_EMIT stepPointed(peeking_, step_of_sample(shown_->notice.samples.back()).value_or(0));
        showPeek();
    });
    connect(dismiss_, &QPushButton::clicked, this, [this] {
        // It was read, and comes back only when it is told anew.
        std::erase_if(notes_, [read = *shown_](const CounselTold& note) {
            return note.notice.rule == read.notice.rule && note.state == read.state;
        });
        refresh();
    });
    connect(mute_, &QPushButton::clicked, this, [this] { setMuted(shown_->notice.rule, true); });
    columnIn(
        box, {16, 4, 16, 12}, 6,
        {rowOf({{icon_, 0, Qt::AlignTop}, {title_, 1}}, 8), seen_, why_, advice_, change_, cost_, buttons, stretch(1)});
    return box;
}

QString CounselPanel::title() const { return shown_ ? title_->text() : QString(); }

void CounselPanel::take(const CounselTold& told) {
    // A rule whose change did not help speaks again in a moment: that must not take the outcome away unread.
    std::erase_if(notes_, [&](const CounselTold& note) {
        const bool stays = note.state == CounselState::Judged && told.state != CounselState::Judged;
        return note.notice.rule == told.notice.rule && !stays;
    });
    if (told.state != CounselState::Gone) notes_.push_back(told);
    refresh();
}

void CounselPanel::refresh() {
    const bool autopilot = bridge_->config()->counsel_autopilot;
    autopilot_->setChecked(autopilot);
    autopilot_->setEnabled(bridge_->session() != nullptr);
    tag_->setVisible(autopilot);
    const int waiting = static_cast<int>(notes_.size()) - 1;
    more_left_->setText(waiting > 0 ? tr("%Ln more", nullptr, waiting) : QString());
    const auto first = std::ranges::min_element(notes_, {}, urgency);
    const auto told = first == notes_.end() ? std::nullopt : std::optional(*first);
    const bool same = told && shown_ && told->state == shown_->state && told->notice == shown_->notice;
    if (!same && std::exchange(peeking_, false)) Q_EMIT stepPointed(false, 0);
    const bool spoke = std::exchange(shown_, told).has_value();
    stack_->setCurrentIndex(told ? 1 : 0);
    if (told)
        showNotice(*told);
    else
        setAccessibleDescription(tr("Nothing to say"));
    if (spoke != told.has_value()) Q_EMIT speaksChanged();
}

void CounselPanel::showNotice(const CounselTold& told) {
    const CounselNotice& notice = told.notice;
    const bool raised = told.state == CounselState::Raised, judged = told.state == CounselState::Judged;
    const TrainConfig& config = *bridge_->config();
    title_->setText(coreText(row_of(notice.rule).title));
    setThemedIcon(icon_,
                  raised                  ? QStringLiteral("alert-triangle")
                  : judged && told.better ? QStringLiteral("circle-check")
                                          : QStringLiteral("progress"),
                  raised                  ? Token::Warn
                  : judged && told.better ? Token::Ok
                                          : Token::T2,
                  14);
    seen_->setText(judged ? outcomeWords(told) : seenText(notice));
    why_->setText(raised ? coreText(notice.why) : QString());
    advice_->setText(raised || notice.change.empty() ? coreText(notice.advice) : QString());
    change_->setText(notice.change.empty() ? QString()
                     : raised              ? changeWords(notice.change, config)
                     : told.automatic      ? tr("Autopilot has set %1.").arg(changeWords(notice.change, config))
                                           : tr("Set: %1.").arg(changeWords(notice.change, config)));
    if (told.state == CounselState::Changed)
        why_->setText(
            tr("Whether it helps is said after %Ln step(s).", nullptr, static_cast<int>(row_of(notice.rule).window)));
    for (QLabel* label : {why_, advice_, change_}) label->setVisible(!label->text().isEmpty());
    stage_->setVisible(raised && !notice.change.empty());
    showStage();
    showPeek();
    samples_->setVisible(raised && !notice.samples.empty() && step_of_sample(notice.samples.back()));
    mute_->setVisible(raised);
    dismiss_->setText(raised ? tr("Later") : tr("OK"));
    showForecast();
    setAccessibleDescription(title_->text() + QStringLiteral(": ") + seen_->text());
}

void CounselPanel::showPeek() { samples_->setText(peeking_ ? tr("Back to the newest") : tr("Show samples")); }

void CounselPanel::setStagedForNext(const ParamPatch& staged) {
    if (std::exchange(staged_for_next_, staged) != staged && shown_) showStage();
}

bool CounselPanel::isForNextRun() const {
    return is_active(bridge_->state()) && policy_of(shown_->notice.change) == Policy::NewRun;
}

bool CounselPanel::isStagedForNext() const {
    const ParamPatch& change = shown_->notice.change;
    return std::ranges::all_of(change, [this](const auto& setting) {
        const auto staged = staged_for_next_.find(setting.first);
        return staged != staged_for_next_.end() && staged->second == setting.second;
    });
}

void CounselPanel::showStage() {
    const bool next = isForNextRun();
    stage_->setText(!next               ? tr("Stage this change")
                    : isStagedForNext() ? tr("Not in the next run")
                                        : tr("Stage for the next run"));
    stage_->setToolTip(
        next ? tr("Only a new run can have it. It becomes part of the settings when this one ends, and of "
                  "runs that are queued until then.")
             : QString());
}

void CounselPanel::showForecast() {
    cost_->hide();
    if (!shown_ || shown_->state != CounselState::Raised || shown_->notice.change.empty() || !bridge_->session())
        return;
    const auto now = bridge_->session()->forecast({}), then = bridge_->session()->forecast(shown_->notice.change);
    if (!now || !then) return;
    cost_->setText(now->complete && then->complete ? forecastWords(*now, *then) : tr("Forecast: being measured"));
    cost_->show();
}

QString CounselPanel::forecastWords(const Forecast& now, const Forecast& then) const {
    const TrainConfig& config = *bridge_->config();
    const auto changed = with_patch(config, shown_->notice.change);
    const auto factor = changed ? speed_factor(now, config, then, *changed) : std::nullopt;
    const bool same = then.peak == now.peak;
    const QString memory = changeText(then.peak - now.peak);
    if (!factor) return same ? tr("Forecast: the same memory") : tr("Forecast: %1 at the peak").arg(memory);
    const double percent = std::round(100 * (*factor - 1));
    if (percent == 0)
        return same ? tr("Forecast: the same memory and speed")
                    : tr("Forecast: %1 at the peak, the same speed").arg(memory);
    const QString speed = signedPercentText(percent);
    return same ? tr("Forecast: the same memory, speed %1").arg(speed)
                : tr("Forecast: %1 at the peak, speed %2").arg(memory, speed);
}

void CounselPanel::listRules() {
    rules_->clear();
    const TrainConfig& config = *bridge_->config();
    const std::vector<std::string> muted = set_members(config.counsel_muted);
    for (const CounselRule rule : watched_rules(config)) {
        QAction* action = rules_->addAction(coreText(row_of(rule).title));
        action->setCheckable(true);
        action->setChecked(std::ranges::find(muted, name_of(rule)) == muted.end());
        connect(action, &QAction::triggered, this, [this, rule](bool watched) { setMuted(rule, !watched); });
    }
}

void CounselPanel::setMuted(CounselRule rule, bool muted) {
    std::string names;
    for (const std::string& name : set_members(bridge_->config()->counsel_muted))
        if (name != name_of(rule)) add_to_list(names, name, " ");
    if (muted) add_to_list(names, name_of(rule), " ");
    bridge_->apply({{"counsel.muted", names}});
    if (!muted) return;
    std::erase_if(notes_, [rule](const CounselTold& note) { return note.notice.rule == rule; });
    refresh();
}

}  // namespace headroom::ui
