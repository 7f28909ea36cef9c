// The parts of painting with VQGAN and CLIP.
#include "core/train/vqgan_clip/vqgan_clip_training.h"

#include "core/train/vqgan_clip/imagine_model.h"
#include "core/train/vqgan_clip/imagine_trainer.h"

#include <nlohmann/json.hpp>

namespace headroom {
namespace {

class VqganClipTraining final : public TrainFamily {
    ModelKind kind() const override { return ModelKind::Imagine; }
    std::unique_ptr<RunTrainer> make_trainer() const override { return std::make_unique<ImagineTrainer>(); }
    std::unique_ptr<StepModel> make_step_model() const override { return std::make_unique<ImagineModel>(painters_from_files); }
    std::unique_ptr<RunTrainer> make_bench_trainer(TrainConfig& config) const override {
        if (config.imagine.prompts.empty()) config.imagine.prompts = "a lighthouse on a cliff at sunset, oil painting";
        if (!config.imagine.vqgan_file.empty() && !config.imagine.clip_files.empty()) return std::make_unique<ImagineTrainer>();
        config.imagine.start = ImagineStart::Codes;
        return std::make_unique<ImagineTrainer>(random_painters(false));
    }
    nlohmann::json bench_figures(const TrainConfig& used, const BenchTimes& times) const override {
        return {{"width", used.imagine.width}, {"height", used.imagine.height}, {"cuts", used.imagine.cuts}, {"chunk", used.imagine.chunk},
                {"loss", times.loss_g}, {"iterations_per_second", 1e3 / times.median_ms}};
    }
};

}  // namespace

const TrainFamily& vqgan_clip_training() {
    static const VqganClipTraining family;
    return family;
}

}  // namespace headroom
