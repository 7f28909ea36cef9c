// Rules against observations, and what became of each that spoke.
#include "core/engine/counsel/counsel_watch.h"

#include "core/api/param_schema.h"
#include "core/data/fit.h"
#include "core/families/counsel_limits.h"
#include "core/families/family_counsel.h"
#include "core/families/registry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom {
namespace {

namespace limits = counsel_limits;

bool holds_for(const Condition& condition, double value) {
    switch (condition.sense) {
        case Sense::Above: return value > condition.limit;
        case Sense::Below: return value < condition.limit;
        case Sense::Shown: return true;
    }
    return false;
}

bool are_in_force(const ParamPatch& settings, const TrainConfig& config) {
    return std::all_of(settings.begin(), settings.end(),
                       [&](const auto& setting) { return find_param(setting.first)->get(config) == setting.second; });
}

/// As the setting checkpoint.best calls it.
std::string score_label(BestBy by) {
    for (const ParamChoice& choice : find_param("checkpoint.best")->choices)
        if (choice.name == name_of(by)) return std::string(choice.label);
    return {};
}

/// Whether steps, samples and memory are what they would have been without a change of this setting.
bool changes_nothing_seen(const std::string& key) {
    constexpr std::array<std::string_view, 3> groups{"counsel.", "scores.", "checkpoint."};
    constexpr std::array<std::string_view, 9> settings{"steps",           "images",        "epochs",
                                                       "preview.every",   "threads",       "memory.on_oom",
                                                       "memory.timeline", "image.grow_to", "image.grow_after"};
    return std::any_of(groups.begin(), groups.end(), [&](std::string_view group) { return key.starts_with(group); }) ||
           std::find(settings.begin(), settings.end(), key) != settings.end();
}

}  // namespace

void CounselWatch::begin(const TrainConfig& config, const DataFacts& data) {
    seen_.begin(config, data);
    spoken_.clear();
    made_.clear();
    in_vain_.clear();
    next_look_ = 0;
    asks_ = false;
}

void CounselWatch::add(const StepDone& step) {
    seen_.add(step);
    if (step.step < next_look_) return;
    next_look_ = step.step + limits::kBetweenLooks;
    look();
}

void CounselWatch::add_sample(std::int64_t step, const ImageList& pictures, const std::string& path) {
    const std::vector<CounselRule> rules = watched_rules(seen_.config());
    if (std::none_of(rules.begin(), rules.end(), [](CounselRule rule) { return row_of(rule).samples > 0; })) return;
    seen_.add_sample(step, pictures, path);
    look();
}

void CounselWatch::add_data_pictures(const ImageList& pictures) {
    if (!watched_rules(seen_.config()).empty()) seen_.add_data_pictures(pictures);
}

void CounselWatch::add_scores(const ScoresDone& scores) {
    seen_.add_scores(scores);
    asks_ = false;
    for (Spoken& s : spoken_)
        if (s.asked_before && s.changed_step == scores.step) s.scores = scores;
}

void CounselWatch::forget_scores() {
    seen_.forget_scores();
    for (Spoken& s : spoken_) s.scores.reset();
}

void CounselWatch::look() {
    const std::vector<CounselRule> rules = watched_rules(seen_.config());
    const auto watched = [&](CounselRule rule) {
        return std::find(rules.begin(), rules.end(), rule) != rules.end() && !muted(rule);
    };
    const auto speaks = [&](CounselRule rule) { return watched(rule) && (spoken(rule) || seen(row_of(rule))); };
    for (const CounselRuleRow& row : counsel_rules()) {
        const Spoken* earlier = spoken(row.rule);
        const bool tried = earlier && earlier->changed;  // and is judged, whatever else is seen
        const bool gives_way = !tried && std::any_of(row.gives_way_to.begin(), row.gives_way_to.end(), speaks);
        watched(row.rule) && !gives_way ? look_at(row) : let_go(row.rule);
    }
}

void CounselWatch::let_go(CounselRule rule) {
    if (const Spoken* earlier = spoken(rule)) tell_({.state = CounselState::Gone, .notice = earlier->notice});
    forget(rule);
}

void CounselWatch::look_at(const CounselRuleRow& row) {
    Spoken* earlier = spoken(row.rule);
    if (earlier && earlier->changed) return judge(*earlier, row);
    auto notice = seen(row);
    if (!earlier) {
        if (!notice) return;
        advise(*notice);
        spoken_.push_back({.notice = *notice});
        return tell_({.state = CounselState::Raised, .notice = *std::move(notice)});
    }
    if (notice) {
        earlier->missed = 0;
        earlier->notice.step = notice->step;
        return;
    }
    if (++earlier->missed == limits::kMostMissed) let_go(row.rule);
}

bool CounselWatch::can_speak(const CounselRuleRow& row) const {
    if (seen_.step() < row.earliest || !seen_.is_full(row.window)) return false;
    if (seen_.latest_samples(row.samples).size() < row.samples) return false;
    return std::all_of(row.looks.begin(), row.looks.end(), [&](const Condition& condition) {
        if (condition.sense == Sense::Shown) return true;
        const double value = seen_.of(condition.what, {row.window, row.samples});
        return condition.is_need ? holds_for(condition, value) : !std::isnan(value);
    });
}

