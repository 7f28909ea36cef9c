// Colour jitter and sharpness of all cuts in one launch each of a kernel of our own: what colours.h says, on a GPU.
#pragma once

#include <ATen/core/TensorBody.h>

namespace headroom {

namespace kernels {
class DeviceKernels;
}

namespace imagine {

/// `x` (n, 3, S, S), float32, with the cuts jittered as `colours` (n) of CutColour say, or sharpened by `factors` (n), float32, below 0: not at
/// all. Keeps x. Throws std::runtime_error where the device refuses.
at::Tensor jittered_at_once(kernels::DeviceKernels& on, const at::Tensor& colours, const at::Tensor& x);
at::Tensor sharpened_at_once(kernels::DeviceKernels& on, const at::Tensor& factors, const at::Tensor& x);

}  // namespace imagine
}  // namespace headroom
