// |m_a - m_b|^2 + tr A + tr B - 2 tr sqrt(A B), with A = F_a' F_a and B = F_b' F_b: the last trace is the nuclear norm of F_a F_b'. With that product
// as U S V' the optimal map T is F_b' V S^-1 V' F_b.
#include "core/models/score/frechet.h"

#include "core/memory/libtorch.h"
#include "core/models/score/standard_errors.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr std::int64_t kRowsOfMoments = 1024;  ///< of features that are float64 at a time
constexpr double kLeastSingular = 1e-8;        ///< of the largest; what is smaller may be rounding

/// A root of a set's covariance, (min(n, D), D).
struct FeatureMoments {
    at::Tensor mean, root;
};

FeatureMoments moments_of_features(const at::Tensor& features) {
    const std::int64_t n = features.size(0), width = features.size(1);
    const double scale = 1 / std::sqrt(static_cast<double>(n - 1));
    const at::Tensor mean = features.mean(0, false, at::kDouble);
    if (n <= width) return {mean, (features.to(at::kDouble) - mean) * scale};
    at::Tensor covariance = at::zeros({width, width}, at::kDouble);
    for (std::int64_t first = 0; first < n; first += kRowsOfMoments) {
        const at::Tensor rows =
            (features.narrow(0, first, std::min(kRowsOfMoments, n - first)).to(at::kDouble) - mean) * scale;
        covariance.addmm_(rows.t(), rows);
    }
    const auto [values, vectors] = at::linalg_eigh(covariance);
    return {mean, values.clamp_min(0).sqrt().unsqueeze(1) * vectors.t()};
}

/// What each row adds to the distance, but for what all add. T is root_of_map' root_of_map.
at::Tensor added_by_rows(const at::Tensor& features, const at::Tensor& mean, const at::Tensor& apart,
                         const at::Tensor& root_of_map) {
    const std::int64_t n = features.size(0);
    at::Tensor out = at::empty({n}, at::kDouble);
    for (std::int64_t first = 0; first < n; first += kRowsOfMoments) {
        const std::int64_t count = std::min(kRowsOfMoments, n - first);
        const at::Tensor rows = features.narrow(0, first, count).to(at::kDouble) - mean;
        const at::Tensor moved = at::mm(rows, root_of_map.t());
        out.narrow(0, first, count).copy_(2 * at::mv(rows, apart) + rows.square().sum(1) - moved.square().sum(1));
    }
    return out;
}

}  // namespace

Estimate frechet_distance(const at::Tensor& a, const at::Tensor& b, const Pace& pace) {
    const at::NoGradGuard no_grad;
    const FeatureMoments x = moments_of_features(a);
    if (pace) pace(0.3);
    const FeatureMoments y = moments_of_features(b);
    if (pace) pace(0.5);
    const at::Tensor apart = x.mean - y.mean;
    const double traces = x.root.square().sum().item<double>() + y.root.square().sum().item<double>();
    const auto [left, shared, right] = at::linalg_svd(at::mm(x.root, y.root.t()), false);
    if (pace) pace(0.8);
    const at::Tensor weights = shared.rsqrt().masked_fill(shared <= kLeastSingular * shared.max(), 0);
    const at::Tensor root_of_map = at::mm(weights.unsqueeze(1) * right, y.root);
    const double value = apart.square().sum().item<double>() + traces - 2 * shared.sum().item<double>();
    return {std::max(value, 0.0), std::sqrt(variance_of_mean(added_by_rows(a, x.mean, apart, root_of_map)))};
}

}  // namespace headroom
