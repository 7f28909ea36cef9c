// Forecast against measured peak.
#include "core/train/forecast/bench_forecast.h"

#include "core/base/clock.h"
#include "core/train/dcgan_trainer.h"
#include "core/train/forecast/step_forecaster.h"
#include "core/train/memory_dataset.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

using nlohmann::json;

constexpr int kSteps = 3;  ///< the third step is like all that follow

TrainConfig base(std::int64_t size, std::int64_t micro, std::int64_t accumulate, Precision precision) {
    TrainConfig c;
    c.image_size = size;
    c.batch_micro = micro;
    c.batch_accumulate = accumulate;
    c.precision = precision;
    c.device = "cpu";
    c.steps = 0;
    c.threads = 2;
    c.r1_every = 1;  // every measured step has the penalty, where there is one
    return c;
}

std::string title(const TrainConfig& c, const std::string& what) {
    return std::to_string(c.image_size) + " px, " + std::to_string(c.batch_micro) + " x " + std::to_string(c.batch_accumulate) + ", " +
           std::string(name_of(c.precision)) + (c.checkpointing == Checkpointing::On ? ", checkpointing" : "") + (what.empty() ? "" : ", " + what);
}

struct Batch { std::int64_t micro, accumulate; };

void add_grid(std::vector<ForecastCase>& cases) {
    const std::vector<std::pair<std::int64_t, std::vector<Batch>>> sizes{{32, {{1, 1}, {16, 1}, {64, 1}, {16, 4}}},
                                                                         {64, {{4, 1}, {32, 1}, {16, 2}, {64, 1}}},
                                                                         {128, {{1, 1}, {8, 1}, {4, 2}, {16, 1}}},
                                                                         {256, {{1, 1}, {4, 1}, {2, 2}, {8, 1}}}};
    for (const auto& [size, batches] : sizes) {
        for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
            for (const Checkpointing checkpointing : {Checkpointing::Off, Checkpointing::On}) {
                for (const Batch& b : batches) {
                    TrainConfig c = base(size, b.micro, b.accumulate, precision);
                    c.checkpointing = checkpointing;
                    cases.push_back({title(c, ""), c});
                }
            }
        }
    }
}

void add_variants(std::vector<ForecastCase>& cases) {
    const std::vector<std::pair<const char*, void (*)(TrainConfig&)>> variants{
        {"hinge", [](TrainConfig& c) { c.loss = GanLoss::Hinge; }},
        {"lsgan", [](TrainConfig& c) { c.loss = GanLoss::Lsgan; }},
        {"wgan-gp, no norm in D", [](TrainConfig& c) { c.loss = GanLoss::WganGp; c.norm_d = NormKind::None; }},
        {"wgan-gp, instance norm in D", [](TrainConfig& c) { c.loss = GanLoss::WganGp; c.norm_d = NormKind::Instance; }},
        {"R1", [](TrainConfig& c) { c.r1_gamma = 10; }},
        {"R1, no norm in D", [](TrainConfig& c) { c.r1_gamma = 10; c.norm_d = NormKind::None; }},
        {"depthwise", [](TrainConfig& c) { c.conv = ConvKind::Depthwise; }},
        {"no moving average", [](TrainConfig& c) { c.ema_half_life = 0; }},
        {"no norm", [](TrainConfig& c) { c.norm_g = c.norm_d = NormKind::None; }},
        {"spectral norm", [](TrainConfig& c) { c.spectral_norm = true; c.norm_d = NormKind::None; }},
        {"augmented, noisy", [](TrainConfig& c) { c.diffaug_colour = c.diffaug_translation = c.diffaug_cutout = true; c.instance_noise = 0.05; }},
        {"x 4, fakes kept", [](TrainConfig& c) { c.batch_accumulate = 4; c.reuse_fakes = ReuseFakes::On; }},
        {"fakes remade", [](TrainConfig& c) { c.reuse_fakes = ReuseFakes::Off; }},
        {"grey, contiguous", [](TrainConfig& c) { c.data_grey = true; c.channels_last = false; }},
        {"half the width, clipped", [](TrainConfig& c) { c.width_g = c.width_d = 32; c.clip = 1; }},
        {"only G", [](TrainConfig& c) { c.train = Train::OnlyG; }},
        {"only D, two steps", [](TrainConfig& c) { c.train = Train::OnlyD; c.d_steps = 2; }},
    };
    for (const auto& [name, change] : variants) {
        for (const std::int64_t size : {32, 64, 128}) {
            for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
                if (size == 128 && precision == Precision::Fp32) continue;
                TrainConfig c = base(size, size == 32 ? 48 : size == 64 ? 24 : 6, 1, precision);
                change(c);
                cases.push_back({title(c, name), c});
            }
        }
    }
}

