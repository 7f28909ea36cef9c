// The four games, on logits; real is positive. Means over the micro-batch, 0-dim tensors.
//   bce      softplus(-l), softplus(l), softplus(-l)     (Goodfellow 2014, non-saturating)
//   hinge    relu(1-l), relu(1+l), -l                    (Lim & Ye 2017, without the factor 1/2)
//   lsgan    (l-1)^2/2, l^2/2, (l-1)^2/2                 (Mao 2017, targets 1/0/1)
//   wgan-gp  -l, l, -l and 10 * mean((|grad| - 1)^2)     (Gulrajani 2017)
#pragma once

#include "core/api/train_config.h"
#include "core/families/dcgan/dcgan_config.h"

#include <ATen/core/TensorBody.h>

#include <functional>

namespace headroom {

/// `smoothing`: BCE's real target is 1 - smoothing.
at::Tensor loss_d_real(GanLoss kind, const at::Tensor& logits, double smoothing);
at::Tensor loss_d_fake(GanLoss kind, const at::Tensor& logits);
at::Tensor loss_g(GanLoss kind, const at::Tensor& logits);

/// What is shown as D(x): mean sigmoid for BCE, mean logit for the others.
at::Tensor shown_score(GanLoss kind, const at::Tensor& logits);

/// Sum over samples of +1 where D takes them for real and -1 where it does not. WGAN-GP's critic has no such threshold.
at::Tensor signs_of(GanLoss kind, const at::Tensor& logits);

using Critic = std::function<at::Tensor(const at::Tensor&)>;

/// mean over samples of (|d sum D(x) / d x| - 1)^2 at x = mix * real + (1 - mix) * fake, times `weight`.
at::Tensor gradient_penalty(const Critic& d, const at::Tensor& real, const at::Tensor& fake, const at::Tensor& mix,
                            double weight);

/// gamma / 2 * mean over samples of |d sum D(x) / d x|^2 on real pictures (Mescheder 2018).
at::Tensor r1_penalty(const Critic& d, const at::Tensor& real, double gamma);

}  // namespace headroom
