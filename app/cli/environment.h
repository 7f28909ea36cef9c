// Environment: what the command line needs from outside: the tensor side, as functions, so that tests put a fake there.
#pragma once

#include "core/engine/backend.h"
#include "core/train/bench.h"
#include "core/train/bench_techniques.h"
#include "core/train/forecast/bench_forecast.h"
#include "core/train/parity.h"
#include "core/train/tools/clip_features.h"
#include "core/train/tools/reconstruct.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace headroom::cli {

struct Environment {
    std::string version;
    std::string torch_version;
    std::function<std::string()> cpu_kernels;  ///< processor and the kernels that LibTorch and oneDNN choose (core/memory/cpu_kernels.h)
    std::function<bool()> has_bf16_kernels;    ///< whether oneDNN multiplies bf16 numbers as such
    std::function<std::shared_ptr<Backend>()> make_backend;
    std::function<Result<std::string>(const TrainConfig&, const BenchOptions&, ProgressFn, std::stop_token)> bench;
    /// bench forecast: cases of a kind of run; a JSON line each, then the summary.
    std::function<Result<std::string>(ModelKind kind, const ForecastBenchOptions&, const std::function<void(const std::string&)>& line, ProgressFn, std::stop_token)> bench_forecast;
    /// bench techniques: a JSON line per technique.
    std::function<Result<void>(const TechniquesOptions&, const std::function<void(const std::string&)>& line, ProgressFn, std::stop_token)> bench_techniques;
    std::function<Result<ParityOutcome>(ParityKind kind, const std::string& case_dir, const std::string& out_dir)> parity;
    std::function<Result<std::vector<ParityCase>>(const std::string& folder)> parity_cases;
    std::function<Result<ReconstructReport>(const ReconstructRequest&, ProgressFn, std::stop_token)> reconstruct;
    std::function<Result<ClipReport>(const ClipRequest&, ProgressFn, std::stop_token)> clip_features;
};

}  // namespace headroom::cli
