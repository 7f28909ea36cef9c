// SSIM from windowed means, squares and products.
#include "core/train/tools/picture_distance.h"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Means under a Gaussian window, along rows and then columns; (C, 1, H, W).
class Window {
public:
    explicit Window(std::int64_t side) : side_(side) {
        const at::Tensor x = torch::arange(side, at::kDouble) - static_cast<double>(side - 1) / 2;
        weights_ = at::exp(-x.square() / (2 * 1.5 * 1.5));
        weights_ = weights_ / weights_.sum();
    }
    at::Tensor mean(const at::Tensor& x) const {
        return at::conv2d(at::conv2d(x, weights_.view({1, 1, 1, side_})), weights_.view({1, 1, side_, 1}));
    }

private:
    std::int64_t side_;
    at::Tensor weights_;
};

}  // namespace

PictureDistance picture_distance(const at::Tensor& a, const at::Tensor& b) {
    const at::Tensor x = a.to(at::kCPU, at::kDouble).transpose(0, 1), y = b.to(at::kCPU, at::kDouble).transpose(0, 1);
    PictureDistance out;
    out.mse = (x - y).square().mean().item<double>();
    out.psnr = -10 * std::log10(out.mse);
    std::int64_t side = std::min<std::int64_t>({11, x.size(2), x.size(3)});
    const Window window(side - (side % 2 == 0 ? 1 : 0));
    const at::Tensor mx = window.mean(x), my = window.mean(y);
    const at::Tensor vx = window.mean(x * x) - mx * mx, vy = window.mean(y * y) - my * my,
                     both = window.mean(x * y) - mx * my;
    constexpr double c1 = 0.01 * 0.01, c2 = 0.03 * 0.03;
    const at::Tensor ssim = (2 * mx * my + c1) * (2 * both + c2) / ((mx * mx + my * my + c1) * (vx + vy + c2));
    out.ssim = ssim.mean().item<double>();
    return out;
}

}  // namespace headroom