std::optional<CounselNotice> CounselWatch::seen(const CounselRuleRow& row) const {
    if (!can_speak(row)) return std::nullopt;
    const auto samples = seen_.latest_samples(row.samples);
    CounselNotice out;
    out.rule = row.rule;
    const Observed first = row.looks.front().what;
    const std::int64_t steps = seen_.steps_of(first, row.window);
    out.from = std::max<std::int64_t>(1, samples.empty() ? seen_.step() - steps + 1 : samples.front().step);
    out.step = seen_.step();
    if (const auto scored = seen_.scored_at(first)) out.from = out.step = *scored;
    for (const Condition& look : row.looks) {
        const Condition* condition = &look;
        double value = seen_.of(condition->what, {row.window, row.samples});
        if (out.figures.empty() && row.or_else && !holds_for(*condition, value)) {
            condition = &row.or_else->look;
            value = seen_.of(condition->what, {row.window, row.samples});
        }
        if (!holds_for(*condition, value)) return std::nullopt;
        CounselFigure figure{std::string(name_of(condition->what)), value};
        if (condition->sense != Sense::Shown) figure.limit = condition->limit;
        out.figures.push_back(std::move(figure));
    }
    // What is seen in figures alone the newest sample of those steps shows.
    for (const auto& sample : shows_in_samples(row.rule) ? seen_.latest_samples(1) : samples)
        if (!sample.path.empty() && sample.step >= out.from) out.samples.push_back(sample.path);
    out.seen = counsel_text(sign_of(out).seen, out);
    out.why = row.why;
    return out;
}

void CounselWatch::advise(CounselNotice& notice) const {
    const TrainConfig& config = seen_.config();
    notice.advice = row_of(notice.rule).otherwise;
    const CounselRule helped = row_of(notice.rule).helped_as.value_or(notice.rule);
    const FamilyCounsel& family = *family_of(config).counsel();
    const TrainConfig learning = as_it_learns(config);
    for (const Remedy& remedy : family.remedies()) {
        if (remedy.rule != helped || in_vain_.contains({notice.rule, std::string(remedy.words)})) continue;
        ParamPatch change = remedy.change(learning);
        for (const std::string_view key : family.idle_settings(config)) change.erase(std::string(key));
        const auto after = with_patch(config, change);
        if (!after) continue;
        ParamPatch changed = difference(config, *after);
        if (changed.empty()) continue;
        // What spoke against the settings before is no reason; fp16 on a CPU, say.
        if (check_config(*after, false).size() > check_config(config, false).size()) continue;
        notice.change = std::move(changed);
        notice.advice = remedy.words;
        return;
    }
}

bool CounselWatch::awaits_scores(Spoken& spoken, const CounselRuleRow& row) {
    const std::int64_t every = seen_.config().scores_every, due = spoken.changed_step + row.window;
    if (!spoken.scores || !is_of_pictures(row.rule) || seen_.scores()->step >= due) return false;
    if (every > 0 && every <= row.window) return seen_.step() < due + every + limits::kBetweenLooks;
    if (!spoken.asked_after) {
        spoken.asked_after = seen_.step();
        asks_ = true;
    }
    // Once the run has heard of it they are there by the next look, or cannot be had. Figures of a fast run come many steps at a time.
    return asks_ || seen_.step() < *spoken.asked_after + limits::kBetweenLooks;
}

void CounselWatch::tell_score(CounselTold& told, const Spoken& spoken, std::int64_t window) const {
    told.score_before = spoken.score;
    told.score_after = seen_.score(window);
    if (!spoken.scores || seen_.scores()->step <= spoken.changed_step) return;
    const RunScores &before = spoken.scores->scores, &after = seen_.scores()->scores;
    for (const BestBy by : {seen_.config().best_by, BestBy::Kid}) {
        const Estimate was = before.by(by), became = after.by(by);
        if (!can_be_compared(before, after, by) || !std::isfinite(was.value) || !std::isfinite(became.value)) continue;
        told.score_name = score_label(by);
        told.score_before = was.value;
        told.score_after = became.value;
        told.score_error = std::hypot(was.error, became.error);
        return;
    }
}

void CounselWatch::judge(Spoken& spoken, const CounselRuleRow& row) {
    if (!seen_.is_full(row.window) || seen_.step() < spoken.changed_step + row.window) return;
    if (awaits_scores(spoken, row)) return;
    const Condition first = sign_of(spoken.notice).look;
    const double after = seen_.of(first.what, {row.window, row.samples});
    if (std::isnan(after)) {
        const std::int64_t pictures =
            row.samples > 0 ? (static_cast<std::int64_t>(row.samples) + 1) * seen_.config().preview_every : 0;
        const std::int64_t waited = std::max(limits::kMostWindows * row.window, pictures) + limits::kBetweenLooks;
        if (seen_.step() < spoken.changed_step + waited) return;
        // Nobody can tell whether it helped: should the rule speak again, something else is advised.
        if (row.samples > 0) in_vain_.insert({spoken.notice.rule, spoken.notice.advice});
        return let_go(row.rule);
    }
    const double before = spoken.notice.figures.front().value;
    CounselTold told{.state = CounselState::Judged, .notice = spoken.notice, .before = before, .after = after};
    tell_score(told, spoken, row.window);
    const double way = first.sense == Sense::Above ? before - after : after - before;
    told.better = !holds_for(first, after) || way > limits::kMovedOnItsWay * std::abs(before - first.limit) +
                                                        limits::kMovedByItself * std::abs(before);
    if (!told.better) in_vain_.insert({spoken.notice.rule, spoken.notice.advice});
    forget(spoken.notice.rule);
    tell_(std::move(told));
}

