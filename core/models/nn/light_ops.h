// Operations that keep less for the backward pass than PyTorch's own, with the same results. A convolution of PyTorch keeps
// its input even when its weight is frozen, and autocast keeps a copy of every frozen weight; here a frozen operation keeps
// the weight alone, which exists anyway. Norm and activation are recomputed from the norm's input: one pass over memory.
// Idea of the latter: Bulo et al., "In-Place Activated BatchNorm", 2018. All follow autocast; each says what it keeps.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom::nn {

/// The same numbers as conv2d_frozen, where no gradient is needed.
at::Tensor frozen_product(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t stride,
                          std::int64_t padding);

/// Convolution of `x` (N, I, H, W) by a frozen `weight` (O, I, k, k), `bias` (O) or undefined. Keeps the weight alone. Result and
/// gradient have PyTorch's own bits, but for large pictures on the CPU (winograd/convolution.h).
at::Tensor conv2d_frozen(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t stride,
                         std::int64_t padding);

/// x (.., I) by a frozen `weight` (O, I), `bias` (O) or undefined. Keeps the weight alone.
at::Tensor linear_frozen(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

/// SiLU(group_norm(x)) of x (N, C, H, W). Keeps x and two numbers per group; same bits as PyTorch's two operations, but where kernels of our own
/// compute it (device_norms.h, host_group_norms.h). `weight` and `bias` (C) get their gradients when they need them.
at::Tensor group_norm_silu(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t groups,
                           double epsilon);

/// Convolution of group_norm_silu(x), for weights that train. Keeps x and two numbers per group instead of the convolution's input
/// besides, which is recomputed for the weight's gradient; no convolution runs twice, bits as above. All weights get their gradients.
at::Tensor group_norm_silu_conv2d(const at::Tensor& x, const at::Tensor& norm_weight, const at::Tensor& norm_bias,
                                  std::int64_t groups, double epsilon, const at::Tensor& weight, const at::Tensor& bias,
                                  std::int64_t stride, std::int64_t padding);

/// x * sigmoid(1.702 x) (Hendrycks, Gimpel, "Gaussian Error Linear Units", 2016). Keeps x; PyTorch's operations keep two more.
at::Tensor quick_gelu(const at::Tensor& x);

/// Batch norm with stored statistics of frozen weights (C), then ReLU when `relu`. Keeps one byte per element of x
/// (N, C, H, W) for the ReLU, without it nothing.
at::Tensor batch_norm_frozen(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                             const at::Tensor& mean, const at::Tensor& variance, double epsilon, bool relu);

/// relu(x + y) of one shape, with one byte per element kept instead of the result.
at::Tensor add_relu(const at::Tensor& x, const at::Tensor& y);

}  // namespace headroom::nn
