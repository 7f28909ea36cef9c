// Structural similarity.
#include "core/models/vqgan/picture_losses.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::int64_t kWindow = 11;
constexpr double kSigma = 1.5;

/// Weights of a Gaussian of `n` taps that add up to 1.
at::Tensor gaussian(std::int64_t n, const at::TensorOptions& options) {
    const at::Tensor place = at::arange(n, options) - static_cast<double>(n - 1) / 2;
    const at::Tensor weights = at::exp(place.square() / (-2 * kSigma * kSigma));
    return weights / weights.sum();
}

/// Windowed mean of each channel.
at::Tensor blurred(const at::Tensor& x, const at::Tensor& row, const at::Tensor& column) {
    const at::Tensor each = x.flatten(0, 1).unsqueeze(1);
    return at::conv2d(at::conv2d(each, row), column);
}

}  // namespace

at::Tensor structural_similarity(const at::Tensor& a, const at::Tensor& b) {
    const AutocastGuard full_precision(a.device().type(), false, at::kBFloat16);
    const at::ScalarType type = a.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
    // Brightness counts from black: means on both sides of zero would say nothing.
    const at::Tensor x = (a.to(type) + 1) / 2, y = (b.to(type) + 1) / 2;
    const auto options = x.options().requires_grad(false);
    const at::Tensor row = gaussian(std::min(kWindow, x.size(3)), options).view({1, 1, 1, -1});
    const at::Tensor column = gaussian(std::min(kWindow, x.size(2)), options).view({1, 1, -1, 1});
    const auto mean = [&](const at::Tensor& t) { return blurred(t, row, column); };
    constexpr double c1 = 0.01 * 0.01, c2 = 0.03 * 0.03;
    const at::Tensor mx = mean(x), my = mean(y), product = mx * my;
    const at::Tensor squares = mx.square() + my.square();
    // The windows' variances and covariance, from the means of squares.
    const at::Tensor variances = mean(x.square() + y.square()) - squares, covariance = mean(x * y) - product;
    return ((2 * product + c1) * (2 * covariance + c2) / ((squares + c1) * (variances + c2))).mean();
}

}  // namespace headroom
