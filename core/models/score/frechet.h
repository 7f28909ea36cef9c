// The Frechet distance of two sets of features, FID where they are Inception's.
// Source: Dowson, Landau, "The Frechet distance between multivariate normal distributions", 1982; Heusel et al. 2017.
#pragma once

#include "core/api/scores.h"
#include "core/models/score/pace.h"

#include <ATen/core/TensorBody.h>

namespace headroom {

/// Of the normal distributions with the means and covariances (divided by n - 1) of `a` (n, D) and `b` (m, D), float32 on the CPU, two rows and
/// more each. In float64; the trace of the root of the covariances' product is the sum of the singular values of a product of their
/// roots, which is exact where a covariance is singular, as with fewer rows than columns.
/// Its error is that of the rows of `a`, those of `b` as they are: the delta method, where a row x of `a` adds
/// 2 (m_a - m_b) (x - m_a) + |x - m_a|^2 - (x - m_a)' T (x - m_a) and T is the optimal map from the one normal distribution to the other. With few rows the
/// distance is too large besides, which is no part of the error.
/// Source: Gelbrich, "On a Formula for the L2 Wasserstein Metric between Measures on Euclidean and Hilbert Spaces", 1990; Rippl, Munk, Sturm, "Limit Laws
/// of the Empirical Wasserstein Distance: Gaussian Distributions", 2016.
Estimate frechet_distance(const at::Tensor& a, const at::Tensor& b, const Pace& pace = {});

}  // namespace headroom
