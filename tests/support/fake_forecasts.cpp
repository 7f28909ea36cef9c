// FakeSession's forecasts.
#include "tests/support/fake_session.h"

#include "core/api/param_schema.h"
#include "core/engine/plan/run_stages.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/fixture_painting.h"
#include "tests/support/fixture_vqgan.h"

#include <utility>

namespace headroom {

namespace {

Forecast forecast_of(const TrainConfig& before, const TrainConfig& after) {
    if (after.model == kVqganClip) return fixture::painting_forecast(before, after);
    return after.model == kVqgan ? fixture::vqgan_forecast(before, after) : fixture::story_forecast(before, after);
}

}  // namespace

Result<Forecast> FakeSession::forecast(ParamPatch patch) {
    const std::lock_guard lock(mutex_);
    auto changed = with_patch(*config_, patch);
    if (!changed) return changed.error();
    Forecast f = forecast_of(*config_, *changed);
    if (!is_active(state_)) {  // nothing of these settings has been measured in a run yet
        f.low = Bytes{static_cast<std::int64_t>(static_cast<double>(f.peak.count) * 0.9716)};
        f.high = f.peak + (f.peak - f.low);
    }
    if (measured_ && !forecasts_held_) return f;
    f.complete = false;
    f.pending = forecasts_held_;
    f.peak = f.low = f.high = Bytes{};
    f.seconds_per_step = 0;
    f.source = "exact from shapes";
    for (const Role role : {Role::Activations, Role::Inputs, Role::Cache}) f.by_role[role] = Bytes{};
    return f;
}

Result<RunForecast> FakeSession::forecast_run(ParamPatch patch) {
    ++run_forecasts_;
    const ConfigSnapshot now = snapshot();
    const auto begins = with_patch(*now, patch);
    if (!begins) return begins.error();
    const auto first = forecast(std::move(patch));
    if (!first) return first.error();
    // What has not been measured is not known of later stages either.
    auto largest = largest_stage(*begins, {}, {}, [&](const RunStage& stage) -> Result<Forecast> {
        if (stage.number == 0 || !first->complete) return *first;
        return forecast_of(*now, stage.config);
    });
    if (!largest) return largest.error();
    return RunForecast{std::move(largest->forecast), std::move(largest->stage.words)};
}

}  // namespace headroom
