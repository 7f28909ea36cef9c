// The parts of training a DCGAN.
#include "core/train/dcgan/dcgan_training.h"

#include "core/train/dcgan/dcgan_model.h"
#include "core/train/dcgan/dcgan_trainer.h"
#include "core/train/run/picture_bench.h"

namespace headroom {
namespace {

class DcganTraining final : public TrainFamily {
    ModelKind kind() const override { return ModelKind::Dcgan; }
    std::unique_ptr<RunTrainer> make_trainer() const override { return std::make_unique<DcganTrainer>(std::string()); }
    std::unique_ptr<StepModel> make_step_model() const override { return std::make_unique<DcganModel>(); }
    std::unique_ptr<RunTrainer> make_bench_trainer(TrainConfig& config) const override { return on_pictures_in_memory<DcganTrainer>(config); }
    nlohmann::json bench_figures(const TrainConfig& used, const BenchTimes& times) const override { return picture_bench_figures(used, times); }
};

}  // namespace

const TrainFamily& dcgan_training() {
    static const DcganTraining family;
    return family;
}

}  // namespace headroom
