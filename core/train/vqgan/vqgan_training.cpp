// The parts of training a VQGAN.
#include "core/train/vqgan/vqgan_training.h"

#include "core/train/vqgan/vqgan_model.h"
#include "core/train/vqgan/vqgan_trainer.h"
#include "core/train/run/picture_bench.h"

namespace headroom {
namespace {

class VqganTraining final : public TrainFamily {
    ModelKind kind() const override { return ModelKind::Vqgan; }
    std::unique_ptr<RunTrainer> make_trainer() const override { return std::make_unique<VqganTrainer>(std::string()); }
    std::unique_ptr<StepModel> make_step_model() const override { return std::make_unique<VqganModel>(); }
    std::unique_ptr<RunTrainer> make_bench_trainer(TrainConfig& config) const override { return on_pictures_in_memory<VqganTrainer>(config); }
    nlohmann::json bench_figures(const TrainConfig& used, const BenchTimes& times) const override { return picture_bench_figures(used, times); }
};

}  // namespace

const TrainFamily& vqgan_training() {
    static const VqganTraining family;
    return family;
}

}  // namespace headroom
