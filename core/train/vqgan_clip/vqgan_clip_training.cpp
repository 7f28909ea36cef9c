// The parts of painting with VQGAN and CLIP.
#include "core/train/vqgan_clip/vqgan_clip_training.h"

#include "core/families/vqgan_clip/imagine_config.h"
#include "core/train/vqgan_clip/imagine_model.h"
#include "core/train/vqgan_clip/imagine_trainer.h"

#include <nlohmann/json.hpp>

namespace headroom {
namespace {

class VqganClipTraining final : public TrainFamily {
    ModelKind kind() const override { return kVqganClip; }
    std::unique_ptr<RunTrainer> make_trainer() const override { return std::make_unique<ImagineTrainer>(); }
    std::unique_ptr<StepModel> make_step_model() const override { return std::make_unique<ImagineModel>(painters_for); }
    std::unique_ptr<RunTrainer> make_bench_trainer(TrainConfig& config) const override {
        if (config.own<ImagineConfig>().prompts.empty())
            config.edit<ImagineConfig>().prompts = "a lighthouse on a cliff at sunset, oil painting";
        if (!config.own<ImagineConfig>().vqgan_file.empty() && !config.own<ImagineConfig>().clip_files.empty())
            return std::make_unique<ImagineTrainer>();
        config.edit<ImagineConfig>().start = ImagineStart::Codes;
        return std::make_unique<ImagineTrainer>(random_painters(false));
    }
    nlohmann::json bench_figures(const TrainConfig& used, const BenchTimes& times) const override {
        return {{"width", used.own<ImagineConfig>().width},
                {"height", used.own<ImagineConfig>().height},
                {"cuts", used.own<ImagineConfig>().cuts},
                {"chunk", used.own<ImagineConfig>().chunk},
                {"loss", times.loss_g},
                {"iterations_per_second", 1e3 / times.median_ms}};
    }
};

}  // namespace

const TrainFamily& vqgan_clip_training() {
    static const VqganClipTraining family;
    return family;
}

}  // namespace headroom
