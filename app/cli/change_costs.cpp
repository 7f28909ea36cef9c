// Two forecasts and what lies between them.
#include "app/cli/change_costs.h"

#include "app/cli/forecast_report.h"
#include "app/cli/shape.h"
#include "core/api/param_schema.h"
#include "core/engine/backend.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/families/speed_factor.h"

#include <cmath>
#include <cstdio>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

ChangeCost unknown_cost(const Error& why) { return {Json{{"unknown", why.message}}, "not known, " + why.message}; }

std::string memory_words(Bytes now, Bytes then) {
    const Bytes more = then - now;
    if (more.count == 0) return to_text(then) + " at the peak, as now";
    return to_text(then) + " at the peak (" + (more.count > 0 ? "+" : "") + to_text(more) + ")";
}

std::string speed_words(double factor) {
    const double percent = std::round(100 * (factor - 1));
    if (percent == 0) return ", the same speed";
    char text[48];
    std::snprintf(text, sizeof text, ", speed %+.0f %%", percent);
    return text;
}

}  // namespace

std::string cost_words(const Forecast& now, const Forecast& then, const std::optional<double>& speed) {
    return memory_words(now.peak, then.peak) + (speed ? speed_words(*speed) : std::string());
}

ChangeCosts::ChangeCosts(const Context& c, const RunHistory& run) : c_(c), run_(run), layout_(networks_of(run)) {
    if (const auto backend = c.backend()) forecaster_ = backend->forecaster();
}

std::optional<ChangeCost> ChangeCosts::of(const ParamPatch& change) {
    const auto changed = with_patch(run_.config, change);
    if (!changed) return unknown_cost(changed.error());
    if (*changed == run_.config) return std::nullopt;
    if (!now_) now_.emplace(forecast(run_.config));
    const Result<Forecast>& now = *now_;
    if (!now) return unknown_cost(now.error());
    const auto then = forecast(*changed);
    if (!then) return unknown_cost(then.error());
    const auto factor = speed_factor(*now, run_.config, *then, *changed);
    return ChangeCost{Json{{"peak_bytes", then->peak.count},
                           {"peak_bytes_now", now->peak.count},
                           {"speed", factor ? Json(*factor) : Json()}},
                      cost_words(*now, *then, factor)};
}

Result<Forecast> ChangeCosts::forecast(const TrainConfig& config) const {
    if (run_.info.state == "running")
        return make_error(ErrorCode::Environment, "the run goes on, and nothing is measured beside it");
    if (!forecaster_)
        return c_.environment.no_tensors.value_or(make_error(ErrorCode::Environment, "this engine cannot forecast"));
    if (auto room = room_to_forecast(c_, *forecaster_, config, layout_); !room) return room.error();
    return forecaster_->measured(config, layout_, c_.stop);
}

Json change_cost_shape() {
    using namespace shape;
    return object_of(
        {{"peak_bytes?", a_whole()}, {"peak_bytes_now?", a_whole()}, {"speed?", a_number()}, {"unknown?", a_text()}});
}

}  // namespace headroom::cli
