// 3x3 convolutions of large pictures on the CPU by Winograd's minimal filtering, F(4x4, 3x3): a quarter of the products, in a small
// scratch of each thread. oneDNN has it for AVX-512 alone and LibTorch never asks for it; it also copies input and result.
// Lavin, Gray, "Fast Algorithms for Convolutional Neural Networks", 2016 (arXiv:1509.09308).
#pragma once

#include "core/memory/where/work.h"

#include <ATen/core/TensorBody.h>

namespace headroom::nn {

/// Whether winograd_conv2d is the way to compute this product: a CPU, 3x3, stride and padding 1, pictures and channels so
/// large that it pays, fp32, or bf16 (also by autocast) where oneDNN has no kernels for it.
bool has_winograd(const at::Tensor& x, const at::Tensor& weight, std::int64_t stride, std::int64_t padding);

/// Whether its sums are off by at most four times what the library's direct ones are, so that networks may train by it. Not where a
/// processor has the baseline's vectors alone: about five times there, as measured, and networks that do not train keep the margin.
bool winograd_suits_training();

/// x (N, I, H, W) by `weight` (O, I, 3, 3) with padding 1, `bias` (O) or undefined: (N, O, H, W), in x's type or autocast's, computed
/// in fp32. Differs from the direct sum by rounding: three times what the direct sum is off for random tensors, less for smooth ones (root of
/// the mean square). Nothing is recorded for a gradient.
at::Tensor winograd_conv2d(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

/// The gradient of that with respect to x, from the result's: (N, O, H, W) -> (N, I, H, W).
at::Tensor winograd_conv2d_input(const at::Tensor& grad, const at::Tensor& weight);

/// The gradient of that with respect to the filters: `grad` of the result (N, O, H, W), x (N, I, H, W) of the same type -> (O, I, 3, 3), summed
/// in fp32. Only where winograd_suits_training(). The same bits on any number of threads.
at::Tensor winograd_conv2d_filters(const at::Tensor& grad, const at::Tensor& x);

/// What one of these computes: the products in fp32; x (N, I, H, W) and a result of `out` channels are read and written in x's type.
Work winograd_work(const at::Tensor& x, std::int64_t out);

}  // namespace headroom::nn
