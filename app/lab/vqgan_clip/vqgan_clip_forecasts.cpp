// The paintings whose forecasts are measured.
#include "app/lab/forecast/forecast_family.h"
#include "core/api/param_schema.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/train/vqgan_clip/imagine_model.h"
#include "core/train/vqgan_clip/imagine_trainer.h"

namespace headroom {
namespace {

/// Text to image: pictures of `width` x `height` by the built-in models, or by random networks of the real sizes.
ForecastCase picture(std::int64_t width, std::int64_t height, std::int64_t cuts, std::int64_t chunk,
                     Precision precision, bool random, const std::string& what, void (*change)(TrainConfig&)) {
    TrainConfig c = default_config(kVqganClip);
    c.device = "cpu";
    c.threads = 2;
    c.steps = 0;
    c.precision = precision;
    c.edit<ImagineConfig>().prompts = "a red cube on a green floor";
    c.edit<ImagineConfig>().start = ImagineStart::Codes;
    c.edit<ImagineConfig>().width = width;
    c.edit<ImagineConfig>().height = height;
    c.edit<ImagineConfig>().cuts = cuts;
    c.edit<ImagineConfig>().chunk = chunk;
    if (change) change(c);
    const std::string pieces = chunk > 0 ? " in chunks of " + std::to_string(chunk) : "";
    return {std::to_string(width) + " x " + std::to_string(height) + ", " + std::to_string(cuts) + " cuts" + pieces +
                ", " + std::string(name_of(precision)) + (what.empty() ? "" : ", " + what) +
                (random ? ", f16-16384 and ViT-B/32" : ""),
            c, random};
}

std::vector<ForecastCase> painting_cases() {
    std::vector<ForecastCase> out;
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        for (const auto& [width, height] :
             {std::pair<std::int64_t, std::int64_t>{64, 64}, {192, 128}, {256, 256}, {512, 512}}) {
            for (const std::int64_t chunk : {0, 8, 3})
                out.push_back(picture(width, height, 16, chunk, precision, false, "", nullptr));
        }
        out.push_back(picture(256, 256, 16, 8, precision, false, "checkpointing",
                              [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }));
        out.push_back(picture(256, 256, 16, 8, precision, false, "crops",
                              [](TrainConfig& c) { c.edit<ImagineConfig>().cut_method = CutMethod::CropPool; }));
        out.push_back(picture(256, 256, 16, 0, precision, false, "no augmentation",
                              [](TrainConfig& c) { c.edit<ImagineConfig>().augments.clear(); }));
        for (const std::int64_t chunk : {8, 4})
            out.push_back(picture(256, 256, 32, chunk, precision, true, "", nullptr));
        out.push_back(picture(256, 256, 32, 8, precision, true, "crops",
                              [](TrainConfig& c) { c.edit<ImagineConfig>().cut_method = CutMethod::CropPool; }));
        out.push_back(picture(256, 256, 32, 8, precision, true, "checkpointing",
                              [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }));
    }
    return out;
}

std::unique_ptr<Trainer> painter_of(const ForecastCase& one) {
    return one.random_networks ? std::make_unique<ImagineTrainer>(random_painters(false))
                               : std::make_unique<ImagineTrainer>();
}

std::unique_ptr<StepModel> random_painting_model() {
    return std::make_unique<ImagineModel>(
        [](const ImagineConfig&, bool) -> Result<PainterSource> { return random_painters(false); });
}

}  // namespace

const ForecastFamily vqgan_clip_forecasts{kVqganClip, painting_cases, painter_of, random_painting_model};

}  // namespace headroom
