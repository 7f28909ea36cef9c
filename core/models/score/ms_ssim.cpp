// Contrast and structure at each scale, brightness at the smallest.
#include "core/models/score/ms_ssim.h"

#include "core/memory/libtorch.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace headroom {
namespace {

constexpr std::array<double, 5> kExponents{0.0448, 0.2856, 0.3001, 0.2363, 0.1333};
constexpr double kSigmaOfScales = 1.5;

at::Tensor gaussian_line() {
    const at::Tensor place = at::arange(kSmallestForSsim, at::kDouble) - static_cast<double>(kSmallestForSsim / 2);
    const at::Tensor weights = at::exp(place.square() / (-2 * kSigmaOfScales * kSigmaOfScales));
    return weights / weights.sum();
}

}  // namespace

at::Tensor ms_ssim(const at::Tensor& a, const at::Tensor& b) {
    const at::NoGradGuard no_grad;
    const std::int64_t n = a.size(0), colours = a.size(1);
    const at::Tensor line = gaussian_line();
    // Each colour by itself.
    at::Tensor x = a.to(at::kDouble).flatten(0, 1).unsqueeze(1), y = b.to(at::kDouble).flatten(0, 1).unsqueeze(1);
    const auto mean = [&](const at::Tensor& t) {
        return at::conv2d(at::conv2d(t, line.view({1, 1, 1, -1})), line.view({1, 1, -1, 1}));
    };
    std::size_t scales = 1;
    while (scales < kExponents.size() && (std::min(x.size(2), x.size(3)) >> scales) >= kSmallestForSsim) ++scales;
    const double all =
        std::accumulate(kExponents.begin(), kExponents.begin() + static_cast<std::ptrdiff_t>(scales), 0.0);
    constexpr double c1 = 0.01 * 0.01, c2 = 0.03 * 0.03;
    at::Tensor product = at::ones({x.size(0)}, at::kDouble);
    for (std::size_t i = 0; i < scales; ++i) {
        const at::Tensor mx = mean(x), my = mean(y);
        const at::Tensor spread = mean(x.square() + y.square()) - mx.square() - my.square(),
                         together = mean(x * y) - mx * my;
        at::Tensor like = (2 * together + c2) / (spread + c2);
        if (i + 1 == scales) like = like * (2 * mx * my + c1) / (mx.square() + my.square() + c1);
        product = product * like.mean({1, 2, 3}).clamp_min(0).pow(kExponents[i] / all);
        x = at::avg_pool2d(x, {2, 2});
        y = at::avg_pool2d(y, {2, 2});
    }
    return product.view({n, colours}).mean(1);
}

}  // namespace headroom
