// Adam on a GPU by one kernel of our own for all tensors: weights, moments, and, where there are such, the running mean of the weights
// and their rounded copy.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <vector>

namespace headroom {

namespace kernels {
class DeviceKernels;
}

/// One parameter: dense tensors of as many numbers each, all laid alike.
struct AdamPart {
    at::Tensor weight, grad, first, second;  ///< float32
    at::Tensor step;                         ///< () float32: the number of this step, from 1
    at::Tensor mean;                         ///< running mean of the weight, float32; undefined: none
    at::Tensor shadow;                       ///< the weight in a shorter type; undefined: none
};

/// Numbers of a step. A defined tensor, () float32 on the device (`lr_there`: float64), stands for the number beside it.
struct AdamScalars {
    double lr = 0, beta1 = 0, beta2 = 0, epsilon = 0;
    double mean_share = 0;  ///< of the new weight in its running mean
    at::Tensor lr_there, mean_share_there;
    at::Tensor unscale;    ///< what gradients are multiplied by; undefined: 1
    at::Tensor found_inf;  ///< not 0: the step leaves everything as it is; undefined: 0
};

/// Whether the kernel takes these tensors.
bool adam_fits(const std::vector<AdamPart>& parts);

/// One step, without waiting. Throws std::runtime_error where the device refuses.
void adam_step(kernels::DeviceKernels& on, const std::vector<AdamPart>& parts, const AdamScalars& scalars);

}  // namespace headroom
