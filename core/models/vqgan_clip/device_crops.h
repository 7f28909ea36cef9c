// All crops of a picture in one launch of a kernel of our own, instead of a few operators for each: what crops.h says, on a GPU.
#pragma once

#include "core/models/vqgan_clip/cut_tables.h"

namespace headroom {

namespace kernels {
class DeviceKernels;
}

namespace imagine {

/// The kernels for crops of `picture` (1, 3, H, W), if they fit: float32. Null: LibTorch's operators do.
kernels::DeviceKernels* crop_kernels(const at::Tensor& picture);

/// All of `picture`, as pooled_crops(): (1, 3, side, side). Keeps the picture. Throws std::runtime_error where the device refuses.
at::Tensor pooled_whole(kernels::DeviceKernels& on, const at::Tensor& picture, std::int64_t side);

/// As pooled_crops(), or where the tables hold bands as resampled_crops(), of `tables` on the picture's device. Pooling keeps the picture,
/// resampling the bands. Boxes lie within the picture.
at::Tensor cropped_at_once(kernels::DeviceKernels& on, const at::Tensor& picture, const CutTables& tables,
                           std::int64_t side);

}  // namespace imagine
}  // namespace headroom
