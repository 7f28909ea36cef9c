// The Frechet distance of two sets of features, FID where they are Inception's.
// Source: Dowson, Landau, "The Frechet distance between multivariate normal distributions", 1982; Heusel et al. 2017.
#pragma once

#include "core/models/score/pace.h"

#include <ATen/core/TensorBody.h>

namespace headroom {

/// Of the normal distributions with the means and covariances (divided by n - 1) of `a` (n, D) and `b` (m, D), float32 on the CPU, two rows and
/// more each. In float64; the trace of the root of the covariances' product is the sum of the singular values of a product of their
/// roots, which is exact where a covariance is singular, as with fewer rows than columns.
double frechet_distance(const at::Tensor& a, const at::Tensor& b, const Pace& pace = {});

}  // namespace headroom
