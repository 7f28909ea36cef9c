// How far a picture is from another: mean square, PSNR, SSIM.
#pragma once

#include <ATen/core/TensorBody.h>

namespace headroom {

struct PictureDistance {
    double mse = 0;   ///< of values in [0, 1]
    double psnr = 0;  ///< dB; infinite for equal pictures
    double ssim = 1;  ///< mean over positions and colours
};

/// Of two tensors (1, C, H, W) in [0, 1]. SSIM as structural_similarity(), in double.
PictureDistance picture_distance(const at::Tensor& a, const at::Tensor& b);

}  // namespace headroom