void CounselWatch::changed(const TrainConfig& config, const std::set<std::string>& keys, std::int64_t step,
                           bool automatic) {
    const TrainConfig before = seen_.config();
    seen_.set_config(config);
    if (std::all_of(keys.begin(), keys.end(), changes_nothing_seen)) return look();
    if (are_cut_otherwise(before, config)) forget_scores();
    note_taken_back(config);
    for (auto it = spoken_.begin(); it != spoken_.end();) {
        const ParamPatch& change = it->notice.change;
        if (change.empty() || !are_in_force(change, config)) {
            // Another change, or its own is no longer there to be judged: what was seen is of the past, and is said anew if it is seen again.
            tell_({.state = CounselState::Gone, .notice = it->notice});
            it = spoken_.erase(it);
            continue;
        }
        if (!it->changed) note_change(*it, before, step, automatic);
        ++it;
    }
    seen_.changed_at(step);
}

void CounselWatch::note_change(Spoken& spoken, const TrainConfig& before, std::int64_t step, bool automatic) {
    spoken.changed = true;
    spoken.automatic = automatic;
    spoken.changed_step = step;
    spoken.score = seen_.score(limits::kScoredSteps);
    spoken.scores = seen_.scores();
    const CounselRuleRow& row = row_of(spoken.notice.rule);
    const bool known = spoken.scores && spoken.scores->step > step - row.window;
    // Against pictures that are cut otherwise from now on nothing was trained.
    spoken.asked_before = is_of_pictures(row.rule) && !known && !are_cut_otherwise(before, seen_.config());
    asks_ = asks_ || spoken.asked_before;
    Made made{spoken.notice.rule, spoken.notice.advice, {}};
    for (const auto& [key, value] : spoken.notice.change) made.before[key] = find_param(key)->get(before);
    made_.push_back(std::move(made));
    tell_({.state = CounselState::Changed, .notice = spoken.notice, .automatic = automatic});
}

void CounselWatch::note_taken_back(const TrainConfig& config) {
    std::erase_if(made_, [&](const Made& made) {
        if (!are_in_force(made.before, config)) return false;
        in_vain_.insert({made.rule, made.advice});
        return true;
    });
}

std::vector<CounselNotice> CounselWatch::open() const {
    std::vector<CounselNotice> out;
    for (const Spoken& s : spoken_)
        if (!s.changed) out.push_back(s.notice);
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.rule < b.rule; });
    return out;
}

std::optional<CounselNotice> CounselWatch::to_change() const {
    // One at a time, or nobody knows which of them helped.
    if (std::any_of(spoken_.begin(), spoken_.end(), [](const Spoken& s) { return s.changed; })) return std::nullopt;
    for (CounselNotice& notice : open()) {
        const Policy policy = policy_of(notice.change);
        if (!notice.change.empty() && (policy == Policy::NextStep || policy == Policy::RestartEpoch))
            return std::move(notice);
    }
    return std::nullopt;
}

void CounselWatch::could_not(const CounselNotice& notice) {
    in_vain_.insert({notice.rule, notice.advice});
    Spoken* refused = spoken(notice.rule);
    if (!refused || refused->changed) return;
    refused->notice.change.clear();
    advise(refused->notice);
    tell_({.state = CounselState::Raised, .notice = refused->notice});
}

bool CounselWatch::stands(CounselRule rule) const {
    return std::any_of(spoken_.begin(), spoken_.end(),
                       [&](const Spoken& s) { return s.notice.rule == rule && !s.changed; });
}

void CounselWatch::repeat() const {
    for (const Spoken& s : spoken_)
        tell_({.state = s.changed ? CounselState::Changed : CounselState::Raised,
               .notice = s.notice,
               .automatic = s.automatic});
}

bool CounselWatch::muted(CounselRule rule) const {
    const std::vector<std::string> muted = set_members(seen_.config().counsel_muted);
    return std::find(muted.begin(), muted.end(), name_of(rule)) != muted.end();
}

CounselWatch::Spoken* CounselWatch::spoken(CounselRule rule) {
    const auto it =
        std::find_if(spoken_.begin(), spoken_.end(), [&](const Spoken& s) { return s.notice.rule == rule; });
    return it == spoken_.end() ? nullptr : &*it;
}

void CounselWatch::forget(CounselRule rule) {
    std::erase_if(spoken_, [&](const Spoken& s) { return s.notice.rule == rule; });
}

}  // namespace headroom
