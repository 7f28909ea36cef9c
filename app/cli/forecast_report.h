// ForecastReport: what a run of given settings will take, as forecast and --dry-run tell it.
#pragma once

#include "app/cli/verbs.h"
#include "core/api/forecast.h"
#include "core/api/train_config.h"

#include <nlohmann/json.hpp>
#include <string>

namespace headroom::cli {

struct ForecastReport {
    nlohmann::ordered_json json;
    std::string words;
    Forecast forecast;
    std::string stage;  ///< when a run that grows takes that much, in words; empty: from the beginning
};

/// Of the first of `processes`; what is not known is measured by two probe steps. Errors: Environment, those of the probe, Cancelled.
Result<ForecastReport> report_forecast(const Context& c, const TrainConfig& whole, int processes);

/// Where `config` is forecast: opens the device, of which nothing is known before, and says so where the forecast will be measured. Errors: the device's.
Result<DeviceRoom> room_to_forecast(const Context& c, Forecaster& forecaster, const TrainConfig& config,
                                    const NetworkLayout& layout);

/// One forecast, of a plan or of a run.
nlohmann::ordered_json forecast_json(const Forecast& f, Bytes to_spare, bool tight);
/// JSON Schema of forecast_json().
nlohmann::ordered_json forecast_shape();
/// JSON Schema of ForecastReport::json.
nlohmann::ordered_json forecast_report_shape();

/// Whole MiB.
std::string mib(Bytes b);
/// "0.125", "12.5"; "n/a": not known.
std::string seconds_text(double s);

}  // namespace headroom::cli
