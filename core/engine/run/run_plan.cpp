// When a plan's change is due, and when somebody has taken it over.
#include "core/engine/run/run_plan.h"

#include "core/api/param_schema.h"
#include "core/base/lists.h"
#include "core/families/registry.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

ChangeSource plan_source() { return {ChangeOrigin::Control, "its plan"}; }

}  // namespace

bool is_of_plan(const ChangeSource& source) { return are_alike(source, plan_source()); }

bool is_planned(const TrainConfig& before, const ParamPatch& patch, const ChangeSource& source) {
    if (!is_of_plan(source)) return false;
    const auto planned = family_of(before).planned(before);
    return planned && planned->patch == patch;
}

TrainConfig as_meant(const TrainConfig& before, const TrainConfig& now, std::int64_t images) {
    const auto planned = family_of(now).planned(now);
    if (!planned || images < planned->images) return now;
    const ParamPatch by_hand = difference(before, now);
    const auto are_set = [&](const ParamPatch& patch) {
        return std::any_of(patch.begin(), patch.end(),
                           [&](const auto& entry) { return by_hand.contains(entry.first); });
    };
    if (!are_set(planned->patch) || are_set(planned->without)) return now;
    const auto ended = with_patch(now, planned->without);
    return ended ? *ended : now;
}

RunPlan::Due RunPlan::look(Trainer& trainer, std::int64_t images) {
    const TrainConfig config = trainer.config();
    const auto planned = family_of(config).planned(config);
    if (!planned || planned->patch == refused_ || images < planned->images / 2) return Due::Nothing;
    const bool ready = changes_.pack_ahead(trainer, planned->patch);
    if (images < planned->images) return Due::Nothing;
    return ready ? Due::Now : Due::Waits;
}

std::optional<ParamRefused> RunPlan::make(Trainer& trainer, const StepDone& last) {
    const TrainConfig config = trainer.config();
    const auto planned = family_of(config).planned(config);
    auto refused = planned ? changes_.apply_planned(trainer, planned->patch, plan_source()) : std::nullopt;
    if (!refused) {
        told_.clear();
        return std::nullopt;
    }
    refused_ = planned->patch;
    std::string mark;
    for (const auto& [key, value] : planned->patch) add_to_list(mark, key + " " + to_text(value), " and ");
    mark += ": " + refused->message;
    if (std::exchange(told_, mark) != mark) refused->mark = RefusalMark{last.step, last.images, mark};
    return refused;
}

void RunPlan::take_as_meant(Trainer& trainer, const TrainConfig& before, std::int64_t images) {
    const TrainConfig now = trainer.config();
    if (const ParamPatch end = difference(now, as_meant(before, now, images)); !end.empty())
        changes_.apply_planned(trainer, end, plan_source());
}

}  // namespace headroom
