// All crops of a picture in one launch of a kernel of our own, instead of a few operators for each: what crops.h says, on a GPU.
#pragma once

#include "core/models/vqgan_clip/cut_draws.h"

namespace headroom {

namespace kernels {
class DeviceKernels;
}

namespace imagine {

/// The kernels for crops of `picture` (1, 3, H, W), if they fit: float32. Null: LibTorch's operators do.
kernels::DeviceKernels* crop_kernels(const at::Tensor& picture);

/// As pooled_crops(). Keeps the picture. Boxes lie within it. Throws std::runtime_error where the device refuses.
at::Tensor pooled_at_once(kernels::DeviceKernels& on, const at::Tensor& picture, const std::vector<CutBox>& boxes,
                          std::int64_t side);

/// As resampled_crops(). Keeps the bands of the boxes' matrices.
at::Tensor resampled_at_once(kernels::DeviceKernels& on, const at::Tensor& picture, const std::vector<CutBox>& boxes,
                             std::int64_t side);

}  // namespace imagine
}  // namespace headroom
