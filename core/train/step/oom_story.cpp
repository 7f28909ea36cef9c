// Telling of an out-of-memory error.
#include "core/train/step/oom_story.h"

#include "core/api/param_schema.h"
#include "core/families/fit_rules.h"
#include "core/families/words.h"
#include "core/memory/role_scope.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::string percent(double ratio) {
    const long n = std::lround((ratio - 1) * 100);
    return (n >= 0 ? "+" : "−") + std::to_string(std::labs(n)) + " %";
}

std::string result_of(const OomRemedy& r, bool last_try, ModelKind kind) {
    std::string out;
    const auto add = [&out](const std::string& part) { out += (out.empty() ? "" : ", ") + part; };
    if (r.gave.count > 0) add(to_text(r.gave) + " back");
    if (r.missing.count > 0) add(to_text(r.missing) + " still missing");
    if (r.outcome == RemedyOutcome::NotEnough) return out.empty() ? "not enough" : out;
    if (r.peak_before.count > 0 && r.peak_after.count > 0)
        add("peak " + to_text(r.peak_before) + " to " + to_text(r.peak_after));
    if (r.seconds_before > 0 && r.seconds_after > 0) add("speed " + percent(r.seconds_before / r.seconds_after));
    if (last_try) add(step_word(kind) + " repeated");
    return out;
}

}  // namespace

Bytes missing_in(const RefusedAllocation& r) {
    if (r.limit.count <= 0) return {};
    return std::max(r.live + r.requested - r.limit, Bytes{});
}

OomStory::OomStory(TrainConfig before, OomScene scene) : before_(std::move(before)), scene_(std::move(scene)) {
    const RefusedAllocation& r = scene_.refused;
    event_.step = scene_.step;
    event_.images = scene_.images;
    event_.phase = r.phase;
    event_.role = r.role;
    event_.tensor = label_text(r.label);
    event_.process = scene_.process;
    event_.requested = r.requested;
    event_.live = r.live;
    event_.allowed = r.limit;
    event_.missing = missing_in(r);
    event_.budget = scene_.budget;
    event_.micro_batch = scene_.micro_batch;
    event_.micro_batches = scene_.micro_batches;
    event_.others_before = scene_.others_before;
    event_.others_now = scene_.others_now;
    event_.calm_steps = Ladder::kCalmSteps;
    event_.ledger = scene_.ledger;
    refused_at_.push_back(std::max(r.live + r.requested, scene_.settled ? scene_.usual_peak : Bytes{}));
    const Bytes peak = scene_.context + refused_at_.front();
    event_.undo_needs = peak + scene_.reserve;
    if (scene_.settled) event_.forecast = scene_.context + scene_.usual_peak;
    explain();
}

void OomStory::explain() {
    const auto because = [this](OomCause cause, std::string why) {
        event_.cause = cause;
        event_.why = std::move(why);
    };
    const Bytes grown = scene_.others_now - scene_.others_before;
    if (scene_.thrashing)
        because(OomCause::Thrashing, "allocations found room only after caches had been emptied, in " +
                                         steps_of(before_.model, Ladder::kThrashingSteps) + " one after the other");
    else if (event_.missing.count == 0 && grown.count > (1 << 20))
        because(OomCause::OthersGrew,
                "other programs grew from " + to_text(scene_.others_before) + " to " + to_text(scene_.others_now));
    else if (event_.missing.count == 0)
        because(OomCause::Unknown, "the allocation was refused although the budget had room for it");
    else if (scene_.budget_before > scene_.budget)
        because(OomCause::BudgetCut,
                "the budget was cut from " + to_text(scene_.budget_before) + " to " + to_text(scene_.budget));
    else if (!scene_.settled)
        because(OomCause::FirstStep, "it was the first " + step_word(before_.model) + " with these settings");
    else
        because(OomCause::LargerStep, "this " + step_word(before_.model) + " needed at least " +
                                          to_text(event_.live + event_.requested) +
                                          " of tensors, those before at most " + to_text(scene_.usual_peak));
}

void OomStory::relieved(Bytes gave) {
    event_.remedies.push_back(
        {OomRung::Relief, RemedyOutcome::Worked, "Give back caches and preview", gave, event_.missing});
    if (event_.missing.count > 0) event_.remedies.back().outcome = RemedyOutcome::NotEnough;
}

