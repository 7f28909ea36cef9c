// Colour jitter and sharpness of all cuts in one launch each of a kernel of our own: what colours.h says, on a GPU.
#pragma once

#include "core/models/vqgan_clip/cut_draws.h"

namespace headroom {

namespace kernels {
class DeviceKernels;
}

namespace imagine {

/// `x` (n, 3, S, S), float32, with the touched cuts jittered, or sharpened. Keeps x. Throws std::runtime_error where the device refuses.
at::Tensor jittered_at_once(kernels::DeviceKernels& on, const StepDraws& draws, const at::Tensor& x);
at::Tensor sharpened_at_once(kernels::DeviceKernels& on, const StepDraws& draws, const at::Tensor& x);

}  // namespace imagine
}  // namespace headroom
