// The trainings of VQGANs whose forecasts are measured.
#include "app/lab/forecast/forecast_family.h"
#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/train/run/picture_bench.h"
#include "core/train/vqgan/vqgan_trainer.h"

namespace headroom {
namespace {

/// A VQGAN of the built-in shapes, with its discriminator and its losses from the first step.
ForecastCase quantised(const char* preset, const std::string& what, std::int64_t size, std::int64_t micro,
                       std::int64_t accumulate, Precision precision, void (*change)(TrainConfig&)) {
    const Preset* values = find_preset(preset);
    auto patched = with_patch(default_config(kVqgan), values ? values->values : ParamPatch{});
    TrainConfig c = patched ? *patched : default_config(kVqgan);
    c.device = "cpu";
    c.threads = 2;
    c.steps = 0;
    c.image_size = size;
    c.batch_micro = micro;
    c.batch_accumulate = accumulate;
    c.precision = precision;
    c.edit<VqganTrainConfig>().gan_start = 0;
    if (change) change(c);
    return picture_case(c, what);
}

void add_quantised_grid(std::vector<ForecastCase>& cases) {
    const std::vector<std::pair<std::int64_t, std::vector<Batch>>> sizes{
        {32, {{1, 1}, {16, 1}, {8, 4}}}, {64, {{2, 1}, {12, 1}, {4, 2}}}, {128, {{1, 1}, {6, 1}, {2, 3}}}};
    for (const auto& [size, batches] : sizes) {
        for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
            for (const auto& [micro, accumulate] : batches) {
                cases.push_back(quantised("vqgan-shapes", "", size, micro, accumulate, precision, nullptr));
                cases.push_back(quantised("vqgan-shapes", "", size, micro, accumulate, precision,
                                          [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }));
            }
        }
    }
}

std::vector<ForecastCase> quantising_cases() {
    std::vector<ForecastCase> out;
    add_quantised_grid(out);
    const std::vector<std::pair<const char*, void (*)(TrainConfig&)>> variants{
        {"no adversarial loss", [](TrainConfig& c) { c.edit<VqganTrainConfig>().gan = 0; }},
        {"L1 alone", [](TrainConfig& c) { c.edit<VqganTrainConfig>().ssim = 0; }},
        {"codes by averages", [](TrainConfig& c) { c.edit<VqganTrainConfig>().decay = 0.99; }},
        {"Gumbel codes",
         [](TrainConfig& c) {
             c.edit<VqganTrainConfig>().gumbel = true;
             c.edit<VqganTrainConfig>().code_width = c.own<VqganTrainConfig>().z_channels;
             c.edit<VqganTrainConfig>().decay = 0;
             c.edit<VqganTrainConfig>().restart = 0;
         }},
        {"16,384 codes", [](TrainConfig& c) { c.edit<VqganTrainConfig>().codes = 16384; }},
        {"no moving average", [](TrainConfig& c) { c.ema_half_life = 0; }},
        {"instance norm in D", [](TrainConfig& c) { c.norm_d = NormKind::Instance; }},
        {"full resolution, clipped",
         [](TrainConfig& c) {
             c.edit<VqganTrainConfig>().patch = 1;
             c.clip = 1;
         }},
    };
    for (const auto& [name, change] : variants) {
        for (const Precision precision : {Precision::Fp32, Precision::Bf16})
            out.push_back(quantised("vqgan-shapes", name, 64, 4, 1, precision, change));
    }
    for (const auto& [micro, accumulate] : {Batch{8, 1}, {2, 2}})
        out.push_back(quantised("vqgan-bench-small", "small bench", 64, micro, accumulate, Precision::Fp32, nullptr));
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        for (const bool again : {false, true}) {
            void (*const change)(TrainConfig&) = again ? [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }
                                                       : static_cast<void (*)(TrainConfig&)>(nullptr);
            for (const std::int64_t micro : {1, 3})
                out.push_back(quantised("vqgan-bench", "f16-16384", 128, micro, 1, precision, change));
        }
    }
    out.push_back(quantised("vqgan-bench", "f16-16384", 256, 1, 2, Precision::Fp32, nullptr));
    return out;
}

std::unique_ptr<Trainer> vqgan_of(const ForecastCase& one) {
    return on_pictures_in_memory<VqganTrainer>(one.config, 2);
}

}  // namespace

const ForecastFamily vqgan_forecasts{kVqgan, quantising_cases, vqgan_of};

}  // namespace headroom
