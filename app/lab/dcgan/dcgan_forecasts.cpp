// The DCGANs whose forecasts are measured.
#include "app/lab/forecast/forecast_family.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/train/dcgan/dcgan_trainer.h"
#include "core/train/run/picture_bench.h"

namespace headroom {
namespace {

TrainConfig dcgan_config(std::int64_t size, std::int64_t micro, std::int64_t accumulate, Precision precision) {
    TrainConfig c;
    c.image_size = size;
    c.batch_micro = micro;
    c.batch_accumulate = accumulate;
    c.precision = precision;
    c.device = "cpu";
    c.steps = 0;
    c.threads = 2;
    c.edit<DcganConfig>().r1_every = 1;  // every measured step has the penalty, where there is one
    return c;
}

void add_grid(std::vector<ForecastCase>& cases) {
    const std::vector<std::pair<std::int64_t, std::vector<Batch>>> sizes{{32, {{1, 1}, {16, 1}, {64, 1}, {16, 4}}},
                                                                         {64, {{4, 1}, {32, 1}, {16, 2}, {64, 1}}},
                                                                         {128, {{1, 1}, {8, 1}, {4, 2}, {16, 1}}},
                                                                         {256, {{1, 1}, {4, 1}, {2, 2}, {8, 1}}}};
    for (const auto& [size, batches] : sizes) {
        for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
            for (const Checkpointing checkpointing : {Checkpointing::Off, Checkpointing::On}) {
                for (const Batch& b : batches) {
                    TrainConfig c = dcgan_config(size, b.micro, b.accumulate, precision);
                    c.checkpointing = checkpointing;
                    cases.push_back(picture_case(c, ""));
                }
            }
        }
    }
}

void add_variants(std::vector<ForecastCase>& cases) {
    const std::vector<std::pair<const char*, void (*)(TrainConfig&)>> variants{
        {"hinge", [](TrainConfig& c) { c.edit<DcganConfig>().loss = GanLoss::Hinge; }},
        {"lsgan", [](TrainConfig& c) { c.edit<DcganConfig>().loss = GanLoss::Lsgan; }},
        {"wgan-gp, no norm in D",
         [](TrainConfig& c) {
             c.edit<DcganConfig>().loss = GanLoss::WganGp;
             c.norm_d = NormKind::None;
         }},
        {"wgan-gp, instance norm in D",
         [](TrainConfig& c) {
             c.edit<DcganConfig>().loss = GanLoss::WganGp;
             c.norm_d = NormKind::Instance;
         }},
        {"R1", [](TrainConfig& c) { c.edit<DcganConfig>().r1_gamma = 10; }},
        {"R1, no norm in D",
         [](TrainConfig& c) {
             c.edit<DcganConfig>().r1_gamma = 10;
             c.norm_d = NormKind::None;
         }},
        {"depthwise", [](TrainConfig& c) { c.edit<DcganConfig>().conv = ConvKind::Depthwise; }},
        {"resize-convolutions", [](TrainConfig& c) { c.edit<DcganConfig>().upsampling = Upsampling::Resize; }},
        {"bilinear enlarging", [](TrainConfig& c) { c.edit<DcganConfig>().upsampling = Upsampling::Bilinear; }},
        {"no moving average", [](TrainConfig& c) { c.ema_half_life = 0; }},
        {"no norm", [](TrainConfig& c) { c.edit<DcganConfig>().norm_g = c.norm_d = NormKind::None; }},
        {"spectral norm",
         [](TrainConfig& c) {
             c.edit<DcganConfig>().spectral_norm = true;
             c.norm_d = NormKind::None;
         }},
        {"augmented, noisy",
         [](TrainConfig& c) {
             c.edit<DcganConfig>().diffaug_colour = c.edit<DcganConfig>().diffaug_translation =
                 c.edit<DcganConfig>().diffaug_cutout = true;
             c.edit<DcganConfig>().instance_noise = 0.05;
         }},
        {"adaptive augmentation",
         [](TrainConfig& c) {
             c.edit<DcganConfig>().diffaug_colour = c.edit<DcganConfig>().diffaug_translation = true;
             c.augment_adapt = true;
         }},
        {"x 4, fakes kept",
         [](TrainConfig& c) {
             c.batch_accumulate = 4;
             c.edit<DcganConfig>().reuse_fakes = ReuseFakes::On;
         }},
        {"fakes recomputed", [](TrainConfig& c) { c.edit<DcganConfig>().reuse_fakes = ReuseFakes::Off; }},
        {"grey, contiguous",
         [](TrainConfig& c) {
             c.data_grey = true;
             c.channels_last = false;
         }},
        {"half the width, clipped",
         [](TrainConfig& c) {
             c.edit<DcganConfig>().width_g = c.width_d = 32;
             c.clip = 1;
         }},
        {"only G", [](TrainConfig& c) { c.edit<DcganConfig>().train = Train::OnlyG; }},
        {"only D, two steps",
         [](TrainConfig& c) {
             c.edit<DcganConfig>().train = Train::OnlyD;
             c.edit<DcganConfig>().d_steps = 2;
         }},
    };
    for (const auto& [name, change] : variants) {
        for (const std::int64_t size : {32, 64, 128}) {
            for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
                if (size == 128 && precision == Precision::Fp32) continue;
                TrainConfig c = dcgan_config(size, size == 32 ? 48 : size == 64 ? 24 : 6, 1, precision);
                change(c);
                cases.push_back(picture_case(c, name));
            }
        }
    }
}

std::vector<ForecastCase> dcgan_cases() {
    std::vector<ForecastCase> cases;
    add_grid(cases);
    add_variants(cases);
    return cases;
}

std::unique_ptr<Trainer> dcgan_of(const ForecastCase& one) {
    return on_pictures_in_memory<DcganTrainer>(one.config, 2);
}

}  // namespace

const ForecastFamily dcgan_forecasts{kDcgan, dcgan_cases, dcgan_of};

}  // namespace headroom
