// The Light GANs whose forecasts are measured.
#include "app/lab/forecast/forecast_family.h"
#include "core/api/param_schema.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/train/light_gan/light_gan_trainer.h"
#include "core/train/run/picture_bench.h"

namespace headroom {
namespace {

TrainConfig light_gan_config(std::int64_t size, const Batch& batch, Precision precision) {
    TrainConfig c = default_config(kLightGan);
    c.image_size = size;
    c.batch_micro = batch.micro;
    c.batch_accumulate = batch.accumulate;
    c.precision = precision;
    c.device = "cpu";
    c.steps = 0;
    c.threads = 2;
    c.edit<LightGanConfig>().width_max = 64;
    c.edit<LightGanConfig>().gp_every = 1;  // every measured step has the penalty
    return c;
}

std::vector<ForecastCase> light_gan_cases() {
    std::vector<ForecastCase> cases;
    const std::vector<std::pair<std::int64_t, std::vector<Batch>>> sizes{
        {64, {{1, 1}, {8, 1}, {4, 4}}}, {128, {{2, 1}, {4, 2}}}, {256, {{1, 1}, {2, 2}}}, {512, {{1, 2}}}};
    for (const auto& [size, batches] : sizes) {
        for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
            for (const Checkpointing checkpointing : {Checkpointing::Off, Checkpointing::On}) {
                for (const Batch& b : batches) {
                    TrainConfig c = light_gan_config(size, b, precision);
                    c.checkpointing = checkpointing;
                    cases.push_back(picture_case(c, ""));
                }
            }
        }
    }
    const std::vector<std::pair<const char*, void (*)(TrainConfig&)>> variants{
        {"no attention", [](TrainConfig& c) { c.edit<LightGanConfig>().attention.clear(); }},
        {"5 x 5 judgements", [](TrainConfig& c) { c.edit<LightGanConfig>().logits = Logits::Grid; }},
        {"adaptive augmentation", [](TrainConfig& c) { c.augment_adapt = true; }},
        {"no penalty", [](TrainConfig& c) { c.edit<LightGanConfig>().gp_weight = 0; }},
        {"nothing augmented, no average",
         [](TrainConfig& c) {
             c.edit<LightGanConfig>().augment_share = 0;
             c.ema_half_life = 0;
         }},
        {"grey, channels last",
         [](TrainConfig& c) {
             c.data_grey = true;
             c.channels_last = true;
         }},
    };
    for (const auto& [name, change] : variants) {
        TrainConfig c = light_gan_config(64, {6, 1}, Precision::Fp32);
        change(c);
        cases.push_back(picture_case(c, name));
    }
    return cases;
}

std::unique_ptr<Trainer> light_gan_of(const ForecastCase& one) {
    return on_pictures_in_memory<LightGanTrainer>(one.config, 2);
}

}  // namespace

const ForecastFamily light_gan_forecasts{kLightGan, light_gan_cases, light_gan_of};

}  // namespace headroom
