// A convolution of each channel by a filter of its own, that can be differentiated twice at the cost of convolutions. LibTorch's second derivative of a
// grouped one goes from group to group, four convolutions and their copies for each channel.
#pragma once

#include <ATen/core/TensorBody.h>

namespace headroom::nn {

/// x (N, C, H, W) by `weight` (C, 1, k, k), k odd, with a border of zeros that keeps the side. Follows autocast.
at::Tensor depthwise(const at::Tensor& x, const at::Tensor& weight);

}  // namespace headroom::nn
