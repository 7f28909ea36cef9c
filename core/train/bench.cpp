// Throughput and peak memory of training steps.
#include "core/train/bench.h"

#include "core/api/param_schema.h"
#include "core/base/clock.h"
#include "core/memory/host_memory.h"
#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/memory/where/operation_watch.h"
#include "core/memory/where/roof.h"
#include "core/train/family.h"
#include "core/train/run/run_trainer.h"
#include "core/train/where_report.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace headroom {
namespace {

double quantile(std::vector<double> sorted, double q) {
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1) + 0.5)];
}

nlohmann::json settings_of(const TrainConfig& config) {
    nlohmann::json out = nlohmann::json::object();
    for (const ParamRow& row : schema_rows(config.model)) {
        std::visit([&](const auto& v) { out[std::string(row.key)] = v; }, row.get(config));
    }
    return out;
}

/// Timed steps of a prepared trainer.
struct Timed {
    std::vector<double> ms;
    double seconds = 0;
    Bytes peak;
    StepDone last;

    double median() const { return quantile(ms, 0.5); }
};

Result<Timed> time_steps(Trainer& trainer, const BenchOptions& options, const ProgressFn& progress,
                         const std::stop_token& stop) {
    Timed out;
    for (int i = 0; i < options.warmup + options.steps; ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the bench was stopped");
        progress("measuring", static_cast<double>(i) / (options.warmup + options.steps));
        const auto start = Clock::now();
        StepOutcome outcome = trainer.step();
        const double took = seconds_since(start);
        if (!outcome.done) return outcome.error;
        out.last = outcome.metrics;
        // A device that works behind the host's back begins the measurement with nothing left to do.
        if (i + 1 == options.warmup)
            if (auto told = trainer.figures(true); !told) return told.error();
        if (i < options.warmup) continue;
        out.seconds += took;
        out.ms.push_back(took * 1e3);
        out.peak = std::max(out.peak, outcome.metrics.peak_tensors);
    }
    const auto start = Clock::now();
    const auto told = trainer.figures(true);
    if (!told) return told.error();
    if (!told->empty()) {
        out.seconds += seconds_since(start);
        out.last = told->back();
    }
    return out;
}

/// Steps that are watched are not those that are timed: looking takes a little time itself.
Result<std::vector<WatchedPhase>> watch_steps(Trainer& trainer, int steps, const ProgressFn& progress,
                                              const std::stop_token& stop) {
    OperationWatch watch;
    for (int i = 0; i < steps; ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the bench was stopped");
        progress("watching", static_cast<double>(i) / steps);
        if (StepOutcome outcome = trainer.step(); !outcome.done) return outcome.error;
    }
    return watch.end();
}

/// With so many threads, as the steps were computed.
Result<Roof> roof_with(int threads) {
    try {
        const ComputeLease lease({.threads = threads, .fewer_products = 1});
        return measure_roof();
    } catch (const c10::Error& e) {
        return make_error(ErrorCode::OutOfMemory, "there was no room to measure what this machine can do",
                          "Close other programs, or leave out --where.", e.what_without_backtrace());
    }
}

}  // namespace

Result<std::string> run_bench(const TrainConfig& requested, const BenchOptions& options, ProgressFn progress,
                              std::stop_token stop) {
    const TrainFamily& family = train_family_of(requested.model);
    TrainConfig config = requested;
    config.steps = config.images = config.epochs = 0;
    const Bytes resident_before = resident_high_water();
    const auto trainer = family.make_bench_trainer(config);
    auto prepared = trainer->prepare(config, nullptr, false, progress, {}, stop);
    if (!prepared) return prepared.error();
    if (options.where && !trainer->device_memory().is_cpu())
        return make_error(ErrorCode::InvalidArgument,
                          "--where watches the processor, and this bench computes on " + trainer->device_id(),
                          "Add --device cpu, or leave out --where.");
    auto timed = time_steps(*trainer, options, progress, stop);
    if (!timed) return timed.error();
    const TrainConfig used = trainer->config();
    nlohmann::json line = family.bench_figures(
        used, {timed->seconds, timed->median(), static_cast<std::int64_t>(timed->ms.size()), timed->last.loss_g});
    line.update({{"model", name_of(used.model)},
                 {"precision", name_of(used.precision == Precision::Auto ? prepared->automatic : used.precision)},
                 {"device", trainer->device_id()},
                 {"threads", timed->last.threads},
                 {"steps", timed->ms.size()},
                 {"step_ms_median", timed->median()},
                 {"step_ms_p10", quantile(timed->ms, 0.1)},
                 {"step_ms_p90", quantile(timed->ms, 0.9)},
                 {"peak_bytes", timed->peak.count},
                 {"rss_peak_bytes", (resident_high_water() - resident_before).count},
                 {"settings", settings_of(used)},
                 {"version", "0.1.0"}});
    if (!options.where) return line.dump();
    constexpr int kMostWatched = 10;
    const int watched = std::min(options.steps, kMostWatched);
    const auto phases = watch_steps(*trainer, watched, progress, stop);
    if (!phases) return phases.error();
    const auto roof = roof_with(timed->last.threads);
    if (!roof) return roof.error();
    line["where"] = where_report(*phases, watched, *roof);
    return line.dump();
}

}  // namespace headroom
