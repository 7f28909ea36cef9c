// Throughput and peak memory of training steps.
#include "core/train/bench.h"

#include "core/base/clock.h"
#include "core/memory/host_memory.h"
#include "core/train/dcgan_trainer.h"
#include "core/train/memory_dataset.h"
#include "core/api/param_schema.h"

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
    for (const ParamRow& row : schema_rows()) {
        if (!belongs_to(row, config.model)) continue;
        std::visit([&](const auto& v) { out[std::string(row.key)] = v; }, row.get(config));
    }
    return out;
}

}  // namespace

Result<std::string> run_bench(const TrainConfig& wanted, const BenchOptions& options, ProgressFn progress, std::stop_token stop) {
    TrainConfig config = wanted;
    config.steps = config.images = config.epochs = 0;
    const Bytes resident_before = resident_high_water();
    DcganTrainer trainer({});
    trainer.use_dataset(std::make_shared<MemoryDataset>(4 * config.effective_batch(), static_cast<int>(config.image_size), static_cast<int>(config.channels()), 7));
    auto prepared = trainer.prepare(config, nullptr, false, progress, {}, stop);
    if (!prepared) return prepared.error();

    std::vector<double> ms;
    double seconds = 0;
    Bytes peak;
    StepDone last;
    for (int i = 0; i < options.warmup + options.steps; ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the bench was stopped");
        progress("measuring", static_cast<double>(i) / (options.warmup + options.steps));
        const auto start = Clock::now();
        StepOutcome outcome = trainer.step();
        const double took = seconds_since(start);
        if (!outcome.done) return outcome.error;
        last = outcome.metrics;
        if (i < options.warmup) continue;
        seconds += took;
        ms.push_back(took * 1e3);
        peak = std::max(peak, outcome.metrics.peak_tensors);
    }
    const auto images = static_cast<double>(config.effective_batch()) * static_cast<double>(ms.size());
    const double median = quantile(ms, 0.5);
    const TrainConfig used = trainer.config();
    return nlohmann::json{{"model", "dcgan"}, {"size", used.image_size}, {"batch", used.batch_micro}, {"accumulate", used.batch_accumulate},
                          {"precision", name_of(used.precision)}, {"device", trainer.device_id()}, {"threads", last.threads}, {"steps", ms.size()},
                          {"images_per_second", images / seconds}, {"images_per_second_median", static_cast<double>(config.effective_batch()) * 1e3 / median},
                          {"step_ms_median", median}, {"step_ms_p10", quantile(ms, 0.1)}, {"step_ms_p90", quantile(ms, 0.9)},
                          {"peak_bytes", peak.count}, {"rss_peak_bytes", (resident_high_water() - resident_before).count},
                          {"settings", settings_of(used)}, {"version", "0.1.0"}}.dump();
}

}  // namespace headroom
