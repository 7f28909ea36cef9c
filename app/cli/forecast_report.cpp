// What a run will take, in JSON and in words.
#include "app/cli/forecast_report.h"

#include "app/cli/cells.h"
#include "app/cli/shape.h"
#include "core/engine/plan/run_stages.h"
#include "core/families/fit_rules.h"
#include "core/families/words.h"

#include <algorithm>
#include <cstdio>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

Json roles_json(const RoleBytes& roles) {
    Json out = Json::object();
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        if (roles.bytes[i].count != 0) out[std::string(name_of(static_cast<Role>(i)))] = roles.bytes[i].count;
    }
    return out;
}

const char* verdict(Bytes to_spare, bool tight) { return to_spare.count < 0 ? "no" : tight ? "tight" : "fits"; }

std::string forecast_words(ModelKind kind, const Forecast& f, const DeviceRoom& room, Bytes to_spare, bool tight) {
    std::string out = "peak of the process  " + to_text(f.peak) + " (" + to_text(f.low) + " to " + to_text(f.high) +
                      ")\nbudget               " + to_text(room.budget) + ", " + room.device_name + "\n";
    out += to_spare.count < 0 ? "does not fit:        " + to_text(Bytes{-to_spare.count}) + " are missing\n"
                              : std::string(tight ? "tight:               " : "fits:                ") +
                                    to_text(to_spare) + " to spare\n";
    out += padded("s per " + step_word(kind), 21) + seconds_text(f.seconds_per_step) +
           (f.seconds_measured ? " (measured)" : " (modelled)") + "\n\nMiB at the peak\n";
    const auto row = [&out](const std::string& name, Bytes b) {
        const std::string number = mib(b);
        out += "  " + padded(name, 20) + std::string(number.size() < 8 ? 8 - number.size() : 1, ' ') + number + "\n";
    };
    row("context, kernels", f.context);
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        if (f.by_role.bytes[i].count > 0) row(std::string(name_of(static_cast<Role>(i))), f.by_role.bytes[i]);
    }
    if (f.between_steps.count > 0)
        out += "  of these " + mib(f.between_steps) + " stay between steps, which are recorded as CUDA graphs\n";
    out += "MiB of tensors by phase\n";
    for (const PhasePeak& p : f.by_phase) row(std::string(name_of(p.phase)), p.tensors);
    return out + "Source: " + f.source + ".\n";
}

/// Of processes 1 to N - 1, which need as much as the first one or less.
Result<StageForecast> of_the_others(Forecaster& forecaster, const TrainConfig& config, int processes,
                                    const Context& c) {
    return largest_stage(forecaster, family_of(config).fit().of_process(config, processes, 1), {}, {}, c.stop);
}

}  // namespace

std::string mib(Bytes b) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f", static_cast<double>(b.count) / (1 << 20));
    return text;
}

std::string seconds_text(double s) {
    char text[32];
    std::snprintf(text, sizeof text, s >= 10 ? "%.1f" : "%.3f", s);
    return s > 0 ? text : "n/a";
}

Json forecast_json(const Forecast& f, Bytes to_spare, bool tight) {
    Json phases = Json::object();
    for (const PhasePeak& p : f.by_phase) phases[std::string(name_of(p.phase))] = p.tensors.count;
    return {{"peak_bytes", f.peak.count},
            {"low", f.low.count},
            {"high", f.high.count},
            {"tensor_bytes", f.tensors().count},
            {"context_bytes", f.context.count},
            {"seconds_per_step", f.seconds_per_step > 0 ? Json(f.seconds_per_step) : Json()},
            {"by_role", roles_json(f.by_role)},
            {"between_steps", f.between_steps.count},
            {"by_phase", phases},
            {"fits", verdict(to_spare, tight)},
            {"missing_bytes", std::max<std::int64_t>(0, -to_spare.count)},
            {"source", f.source}};
}

Json forecast_shape() {
    using namespace shape;
    return object_of({{"peak_bytes", a_whole()},
                      {"low", a_whole()},
                      {"high", a_whole()},
                      {"tensor_bytes", a_whole()},
                      {"context_bytes", a_whole()},
                      {"seconds_per_step", a_number()},
                      {"by_role", map_of(a_whole())},
                      {"between_steps", a_whole()},
                      {"by_phase", map_of(a_whole())},
                      {"fits", one_of({"fits", "tight", "no"})},
                      {"missing_bytes", a_whole()},
                      {"source", a_text()}});
}

Json forecast_report_shape() {
    using namespace shape;
    return with_members(forecast_shape(), object_of({{"budget_bytes", a_whole()},
                                                     {"reserve_bytes", a_whole()},
                                                     {"stage?", a_text()},
                                                     {"device_total_bytes?", a_whole()},
                                                     {"available_bytes?", a_whole()},
                                                     {"processes?", a_whole()},
                                                     {"others_peak_bytes?", a_whole()},
                                                     {"others_tensor_bytes?", a_whole()}}));
}

Result<DeviceRoom> room_to_forecast(const Context& c, Forecaster& forecaster, const TrainConfig& config,
                                    const NetworkLayout& layout) {
    auto room = forecaster.room(config, layout);
    if (room && !forecaster.known(config, layout))
        c.progress()("measuring two probe " + step_word(config.model, 2), -1);
    return room;
}

Result<ForecastReport> report_forecast(const Context& c, const TrainConfig& whole, int processes) {
    const TrainConfig config = family_of(whole).fit().of_process(whole, processes, 0);
    const auto forecaster = c.backend()->forecaster();
    if (!forecaster) return make_error(ErrorCode::Environment, "this engine cannot forecast");
    auto room = room_to_forecast(c, *forecaster, config, {});
    if (!room) return room.error();
    const auto largest = largest_stage(*forecaster, config, {}, {}, c.stop);
    if (!largest) return largest.error();
    const RunStage& stage = largest->stage;
    const Forecast& known = largest->forecast;
    room = forecaster->room(stage.config, stage.layout);  // its previews are larger too
    if (!room) return room.error();
    const Bytes to_spare = room->budget - room->reserve - known.peak;
    const bool tight = known.is_tight(to_spare, room->budget);
    ForecastReport report{forecast_json(known, to_spare, tight), forecast_words(c.model, known, *room, to_spare, tight),
                          known, stage.words};
    Json& json = report.json;
    json["budget_bytes"] = room->budget.count;
    json["reserve_bytes"] = room->reserve.count;
    if (!stage.words.empty()) {
        json["stage"] = stage.words;
        report.words += "The run needs most " + stage.words + "; these are the figures of then.\n";
    }
    if (const auto held = forecaster->report(config, *room)) {
        json["device_total_bytes"] = held->device_total.count;
        json["available_bytes"] = (held->device_total - held->now.other_programs).count;
    }
    if (processes > 1) {
        const auto others = of_the_others(*forecaster, whole, processes, c);
        if (!others) return others.error();
        json["processes"] = processes;
        const Forecast& each = others->forecast;
        json["others_peak_bytes"] = each.peak.count;
        json["others_tensor_bytes"] = each.tensors().count;
        report.words += "This is the first of " + std::to_string(processes) + " processes; each of the others needs " +
                        to_text(each.peak) + ".\n";
    }
    return report;
}

}  // namespace headroom::cli
