// Forecast against measured peak.
#include "app/lab/forecast/bench_forecast.h"

#include "app/lab/forecast/forecast_family.h"
#include "core/base/clock.h"
#include "core/train/forecast/step_forecaster.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

using nlohmann::json;

constexpr int kSteps = 3;  ///< the third step is like all that follow

double per_cent(Bytes forecast, Bytes measured) {
    return 100.0 *
           (static_cast<double>(forecast.count) / static_cast<double>(std::max<std::int64_t>(measured.count, 1)) - 1.0);
}

/// Median of the sizes, and the most negative (0: none is).
json summary_of(std::vector<double> errors) {
    if (errors.empty()) return nullptr;
    const double worst = std::min(0.0, *std::min_element(errors.begin(), errors.end())),
                 most = *std::max_element(errors.begin(), errors.end());
    for (double& e : errors) e = std::abs(e);
    std::sort(errors.begin(), errors.end());
    const std::size_t n = errors.size();
    return {{"median_error_percent", n % 2 ? errors[n / 2] : (errors[n / 2 - 1] + errors[n / 2]) / 2},
            {"worst_under_percent", worst},
            {"worst_over_percent", most}};
}

struct Trained {
    Bytes tensors, process;
    double seconds = 0;
};

Result<Trained> train(const ForecastFamily& family, const ForecastCase& one, std::stop_token stop) {
    const auto trainer = family.make_trainer(one);
    auto prepared = trainer->prepare(
        one.config, nullptr, false, [](const std::string&, double) {}, {}, stop);
    if (!prepared) return prepared.error();
    Trained out;
    for (int i = 0; i < kSteps; ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the bench was stopped");
        const StepOutcome outcome = trainer->step();
        if (!outcome.done) return outcome.error;
        out.tensors = std::max(out.tensors, outcome.metrics.peak_tensors);
        out.process = std::max(out.process, outcome.metrics.peak);
        out.seconds = outcome.metrics.step_seconds;
    }
    return out;
}

std::vector<ForecastCase> cases_of(const ForecastFamily& family, const ForecastBenchOptions& options) {
    std::vector<ForecastCase> out;
    const auto all = family.cases();
    for (std::size_t i = static_cast<std::size_t>(std::max(0, options.from)); i < all.size();
         i += static_cast<std::size_t>(std::max(1, options.stride))) {
        if (options.only.empty() || all[i].name.find(options.only) != std::string::npos) out.push_back(all[i]);
    }
    return out;
}

}  // namespace

Result<std::string> run_forecast_bench(ModelKind kind, const ForecastBenchOptions& options,
                                       const std::function<void(const std::string&)>& line, ProgressFn progress,
                                       std::stop_token stop) {
    const ForecastFamily& family = forecast_family_of(kind);
    StepForecaster of_settings{std::string()}, of_random{std::string()};  // nothing remembered: every kind is probed
    if (family.make_random_model) of_random.use(kind, family.make_random_model());
    const auto cases = cases_of(family, options);
    if (cases.empty())
        return make_error(ErrorCode::NotFound, "no case of this bench is as asked for",
                          "Ask for another --only or --from.");
    std::vector<double> tensors, process, seconds, warm_ms;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const ForecastCase& one = cases[i];
        StepForecaster& forecaster = one.random_networks ? of_random : of_settings;
        progress(one.name, static_cast<double>(i) / static_cast<double>(cases.size()));
        const auto cold = Clock::now();
        if (auto probed = forecaster.probe(one.config, {}, stop); !probed) return probed.error();
        const double cold_ms = 1e3 * seconds_since(cold);
        const auto warm = Clock::now();
        const auto forecast = forecaster.known(one.config, {});
        warm_ms.push_back(1e3 * seconds_since(warm));
        if (!forecast) return make_error(ErrorCode::Internal, one.name + ": no forecast after its probes");
        auto measured = train(family, one, stop);
        if (!measured) return measured.error();
        tensors.push_back(per_cent(forecast->tensors(), measured->tensors));
        process.push_back(per_cent(forecast->peak, measured->process));
        seconds.push_back(100.0 * (forecast->seconds_per_step / measured->seconds - 1));
        line(json{{"case", one.name},
                  {"forecast_tensors", forecast->tensors().count},
                  {"measured_tensors", measured->tensors.count},
                  {"error_tensors_percent", tensors.back()},
                  {"forecast_peak", forecast->peak.count},
                  {"measured_peak", measured->process.count},
                  {"error_peak_percent", process.back()},
                  {"forecast_seconds", forecast->seconds_per_step},
                  {"measured_seconds", measured->seconds},
                  {"cold_ms", cold_ms},
                  {"warm_ms", warm_ms.back()}}
                 .dump());
    }
    return json{{"cases", tensors.size()},
                {"tensors", summary_of(tensors)},
                {"process", summary_of(process)},
                {"seconds", summary_of(seconds)},
                {"warm_ms_worst", warm_ms.empty() ? 0.0 : *std::max_element(warm_ms.begin(), warm_ms.end())}}
        .dump();
}

}  // namespace headroom
