// Attention of short sequences on the CPU, such as CLIP's 50 tokens: one head after another in a core's own cache, each thread with heads of its own, where
// LibTorch's fused attention spends its time on calls of small products. Keeps between forward and backward what LibTorch's keeps: the sums of the rows.
#pragma once

#include <ATen/core/TensorBody.h>

#include <array>
#include <utility>

namespace torch {
class Library;
}

namespace headroom::nn {

/// Whether these functions compute attention of q (N, heads, L, width) over k and v (N, heads, M, width), and faster than LibTorch's: all fp32 or all
/// bf16, rows dense, width 32 to 128 in steps of 32, L and M in the hundreds, a processor with AVX2.
bool has_short_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v);

/// softmax(scale q k') v, laid out (N, L, heads, width), and the logarithms of the sums (N, heads, L), fp32. `scale` above 0. Bits do not depend
/// on the number of threads.
std::pair<at::Tensor, at::Tensor> short_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                                  double scale);
/// Gradients of q, k and v, laid out as the output is.
std::array<at::Tensor, 3> short_attention_backward(const at::Tensor& grad, const at::Tensor& q, const at::Tensor& k,
                                                   const at::Tensor& v, const at::Tensor& out,
                                                   const at::Tensor& log_sums, double scale);

/// Puts them into LibTorch's dispatcher, below its scaled_dot_product_attention. They compute where the calling thread's lease asks for own kernels
/// (ComputeSettings::fewer_products) and there is neither a mask nor dropout; everything else is LibTorch's as before.
void add_short_attention(torch::Library& all);

}  // namespace headroom::nn
