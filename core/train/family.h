// TrainFamily: what a family of models is with tensors: its trainer, what forecasts know of its steps, how it is measured. One object in
// the folder of each family; its torch-free side is core/families/family.h.
#pragma once

#include "core/base/result.h"
#include "core/families/registry.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace headroom {

class RunTrainer;
class StepModel;
struct CheckpointContent;
struct StoredGenerator;

/// Steps of a bench.
struct BenchTimes {
    double seconds = 0;      ///< of all timed steps
    double median_ms = 0;    ///< of one
    std::int64_t steps = 0;  ///< timed
    double loss_g = 0;       ///< of the last
};

/// Constant and thread-safe.
class TrainFamily {
public:
    virtual ~TrainFamily() = default;
    virtual ModelKind kind() const = 0;
    virtual std::unique_ptr<RunTrainer> make_trainer() const = 0;
    virtual std::unique_ptr<StepModel> make_step_model() const = 0;
    /// A trainer that needs no files of the user: pictures in memory, random networks. Completes `config` for it.
    virtual std::unique_ptr<RunTrainer> make_bench_trainer(TrainConfig& config) const = 0;
    /// The generator of stored weights, where samples are made of random latents (FamilyFacts::latents). `where`: the file or checkpoint, for
    /// errors: BadFile.
    virtual Result<StoredGenerator> stored_generator(std::shared_ptr<const CheckpointContent> content, bool ema,
                                                     const std::string& where) const;
    /// Its own figures in a bench's report: sizes and speed.
    virtual nlohmann::json bench_figures(const TrainConfig& used, const BenchTimes& times) const = 0;
};

/// All of them, in no order that counts.
std::span<const TrainFamily* const> train_families();
/// Adds one that is not built in and lives as long as the program; before the first run or forecast.
void add_train_family(const TrainFamily& family);
const TrainFamily& train_family_of(ModelKind kind);

}  // namespace headroom
