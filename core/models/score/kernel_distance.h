// Distances of two sets of features by kernels: KID and the maximum mean discrepancy of CLIP's features.
#pragma once

#include "core/api/scores.h"
#include "core/models/score/pace.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

/// Which subsets: torch-fidelity's numbers. Sets that are smaller than a subset make it smaller, as clean-fid does.
struct KernelSubsets {
    std::int64_t count = 100, size = 1000;
    std::uint32_t seed = 2020;
};

struct KernelDistance {
    double value = 0;
    double error = 0;      ///< standard error of an estimate from one subset
    double deviation = 0;  ///< between subsets, which torch-fidelity tells; none where there is one subset
};

/// The squared maximum mean discrepancy with the kernel (x y / D + 1)^3, unbiased (it may be a little below zero), a mean over subsets of `a`
/// (n, D) and `b` (m, D), float32 on the CPU, two rows and more each. Its error is the deviation between subsets; where a subset is more than half of a
/// set, so that subsets are much the same rows and differ too little, the jackknife's of one.
/// Source: Binkowski, Sutherland, Arbel, Gretton, "Demystifying MMD GANs", 2018; Efron, Stein, "The Jackknife Estimate of Variance", 1981.
KernelDistance kernel_distance(const at::Tensor& a, const at::Tensor& b, const KernelSubsets& subsets = {},
                               const Pace& pace = {});

/// Of rows of unit length: the squared discrepancy with the kernel exp(-|x - y|^2 / 200), biased, times 1,000: CMMD where they are CLIP's. Its error
/// is that of the rows of both, by the delta method (the infinitesimal jackknife).
/// Source: Jayasumana, Ramalingam, Veit, Glasner, Chakrabarti, Kumar, "Rethinking FID: Towards a Better Evaluation Metric for Image
/// Generation", 2024.
Estimate clip_discrepancy(const at::Tensor& a, const at::Tensor& b, const Pace& pace = {});

}  // namespace headroom
