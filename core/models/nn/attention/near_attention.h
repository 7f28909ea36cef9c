// Attention of every pixel to the 3x3 around it, of which what lies outside the picture is zeros. A kernel of the CPU keeps queries, keys and values alone
// and has second derivatives; elsewhere LibTorch's operations compute it.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom::nn {

/// q (N, heads * c, H, W), kv with keys and then values (N, 2 * heads * c, H, W), out as q; scores are scaled by 1 / sqrt(c). Can be
/// differentiated twice.
at::Tensor near_attention(const at::Tensor& q, const at::Tensor& kv, std::int64_t heads);

/// The same by LibTorch's operations, for every device and type.
at::Tensor near_attention_by_library(const at::Tensor& q, const at::Tensor& kv, std::int64_t heads);

}  // namespace headroom::nn
