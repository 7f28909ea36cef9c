// The parts of training a family on pictures, and what benches of such families share.
#pragma once

#include "core/train/family.h"
#include "core/train/gan/stored_generator.h"
#include "core/train/run/memory_dataset.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <utility>

namespace headroom {

/// A trainer on pictures in memory: so many windows of `config`.
template <class Trainer>
std::unique_ptr<RunTrainer> on_pictures_in_memory(const TrainConfig& config, std::int64_t windows = 4) {
    auto trainer = std::make_unique<Trainer>(std::string());
    trainer->use_dataset(std::make_shared<MemoryDataset>(windows * config.effective_batch(),
                                                         static_cast<int>(config.image_size),
                                                         static_cast<int>(config.channels()), 7));
    return trainer;
}

inline nlohmann::json picture_bench_figures(const TrainConfig& used, const BenchTimes& times) {
    const auto window = static_cast<double>(used.effective_batch());
    return {{"size", used.image_size},
            {"batch", used.batch_micro},
            {"accumulate", used.batch_accumulate},
            {"images_per_second", window * static_cast<double>(times.steps) / times.seconds},
            {"images_per_second_median", window * 1e3 / times.median_ms}};
}

/// `Trainer` is a PictureTrainer, `Model` its StepModel.
template <class Trainer, class Model> class PictureTraining final : public TrainFamily {
public:
    using StoredFn = Result<StoredGenerator> (*)(std::shared_ptr<const CheckpointContent>, bool ema,
                                                 const std::string& where);
    /// `stored`: TrainFamily::stored_generator; null: it has none.
    explicit PictureTraining(ModelKind kind, StoredFn stored = nullptr) : kind_(kind), stored_(stored) {}
    ModelKind kind() const override { return kind_; }
    std::unique_ptr<RunTrainer> make_trainer() const override { return std::make_unique<Trainer>(std::string()); }
    std::unique_ptr<StepModel> make_step_model() const override { return std::make_unique<Model>(); }
    std::unique_ptr<RunTrainer> make_bench_trainer(TrainConfig& config) const override {
        return on_pictures_in_memory<Trainer>(config);
    }
    nlohmann::json bench_figures(const TrainConfig& used, const BenchTimes& times) const override {
        return picture_bench_figures(used, times);
    }

    Result<StoredGenerator> stored_generator(std::shared_ptr<const CheckpointContent> content, bool ema,
                                             const std::string& where) const override {
        return stored_ ? stored_(std::move(content), ema, where)
                       : TrainFamily::stored_generator(std::move(content), ema, where);
    }

private:
    ModelKind kind_;
    StoredFn stored_;
};

}  // namespace headroom
