// Terms that keep a picture or its latent from running away, each a 0-dim loss that is added to the prompts'. Source:
// nerdyrodent/VQGAN-CLIP, generate.py (ascend_txt); rkhamilton/vqgan-clip-generator, tnwei/vqgan-clip-app, pixray/pixray.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom::imagine {

/// weight / 2 MSE(z, 0) / (2 i + 1): nerdyrodent's init_weight, which pulls towards zero whatever the start was.
at::Tensor decaying_pull_to_zero(const at::Tensor& z, double weight, std::int64_t iteration);
/// weight / 2 MSE(z, origin): Crowson's init_weight.
at::Tensor pull_to(const at::Tensor& z, const at::Tensor& origin, double weight);
/// A weight for pull_to that goes down in steps and never crosses zero.
struct WeightSteps {
    double start = 1.5;       ///< negative ones rise to zero
    double drop = 0.3;        ///< magnitude per step
    std::int64_t every = 50;  ///< iterations; 0: constant
    std::int64_t most = 5;    ///< steps at most; 0: no limit

    double at(std::int64_t iteration) const;
};

/// jbustter's: from `weight` by a fifth every 50 iterations, five times.
WeightSteps jbustter_steps(double weight = 1.5);
/// Total variation of a latent (1, D, h, w) as tnwei's: mean over cells of sqrt(mean over channels of (dx^2 + dy^2 + 1e-8)),
/// times weight; the last row and column have themselves as neighbours.
at::Tensor latent_variation(const at::Tensor& z, double weight);
/// Total variation of a picture (1, 3, H, W) as the codebook notebook's: weight / 4 mean(dx^2 + dy^2).
at::Tensor picture_variation(const at::Tensor& picture, double weight);

}  // namespace headroom::imagine
