// The formulas of the regularisers.
#include "core/models/vqgan_clip/regularisers.h"

#include "core/memory/libtorch.h"

#include <algorithm>
#include <cmath>

namespace headroom::imagine {
namespace {

double decay(std::int64_t iteration) { return 1.0 / static_cast<double>(2 * iteration + 1); }

/// dx^2 + dy^2 at every place, in which the last row and column have themselves as neighbours.
at::Tensor squared_slopes(const at::Tensor& x) {
    const at::Tensor padded = at::replication_pad2d(x, {0, 1, 0, 1});
    const auto part = [&](std::int64_t dy, std::int64_t dx) {
        return padded.narrow(2, dy, x.size(2)).narrow(3, dx, x.size(3));
    };
    return (part(0, 1) - x).square() + (part(1, 0) - x).square();
}

}  // namespace

at::Tensor decaying_pull_to_zero(const at::Tensor& z, double weight, std::int64_t iteration) {
    return z.square().mean() * (weight / 2 * decay(iteration));
}

at::Tensor pull_to(const at::Tensor& z, const at::Tensor& origin, double weight) {
    return at::mse_loss(z, origin) * (weight / 2);
}

double WeightSteps::at(std::int64_t iteration) const {
    if (every <= 0) return start;
    std::int64_t steps = iteration / every;
    if (most > 0) steps = std::min(steps, most);
    const double left = std::abs(start) - drop * static_cast<double>(steps);
    // What rounding leaves of equal steps is nothing.
    return left <= 1e-12 ? 0 : std::copysign(left, start);
}

WeightSteps jbustter_steps(double weight) { return {weight, std::abs(weight) / 5, 50, 5}; }

at::Tensor latent_variation(const at::Tensor& z, double weight) {
    return (squared_slopes(z) + 1e-8).mean(1).sqrt().mean() * weight;
}

at::Tensor picture_variation(const at::Tensor& picture, double weight) {
    return squared_slopes(picture).mean() * (weight / 4);
}

}  // namespace headroom::imagine
