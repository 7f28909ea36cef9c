// What a configuration means for a step: the rules of its computation and the form of its pictures. Shared by the trainer
// and the probes of forecasts, so that both compute the same.
#pragma once

#include "core/api/train_config.h"
#include "core/models/dcgan/spec.h"
#include "core/train/dcgan/gan_step.h"

namespace headroom {

/// The rules of every step with `config`; gradient norms are computed.
StepRules rules_of(const TrainConfig& config);

/// Pictures for D from bytes (n, side, side, channels), uint8 on the CPU: (n, channels, side, side) in [-1, 1] on `device`, in
/// the layout of `config`, blended with their coarse selves while `spec` fades in (`alpha`).
at::Tensor real_pictures(const at::Tensor& bytes, at::Device device, const TrainConfig& config, const DcganSpec& spec,
                         double alpha);

}  // namespace headroom
