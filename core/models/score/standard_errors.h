// Standard errors of scores: how far off each may be because there were no more pictures. What a figure is biased by, as FID is by few pictures, is no
// part of them.
#pragma once

#include "core/api/scores.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <span>

namespace headroom {

/// Of the mean of independent values, squared. Also of a figure that is no mean, where the values are what each row adds to it (its influence
/// function): the delta method. Source: Hampel, "The Influence Curve and Its Role in Robust Estimation", 1974.
double variance_of_mean(std::span<const double> values);
/// float64 on the CPU, one dimension.
double variance_of_mean(const at::Tensor& values);

/// Of a share that was found of so many: half of Wilson's interval of one deviation. It is the binomial error but for few pictures, and not zero where
/// all or none are found: 1 / (2 (n + 1)).
/// Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
double share_error(double share, std::int64_t of);

/// What is found of two pictures of a set.
struct PairValue {
    std::int64_t first = 0, second = 0;
    double value = 0;
};

/// The mean over pairs, some of which share a picture and therefore go together.
/// Source: Fafchamps, Gubert, "The Formation of Risk Sharing Networks", 2007; Aronow, Samii, Assenova, "Cluster-Robust Variance Estimation for Dyadic
/// Data", 2015.
Estimate mean_of_pairs(std::span<const PairValue> pairs);

}  // namespace headroom
