// Throughput and peak memory of training steps.
#include "core/train/bench.h"

#include "core/base/clock.h"
#include "core/memory/host_memory.h"
#include "core/train/dcgan/dcgan_trainer.h"
#include "core/train/vqgan_clip/imagine_trainer.h"
#include "core/train/run/memory_dataset.h"
#include "core/train/vqgan/vqgan_trainer.h"
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

Result<Timed> time_steps(Trainer& trainer, const BenchOptions& options, const ProgressFn& progress, const std::stop_token& stop) {
    Timed out;
    for (int i = 0; i < options.warmup + options.steps; ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the bench was stopped");
        progress("measuring", static_cast<double>(i) / (options.warmup + options.steps));
        const auto start = Clock::now();
        StepOutcome outcome = trainer.step();
        const double took = seconds_since(start);
        if (!outcome.done) return outcome.error;
        out.last = outcome.metrics;
        if (i < options.warmup) continue;
        out.seconds += took;
        out.ms.push_back(took * 1e3);
        out.peak = std::max(out.peak, outcome.metrics.peak_tensors);
    }
    return out;
}

/// What every bench tells; `more` comes first.
std::string bench_line(nlohmann::json more, const TrainConfig& used, const std::string& device, const Timed& timed, Bytes resident_before) {
    more.update({{"model", name_of(used.model)}, {"precision", name_of(used.precision)}, {"device", device}, {"threads", timed.last.threads}, {"steps", timed.ms.size()},
                 {"step_ms_median", timed.median()}, {"step_ms_p10", quantile(timed.ms, 0.1)}, {"step_ms_p90", quantile(timed.ms, 0.9)},
                 {"peak_bytes", timed.peak.count}, {"rss_peak_bytes", (resident_high_water() - resident_before).count},
                 {"settings", settings_of(used)}, {"version", "0.1.0"}});
    return more.dump();
}

Result<std::string> bench_painting(TrainConfig config, const BenchOptions& options, const ProgressFn& progress, const std::stop_token& stop) {
    const Bytes resident_before = resident_high_water();
    if (config.imagine.prompts.empty()) config.imagine.prompts = "a lighthouse on a cliff at sunset, oil painting";
    const bool files = !config.imagine.vqgan_file.empty() && !config.imagine.clip_files.empty();
    if (!files) config.imagine.start = ImagineStart::Codes;
    ImagineTrainer trainer = files ? ImagineTrainer() : ImagineTrainer(random_painters(false));
    auto prepared = trainer.prepare(config, nullptr, false, progress, {}, stop);
    if (!prepared) return prepared.error();
    auto timed = time_steps(trainer, options, progress, stop);
    if (!timed) return timed.error();
    const TrainConfig used = trainer.config();
    return bench_line({{"width", used.imagine.width}, {"height", used.imagine.height}, {"cuts", used.imagine.cuts}, {"chunk", used.imagine.chunk},
                       {"loss", timed->last.loss_g}, {"iterations_per_second", 1e3 / timed->median()}},
                      used, trainer.device_memory().id(), *timed, resident_before);
}

/// Of a trainer that learns from pictures; those lie in memory.
template <class PictureTrainer>
Result<std::string> bench_training(PictureTrainer& trainer, const TrainConfig& config, const BenchOptions& options, const ProgressFn& progress, const std::stop_token& stop) {
    const Bytes resident_before = resident_high_water();
    trainer.use_dataset(std::make_shared<MemoryDataset>(4 * config.effective_batch(), static_cast<int>(config.image_size), static_cast<int>(config.channels()), 7));
    auto prepared = trainer.prepare(config, nullptr, false, progress, {}, stop);
    if (!prepared) return prepared.error();
    auto timed = time_steps(trainer, options, progress, stop);
    if (!timed) return timed.error();
    const auto window = static_cast<double>(config.effective_batch());
    const TrainConfig used = trainer.config();
    return bench_line({{"size", used.image_size}, {"batch", used.batch_micro}, {"accumulate", used.batch_accumulate},
                       {"images_per_second", window * static_cast<double>(timed->ms.size()) / timed->seconds},
                       {"images_per_second_median", window * 1e3 / timed->median()}},
                      used, trainer.device_id(), *timed, resident_before);
}

}  // namespace

Result<std::string> run_bench(const TrainConfig& wanted, const BenchOptions& options, ProgressFn progress, std::stop_token stop) {
    TrainConfig config = wanted;
    config.steps = config.images = config.epochs = 0;
    if (config.model == ModelKind::Imagine) return bench_painting(config, options, progress, stop);
    if (config.model == ModelKind::Vqgan) {
        VqganTrainer trainer({});
        return bench_training(trainer, config, options, progress, stop);
    }
    DcganTrainer trainer({});
    return bench_training(trainer, config, options, progress, stop);
}

}  // namespace headroom
