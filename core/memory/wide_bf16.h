// Products of bf16 tensors where oneDNN has no bf16 kernels (x86 without AVX-512 or AVX-NE-CONVERT): what
// LibTorch has in their place is not vectorised, and its convolutions keep columns of every picture. There the operands are
// widened, the product is computed in fp32 and its result rounded to bf16: the same sums as oneDNN's, which adds up in fp32 too.
// What autograd keeps stays bf16. Likewise attention, where LibTorch's fused one fails in bf16.
#pragma once

#include <ATen/core/TensorBody.h>

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

namespace headroom {

/// Takes its place in LibTorch's dispatcher, once per process and before any thread computes; nothing where there are kernels (cpu_kernels.h).
/// Part of set_up_tensor_library().
void widen_bf16_products();

/// The operators aten::convolution, aten::convolution_backward, aten::mm, aten::addmm and aten::_scaled_dot_product_flash_attention_for_cpu with its
/// backward pass as they are with that.
at::Tensor library_convolution(const at::Tensor& x, const at::Tensor& weight, const std::optional<at::Tensor>& bias,
                               at::IntArrayRef stride, at::IntArrayRef padding, at::IntArrayRef dilation,
                               bool transposed, at::IntArrayRef output_padding, std::int64_t groups);
std::tuple<at::Tensor, at::Tensor, at::Tensor> library_convolution_backward(
    const at::Tensor& grad, const at::Tensor& x, const at::Tensor& weight, at::OptionalIntArrayRef bias_sizes,
    at::IntArrayRef stride, at::IntArrayRef padding, at::IntArrayRef dilation, bool transposed,
    at::IntArrayRef output_padding, std::int64_t groups, std::array<bool, 3> mask);
at::Tensor library_mm(const at::Tensor& a, const at::Tensor& b);
at::Tensor library_addmm(const at::Tensor& c, const at::Tensor& a, const at::Tensor& b, const at::Scalar& beta,
                         const at::Scalar& alpha);
std::tuple<at::Tensor, at::Tensor> library_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                                     double dropout, bool causal, const std::optional<at::Tensor>& mask,
                                                     std::optional<double> scale);
std::tuple<at::Tensor, at::Tensor, at::Tensor> library_attention_backward(
    const at::Tensor& grad, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& out,
    const at::Tensor& log_sums, double dropout, bool causal, const std::optional<at::Tensor>& mask,
    std::optional<double> scale);

}  // namespace headroom
