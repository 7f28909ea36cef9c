// The formulas of the regularisers.
#include "core/models/vqgan_clip/regularisers.h"

#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/prompt_loss.h"

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

at::Tensor unit_row(const at::Tensor& x) { return unit_rows(x.reshape({1, -1})); }

}  // namespace

at::Tensor decaying_pull_to_zero(const at::Tensor& z, double weight, std::int64_t iteration) {
    return z.square().mean() * (weight / 2 * decay(iteration));
}

at::Tensor pull_to(const at::Tensor& z, const at::Tensor& origin, double weight) {
    return at::mse_loss(z, origin) * (weight / 2);
}

at::Tensor decaying_pull_to(const at::Tensor& z, const at::Tensor& origin, double weight, std::int64_t iteration) {
    return pull_to(z, origin, weight * decay(iteration));
}

at::Tensor decaying_alternate_target(const at::Tensor& z, const at::Tensor& target, double weight,
                                     std::int64_t iteration) {
    return at::mse_loss(z, target) * (5 * weight * decay(iteration));
}

double WeightSteps::at(std::int64_t iteration) const {
    if (every <= 0) return start;
    std::int64_t steps = iteration / every;
    if (most > 0) steps = std::min(steps, most);
    const double left = std::abs(start) - drop * static_cast<double>(steps);
    // What rounding leaves of equal steps is nothing.
    return left <= 1e-12 ? 0 : std::copysign(left, start);
}

bool WeightSteps::rebuilds_at(std::int64_t iteration) const {
    return rebuilds && every > 0 && iteration > 0 && iteration % every == 0 && at(iteration) != at(iteration - 1);
}

WeightSteps jbustter_steps(double weight) { return {weight, std::abs(weight) / 5, 50, 5, true}; }

WeightSteps tnwei_steps(double weight) { return {weight, 0.1, 50, 0, false}; }

at::Tensor latent_variation(const at::Tensor& z, double weight) {
    return (squared_slopes(z) + 1e-8).mean(1).sqrt().mean() * weight;
}

at::Tensor picture_variation(const at::Tensor& picture, double weight) {
    return squared_slopes(picture).mean() * (weight / 4);
}

at::Tensor spherical_pull(const at::Tensor& z, const at::Tensor& origin, double weight) {
    return spherical_distance(unit_row(z), unit_row(origin)).mean() * (weight / 2);
}

at::Tensor cosine_pull(const at::Tensor& z, const at::Tensor& origin, double weight) {
    return (1 - (unit_row(z) * unit_row(origin)).sum()) * (weight / 2);
}

at::Tensor pixel_pull(const at::Tensor& picture, const at::Tensor& origin, double weight) {
    return at::l1_loss(picture, origin) * (weight / 2);
}

}  // namespace headroom::imagine
