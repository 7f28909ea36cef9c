// Means of squares, and SSIM in double.
#include "core/train/tools/picture_distance.h"

#include "core/memory/libtorch.h"
#include "core/models/vqgan/picture_losses.h"

#include <cmath>

namespace headroom {

PictureDistance picture_distance(const at::Tensor& a, const at::Tensor& b) {
    const at::Tensor x = a.to(at::kCPU, at::kDouble), y = b.to(at::kCPU, at::kDouble);
    PictureDistance out;
    out.mse = (x - y).square().mean().item<double>();
    out.psnr = -10 * std::log10(out.mse);
    out.ssim = structural_similarity(2 * x - 1, 2 * y - 1).item<double>();
    return out;
}

}  // namespace headroom
