// How far a picture is from another: mean square, PSNR, SSIM.
#pragma once

#include <ATen/core/TensorBody.h>

namespace headroom {

struct PictureDistance {
    double mse = 0;   ///< of values in [0, 1]
    double psnr = 0;  ///< dB; infinite for equal pictures
    double ssim = 1;  ///< mean over positions and colours
};

/// Of two tensors (1, C, H, W) in [0, 1]. SSIM with a Gaussian window of 11 pixels (sigma 1.5) where it lies wholly inside, K1 0.01, K2 0.03,
/// in double; smaller pictures get the largest odd window that fits.
/// Source: Wang et al., "Image Quality Assessment: From Error Visibility to Structural Similarity", 2004.
PictureDistance picture_distance(const at::Tensor& a, const at::Tensor& b);

}  // namespace headroom