void OomStory::left_data(Bytes gave) {
    if (!event_.remedies.empty()) event_.remedies.back().outcome = RemedyOutcome::NotEnough;
    event_.remedies.push_back({OomRung::Dataset, RemedyOutcome::Worked, "Data set back to host memory", gave});
}

void OomStory::went_down(LadderMove move) {
    if (!event_.remedies.empty()) event_.remedies.back().outcome = RemedyOutcome::NotEnough;
    event_.remedies.push_back({move.rung, RemedyOutcome::Worked, move.words});
    moves_.push_back(std::move(move));
}

void OomStory::refused_again(const RefusedAllocation& refused) {
    refused_at_.push_back(refused.live + refused.requested);
    if (event_.remedies.empty()) return;
    event_.remedies.back().outcome = RemedyOutcome::NotEnough;
    event_.remedies.back().missing = missing_in(refused);
}

std::vector<Bytes> OomStory::needs() const {
    // The k-th refusal from the end belongs to the settings that the k-th move from the end left.
    std::vector<Bytes> out;
    const std::size_t extra = refused_at_.size() > moves_.size() ? refused_at_.size() - moves_.size() : 0;
    for (std::size_t i = 0; i < moves_.size(); ++i)
        out.push_back(refused_at_[std::min(i + extra, refused_at_.size() - 1)]);
    if (extra > 0 && !out.empty()) out.front() = std::max(out.front(), refused_at_.front());
    return out;
}

void OomStory::tell_tried(bool survived) {
    event_.tried.clear();
    for (std::size_t i = 0; i < event_.remedies.size(); ++i) {
        const OomRemedy& r = event_.remedies[i];
        if (r.outcome == RemedyOutcome::NotNeeded) continue;
        const bool last = survived && !scene_.thrashing && r.outcome == RemedyOutcome::Worked;
        const std::string result = result_of(r, last, before_.model);
        event_.tried.push_back(r.words + (result.empty() ? "" : ": " + result));
    }
}

OomRecovered OomStory::survived(const TrainConfig& config, Bytes peak, Bytes peak_tensors, double step_seconds,
                                double lost, const std::vector<LadderMove>& rest) {
    event_.survived = true;
    event_.seconds = std::max(lost, 0.0);
    // Beside its tensors the process held as much then as in the successful try.
    const Bytes peak_before = peak - peak_tensors + refused_at_.front();
    event_.undo_needs = peak_before + scene_.reserve;
    if (!event_.remedies.empty()) {
        OomRemedy& worked = event_.remedies.back();
        worked.outcome = RemedyOutcome::Worked;
        worked.missing = {};
        if (!moves_.empty()) {
            worked.peak_before = peak_before;
            worked.peak_after = peak;
        }
        worked.seconds_before = scene_.usual_seconds;
        worked.seconds_after = step_seconds;
    }
    for (const LadderMove& move : rest) event_.remedies.push_back({move.rung, RemedyOutcome::NotNeeded, move.words});
    for (const auto& [key, value] : difference(before_, config)) {
        event_.before[key] = find_param(key)->get(before_);
        event_.after[key] = value;
    }
    event_.changes_batch_statistics =
        before_.batch_micro != config.batch_micro && family_of(config).fit().batch_statistics(config);
    if (event_.changes_batch_statistics)
        event_.statistics_note = "Same effective batch, one difference: batch norm now sees " +
                                 std::to_string(config.batch_micro) + " images per pass instead of " +
                                 std::to_string(before_.batch_micro) + ".";
    if (before_.precision != config.precision)
        event_.statistics_note += (event_.statistics_note.empty() ? "" : " ") + std::string("The passes round to ") +
                                  std::string(name_of(config.precision)) + ".";
    tell_tried(true);
    return event_;
}

OomRecovered OomStory::given_up(double lost) {
    event_.survived = false;
    event_.seconds = std::max(lost, 0.0);
    for (OomRemedy& r : event_.remedies) r.outcome = RemedyOutcome::NotEnough;
    tell_tried(false);
    return event_;
}

}  // namespace headroom
