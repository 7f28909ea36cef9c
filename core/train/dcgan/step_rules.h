// What a configuration means for a step: the rules of its computation and the form of its pictures. Shared by the trainer
// and the probes of forecasts, so that both compute the same.
#pragma once

#include "core/api/train_config.h"
#include "core/models/dcgan/spec.h"
#include "core/train/dcgan/gan_step.h"

#include <optional>

namespace headroom {

/// The rules of every step with `config`; gradient norms are computed.
StepRules rules_of(const TrainConfig& config);

/// The type of the weights' shadows (core/models/nn/shadow.h); none: each pass rounds the weights that it uses. On the CPU they are kept where the
/// graphs of G and D hold such copies anyway when a step's memory is at its peak.
std::optional<at::ScalarType> shadow_type_of(const TrainConfig& config, bool on_cpu);

/// How real_pictures() wants its pictures laid out.
at::MemoryFormat picture_format(const TrainConfig& config, const DcganSpec& spec);
/// Pictures for D from (n, channels, side, side) in [-1, 1]: in the layout of `config`, blended with their coarse selves while `spec` fades
/// in (`alpha`).
at::Tensor real_pictures(at::Tensor x, const TrainConfig& config, const DcganSpec& spec, const FadeShare& alpha);

}  // namespace headroom
