// What every family's networks need around training: their parts in a checkpoint, a moving average, gradients counted as such.
#pragma once

#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/io/runs/run_folder.h"
#include "core/train/optim/adam.h"
#include "core/train/tensor_bridge.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Tensors by the name of the checkpoint's part that holds them.
using NetworkParts = std::vector<std::pair<std::string, NamedTensors>>;

/// For a checkpoint; the copies live in `keep`, in ordinary host memory or, with `pinned`, in page-locked memory.
std::vector<CheckpointPart> copies_of(const NetworkParts& parts, std::shared_ptr<const void>* keep, bool pinned);
/// Fills `parts` from those of a checkpoint. An average ("ema") that it has not begins as the first part's values. Error: BadFile
/// naming the part or file and the tensor.
Result<void> load_all(const NetworkParts& parts, const std::vector<CheckpointPart>& stored);

/// The half-life of the running mean in images, when so many have been seen: a share of them at most (TrainConfig::ema_ramp), as in StyleGAN2-ADA
/// (Karras et al. 2020, ema_rampup).
double half_life_after(const TrainConfig& config, std::int64_t images);

/// A running mean's share of the new weights after `images` pictures: 1 - 0.5^(images / half-life).
double mean_share(std::int64_t images, double half_life);
/// `average` <- (1 - share) * `average` + share * `net`; buffers are copied. What the latest step of `optimiser` has moved
/// already is left out. `skipped`: 0-dim float32 on their device; where it is 1, nothing changes. Waits for nothing.
void follow_average(torch::nn::Module& average, const torch::nn::Module& net, const MeanShare& share,
                    const at::Tensor& skipped = {}, const Adam* optimiser = nullptr);

/// The type of weights' shadows (core/models/nn/shadow.h): that of autocast on a GPU; none: no autocast, or the CPU, where a family may have its own reasons.
std::optional<at::ScalarType> shadow_type(Precision precision, bool on_cpu);
/// What the optimiser of `net` writes beside its weights: their shadows, and the means of `average`, a network of the same parameters; null: none.
/// `later`: a parameter that is changed once more after the optimiser's step, whose mean therefore waits.
std::vector<AdamCompanion> companions_of(torch::nn::Module& net, const torch::nn::Module* average,
                                         const at::Tensor& later = {});

/// Counts the gradients of an optimiser's parameters as such, "gradient of OWNER main.0.weight".
void tag_gradients(const Adam& optimiser, const std::string& owner = "probe");

}  // namespace headroom