double per_cent(Bytes forecast, Bytes measured) {
    return 100.0 * (static_cast<double>(forecast.count) / static_cast<double>(std::max<std::int64_t>(measured.count, 1)) - 1.0);
}

/// Median of the sizes, and the most negative (0: none is).
json summary_of(std::vector<double> errors) {
    if (errors.empty()) return nullptr;
    const double worst = std::min(0.0, *std::min_element(errors.begin(), errors.end())), most = *std::max_element(errors.begin(), errors.end());
    for (double& e : errors) e = std::abs(e);
    std::sort(errors.begin(), errors.end());
    const std::size_t n = errors.size();
    return {{"median_error_percent", n % 2 ? errors[n / 2] : (errors[n / 2 - 1] + errors[n / 2]) / 2}, {"worst_under_percent", worst}, {"worst_over_percent", most}};
}

struct Measured { Bytes tensors, process; double seconds = 0; };

Result<Measured> train(const TrainConfig& config, std::stop_token stop) {
    DcganTrainer trainer({});
    trainer.use_dataset(std::make_shared<MemoryDataset>(2 * config.effective_batch(), static_cast<int>(config.image_size), static_cast<int>(config.channels()), 7));
    auto prepared = trainer.prepare(config, nullptr, false, [](const std::string&, double) {}, {}, stop);
    if (!prepared) return prepared.error();
    Measured out;
    for (int i = 0; i < kSteps; ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the bench was stopped");
        const StepOutcome outcome = trainer.step();
        if (!outcome.done) return outcome.error;
        out.tensors = std::max(out.tensors, outcome.metrics.peak_tensors);
        out.process = std::max(out.process, outcome.metrics.peak);
        out.seconds = outcome.metrics.step_seconds;
    }
    return out;
}

}  // namespace

std::vector<ForecastCase> forecast_cases() {
    std::vector<ForecastCase> cases;
    add_grid(cases);
    add_variants(cases);
    return cases;
}

Result<std::string> run_forecast_bench(int stride, const std::function<void(const std::string&)>& line, ProgressFn progress, std::stop_token stop) {
    StepForecaster forecaster{std::string()};  // nothing remembered: every kind is probed
    const auto cases = forecast_cases();
    std::vector<double> tensors, process, seconds, warm_ms;
    for (std::size_t i = 0; i < cases.size(); i += static_cast<std::size_t>(std::max(1, stride))) {
        const ForecastCase& one = cases[i];
        progress(one.name, static_cast<double>(i) / static_cast<double>(cases.size()));
        const auto cold = Clock::now();
        if (auto probed = forecaster.probe(one.config, {}, stop); !probed) return probed.error();
        const double cold_ms = 1e3 * seconds_since(cold);
        const auto warm = Clock::now();
        const auto forecast = forecaster.known(one.config, {});
        warm_ms.push_back(1e3 * seconds_since(warm));
        if (!forecast) return make_error(ErrorCode::Internal, one.name + ": no forecast after its probes");
        auto measured = train(one.config, stop);
        if (!measured) return measured.error();
        tensors.push_back(per_cent(forecast->tensors(), measured->tensors));
        process.push_back(per_cent(forecast->peak, measured->process));
        seconds.push_back(100.0 * (forecast->seconds_per_step / measured->seconds - 1));
        line(json{{"case", one.name}, {"forecast_tensors", forecast->tensors().count}, {"measured_tensors", measured->tensors.count}, {"error_tensors_percent", tensors.back()},
                  {"forecast_peak", forecast->peak.count}, {"measured_peak", measured->process.count}, {"error_peak_percent", process.back()},
                  {"forecast_seconds", forecast->seconds_per_step}, {"measured_seconds", measured->seconds}, {"cold_ms", cold_ms}, {"warm_ms", warm_ms.back()}}.dump());
    }
    return json{{"cases", tensors.size()}, {"tensors", summary_of(tensors)}, {"process", summary_of(process)}, {"seconds", summary_of(seconds)},
                {"warm_ms_worst", warm_ms.empty() ? 0.0 : *std::max_element(warm_ms.begin(), warm_ms.end())}}.dump();
}

}  // namespace headroom
