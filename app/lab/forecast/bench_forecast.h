// Bench of forecasts: many configurations, each forecast and then really trained for a few steps. Torch-free header.
#pragma once

#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/base/result.h"

#include <functional>
#include <stop_token>
#include <string>

namespace headroom {

/// Which cases of the bench.
struct ForecastBenchOptions {
    int stride = 1;    ///< every so many-th
    int from = 0;      ///< the first so many are left out
    std::string only;  ///< in the name; empty: all
};

/// Forecasts and trains the cases that are asked for; `line` gets one JSON object per case (case, forecast and measured bytes of
/// tensors and of the process, errors in per cent, milliseconds of the warm forecast). Returns the JSON of the summary: cases,
/// median of |error|, worst under-estimate, for tensors and process. Error NotFound: no case is as asked for.
Result<std::string> run_forecast_bench(ModelKind kind, const ForecastBenchOptions& options,
                                       const std::function<void(const std::string&)>& line, ProgressFn progress,
                                       std::stop_token stop);

}  // namespace headroom
