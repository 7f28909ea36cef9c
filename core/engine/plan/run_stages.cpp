// Plans followed to their end, stage by stage.
#include "core/engine/plan/run_stages.h"

#include "core/api/param_schema.h"
#include "core/base/lists.h"
#include "core/families/registry.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headroom {
namespace {

/// After how many images the limits end a run; epochs, whose length is not known here, leave it open.
std::int64_t most_images(const TrainConfig& c) {
    std::int64_t out = c.images > 0 ? c.images : std::numeric_limits<std::int64_t>::max();
    if (c.steps > 0) out = std::min(out, c.steps * c.effective_batch() * c.processes);
    return out;
}

std::string words_of(const ParamPatch& patch) {
    std::string out;
    for (const auto& [key, value] : patch) add_to_list(out, key + " is " + to_text(value), " and ");
    return "once " + out;
}

}  // namespace

std::vector<RunStage> stages_of(const TrainConfig& config, const NetworkLayout& layout) {
    const Family& family = family_of(config);
    std::vector<RunStage> out{{config, layout}};
    while (const auto planned = family.planned(out.back().config)) {
        const RunStage& last = out.back();
        const auto next = with_patch(last.config, planned->patch);
        if (!next || planned->images >= most_images(last.config)) break;
        out.push_back({*next, family.layout(last.config, last.layout), out.size(), words_of(planned->patch)});
    }
    return out;
}

Result<StageForecast> largest_stage(const TrainConfig& config, const NetworkLayout& layout, std::optional<Bytes> room,
                                    const StageFn& ask) {
    std::optional<StageForecast> out;
    for (RunStage& stage : stages_of(config, layout)) {
        auto forecast = ask(stage);
        if (!forecast) {
            Error error = forecast.error();
            if (!stage.words.empty()) error.message = stage.words + ": " + error.message;
            return error;
        }
        const Bytes needs = forecast->needed();
        if (!out || needs > out->forecast.needed()) out = {std::move(stage), *std::move(forecast)};
        if (room && needs > *room) break;
    }
    return *std::move(out);
}

Result<StageForecast> largest_stage(Forecaster& forecaster, const TrainConfig& config, const NetworkLayout& layout,
                                    std::optional<Bytes> room, const std::stop_token& stop) {
    return largest_stage(config, layout, room, [&](const RunStage& stage) {
        return forecaster.measured(stage.config, stage.layout, stop, &config);
    });
}

}  // namespace headroom
