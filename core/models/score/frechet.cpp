// |m_a - m_b|^2 + tr A + tr B - 2 tr sqrt(A B), with A = F_a' F_a and B = F_b' F_b: the last trace is the nuclear norm of F_a F_b'.
#include "core/models/score/frechet.h"

#include "core/memory/libtorch.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr std::int64_t kRowsOfMoments = 1024;  ///< of features that are float64 at a time

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

}  // namespace

double frechet_distance(const at::Tensor& a, const at::Tensor& b, const Pace& pace) {
    const at::NoGradGuard no_grad;
    const FeatureMoments x = moments_of_features(a);
    if (pace) pace(0.4);
    const FeatureMoments y = moments_of_features(b);
    if (pace) pace(0.6);
    const double apart = (x.mean - y.mean).square().sum().item<double>();
    const double traces = x.root.square().sum().item<double>() + y.root.square().sum().item<double>();
    const double shared = at::linalg_svdvals(at::mm(x.root, y.root.t())).sum().item<double>();
    return std::max(apart + traces - 2 * shared, 0.0);
}

}  // namespace headroom
