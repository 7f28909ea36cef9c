// Norms with their activation by kernels of our own, for tensors whose channels lie beside one another (channels last): one pass where
// LibTorch takes two, and nothing kept but the input and two numbers per group. Functions throw std::runtime_error where the device refuses.
#pragma once

#include "core/kernels/source/norm_kernels.h"

#include <ATen/core/TensorBody.h>
#include <c10/core/MemoryFormat.h>

#include <array>
#include <cstdint>

namespace headroom::kernels {
class DeviceKernels;
}

namespace headroom::nn {

/// The kernels for `x` (N, C, H, W), if they fit: channels last, float32, bfloat16 or float16, not empty. Null: LibTorch's operators do.
kernels::DeviceKernels* norm_kernels(const at::Tensor& x);
/// How pictures and filters of a network with group norms lie best on `device`: channels last where these kernels are, because LibTorch's on a GPU
/// know the other order alone.
at::MemoryFormat norms_format(at::Device device);

struct DeviceNorm {
    at::Tensor out;              ///< activation(norm(x)), as x
    at::Tensor mean, deviation;  ///< float32, of each group; 1 / sqrt(variance + epsilon)
};

/// What a norm does. Group norm: `groups` of each picture; batch norm (0): each channel over all pictures.
struct NormWork {
    at::Tensor weight, bias;  ///< (C) or undefined
    std::int64_t groups = 0;
    kernels::Activation activation = kernels::Activation::None;
    double slope = 0;  ///< of Leaky
};

/// `running` (batch norm alone): mean and variance (C), float32, that follow with `momentum`; or undefined.
DeviceNorm norm_forward(kernels::DeviceKernels& on, const at::Tensor& x, const NormWork& work, double epsilon,
                        const std::array<at::Tensor, 2>& running = {}, double momentum = 0);

/// What norm_forward gave, computed again.
at::Tensor norm_again(kernels::DeviceKernels& on, const at::Tensor& x, const NormWork& work, const at::Tensor& mean,
                      const at::Tensor& deviation);

/// Gradients of x, weight, bias; weight's and bias's undefined where not wanted.
std::array<at::Tensor, 3> norm_backward(kernels::DeviceKernels& on, const at::Tensor& grad, const at::Tensor& x,
                                        const NormWork& work, const at::Tensor& mean, const at::Tensor& deviation,
                                        bool weights_too);

/// Batch norm with the batch's own statistics, and ReLU (`slope` 0) or LeakyReLU, as a node of autograd, whose gradient has a gradient (by
/// LibTorch's operators). Keeps x and two numbers per channel. `on`: null, where the processor computes it (host_norms.h).
DeviceNorm batch_norm_leaky(kernels::DeviceKernels* on, const at::Tensor& x, const at::Tensor& weight,
                            const at::Tensor& bias, const std::array<at::Tensor, 2>& running, double momentum,
                            double epsilon, double slope);

/// Group norm of x (norm_kernels()) as a node of autograd; `weight` and `bias` (C) or undefined. Keeps x and two numbers per group.
at::Tensor group_norm_on_device(kernels::DeviceKernels& on, const at::Tensor& x, const at::Tensor& weight,
                                const at::Tensor& bias, std::int64_t groups, double epsilon);

}  // namespace headroom::nn
