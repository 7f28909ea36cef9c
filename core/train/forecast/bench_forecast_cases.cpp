// The configurations of the bench.
#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/train/forecast/bench_forecast.h"

namespace headroom {
namespace {

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

/// Text to image: pictures of `width` x `height` by the built-in models, or by random networks of the real sizes.
ForecastCase picture(std::int64_t width, std::int64_t height, std::int64_t cuts, std::int64_t chunk, Precision precision, bool random, const std::string& what,
                     void (*change)(TrainConfig&)) {
    TrainConfig c = default_config(ModelKind::Imagine);
    c.device = "cpu";
    c.threads = 2;
    c.steps = 0;
    c.precision = precision;
    c.imagine.prompts = "a red cube on a green floor";
    c.imagine.start = ImagineStart::Codes;
    c.imagine.width = width;
    c.imagine.height = height;
    c.imagine.cuts = cuts;
    c.imagine.chunk = chunk;
    if (change) change(c);
    const std::string pieces = chunk > 0 ? " in chunks of " + std::to_string(chunk) : "";
    return {std::to_string(width) + " x " + std::to_string(height) + ", " + std::to_string(cuts) + " cuts" + pieces + ", " + std::string(name_of(precision)) +
                (what.empty() ? "" : ", " + what) + (random ? ", f16-16384 and ViT-B/32" : ""),
            c, random};
}

std::vector<ForecastCase> painting_cases() {
    std::vector<ForecastCase> out;
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        for (const auto& [width, height] : {std::pair<std::int64_t, std::int64_t>{64, 64}, {192, 128}, {256, 256}, {512, 512}}) {
            for (const std::int64_t chunk : {0, 8, 3}) out.push_back(picture(width, height, 16, chunk, precision, false, "", nullptr));
        }
        out.push_back(picture(256, 256, 16, 8, precision, false, "checkpointing", [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }));
        out.push_back(picture(256, 256, 16, 8, precision, false, "crops", [](TrainConfig& c) { c.imagine.cut_method = CutMethod::CropPool; }));
        out.push_back(picture(256, 256, 16, 0, precision, false, "no augmentation", [](TrainConfig& c) { c.imagine.augments.clear(); }));
        for (const std::int64_t chunk : {8, 4}) out.push_back(picture(256, 256, 32, chunk, precision, true, "", nullptr));
        out.push_back(picture(256, 256, 32, 8, precision, true, "crops", [](TrainConfig& c) { c.imagine.cut_method = CutMethod::CropPool; }));
        out.push_back(picture(256, 256, 32, 8, precision, true, "checkpointing", [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }));
    }
    return out;
}

/// A VQGAN of the built-in shapes, with its discriminator and its losses from the first step.
ForecastCase quantised(const char* preset, const std::string& what, std::int64_t size, std::int64_t micro,
                       std::int64_t accumulate, Precision precision, void (*change)(TrainConfig&)) {
    const Preset* values = find_preset(preset);
    auto patched = with_patch(default_config(ModelKind::Vqgan), values ? values->values : ParamPatch{});
    TrainConfig c = patched ? *patched : default_config(ModelKind::Vqgan);
    c.device = "cpu";
    c.threads = 2;
    c.steps = 0;
    c.image_size = size;
    c.batch_micro = micro;
    c.batch_accumulate = accumulate;
    c.precision = precision;
    c.vqgan.gan_start = 0;
    if (change) change(c);
    return {title(c, what), c};
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
        {"no adversarial loss", [](TrainConfig& c) { c.vqgan.gan = 0; }},
        {"L1 alone", [](TrainConfig& c) { c.vqgan.ssim = 0; }},
        {"codes by averages", [](TrainConfig& c) { c.vqgan.decay = 0.99; }},
        {"Gumbel codes",
         [](TrainConfig& c) {
             c.vqgan.gumbel = true;
             c.vqgan.code_width = c.vqgan.z_channels;
             c.vqgan.decay = 0;
             c.vqgan.restart = 0;
         }},
        {"16,384 codes", [](TrainConfig& c) { c.vqgan.codes = 16384; }},
        {"no moving average", [](TrainConfig& c) { c.ema_half_life = 0; }},
        {"instance norm in D", [](TrainConfig& c) { c.norm_d = NormKind::Instance; }},
        {"full resolution, clipped",
         [](TrainConfig& c) {
             c.vqgan.patch = 1;
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

}  // namespace

std::vector<ForecastCase> forecast_cases(ModelKind kind) {
    if (kind == ModelKind::Imagine) return painting_cases();
    if (kind == ModelKind::Vqgan) return quantising_cases();
    std::vector<ForecastCase> cases;
    add_grid(cases);
    add_variants(cases);
    return cases;
}

}  // namespace headroom
