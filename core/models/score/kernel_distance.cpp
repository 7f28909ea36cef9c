// Sums of kernels over pairs, in float64.
#include "core/models/score/kernel_distance.h"

#include "core/memory/libtorch.h"
#include "core/models/score/standard_errors.h"
#include "core/models/score/subsets.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace headroom {
namespace {

constexpr std::int64_t kRowsOfPairs = 1024;  ///< rows of a block of pairs

at::Tensor chosen_rows(const at::Tensor& of, const std::vector<std::int64_t>& which) {
    return of.index_select(0, at::tensor(which, at::kLong)).to(at::kDouble);
}

at::Tensor cubic_kernels(const at::Tensor& x, const at::Tensor& y) {
    return at::mm(x, y.t()).div_(static_cast<double>(x.size(1))).add_(1).pow_(3);
}

/// The kernels of one subset: sums over each row's and column's pairs.
struct KernelPairs {
    at::Tensor xx, yy, xy;

    double estimate() const {
        const auto m = static_cast<double>(xx.size(0));
        const double within = (xx.sum() - xx.trace() + yy.sum() - yy.trace()).item<double>();
        return within / (m * (m - 1)) - 2 * xy.sum().item<double>() / (m * m);
    }
    /// Of the estimate, by leaving out one of each side at a time.
    double jackknife() const {
        const auto m = static_cast<double>(xx.size(0));
        if (m < 3) return std::numeric_limits<double>::quiet_NaN();
        const at::Tensor within = xx.sum() - xx.trace() + yy.sum() - yy.trace();
        const at::Tensor of_one = 2 * (xx.sum(1) - xx.diagonal() + yy.sum(1) - yy.diagonal());
        const at::Tensor across = xy.sum() - xy.sum(0) - xy.sum(1) + xy.diagonal();
        const at::Tensor left = (within - of_one) / ((m - 1) * (m - 2)) - 2 * across / ((m - 1) * (m - 1));
        return std::sqrt((m - 1) / m * (left - left.mean()).square().sum().item<double>());
    }
};

/// Kernels of rows by number: of all pairs at once where subsets ask for more of them than there are and they fit, else made when asked for.
class KernelsOfSets {
public:
    using Numbers = std::vector<std::int64_t>;

    KernelsOfSets(const at::Tensor& a, const at::Tensor& b, double asked_for) : a_(a), b_(b) {
        const auto n = static_cast<double>(a.size(0)), m = static_cast<double>(b.size(0));
        const double pairs = n * n + m * m + n * m;
        if (pairs > asked_for || pairs > kKeptPairs) return;
        try {
            const at::Tensor x = a.to(at::kDouble), y = b.to(at::kDouble);
            kept_ = {cubic_kernels(x, x), cubic_kernels(y, y), cubic_kernels(x, y)};
        } catch (const c10::OutOfMemoryError&) { kept_ = {}; }
    }
    KernelPairs of(const Numbers& of_a, const Numbers& of_b) const {
        if (!kept_.xx.defined()) {
            const at::Tensor x = chosen_rows(a_, of_a), y = chosen_rows(b_, of_b);
            return {cubic_kernels(x, x), cubic_kernels(y, y), cubic_kernels(x, y)};
        }
        const at::Tensor i = at::tensor(of_a, at::kLong), k = at::tensor(of_b, at::kLong);
        const auto part = [](const at::Tensor& all, const at::Tensor& rows, const at::Tensor& columns) {
            return all.index_select(0, rows).index_select(1, columns);
        };
        return {part(kept_.xx, i, i), part(kept_.yy, k, k), part(kept_.xy, i, k)};
    }

private:
    static constexpr double kKeptPairs = 24e6;  ///< 192 MB
    const at::Tensor &a_, &b_;
    KernelPairs kept_;
};

}  // namespace

KernelDistance kernel_distance(const at::Tensor& a, const at::Tensor& b, const KernelSubsets& subsets,
                               const Pace& pace) {
    const at::NoGradGuard no_grad;
    const std::int64_t n = a.size(0), m = b.size(0), size = std::min({subsets.size, n, m});
    Subsets choices(subsets.seed);
    std::vector<double> estimates;
    std::optional<double> jackknife;
    // With all rows of both sides subsets differ in their order alone.
    const std::int64_t count = size == n && size == m ? 1 : subsets.count;
    const KernelsOfSets kernels(a, b, 3.0 * static_cast<double>(count) * static_cast<double>(size * size));
    for (std::int64_t i = 0; i < count; ++i) {
        if (pace) pace(static_cast<double>(i) / static_cast<double>(count));
        const std::vector<std::int64_t> of_a = choices.choose(n, size), of_b = choices.choose(m, size);
        const KernelPairs pairs = kernels.of(of_a, of_b);
        estimates.push_back(pairs.estimate());
        if (!jackknife && 2 * size > std::min(n, m)) jackknife = pairs.jackknife();
    }
    KernelDistance out;
    for (const double e : estimates) out.value += e / static_cast<double>(count);
    for (const double e : estimates) out.deviation += (e - out.value) * (e - out.value) / static_cast<double>(count);
    out.deviation = std::sqrt(out.deviation);
    out.error = jackknife.value_or(out.deviation);
    return out;
}

Estimate clip_discrepancy(const at::Tensor& a, const at::Tensor& b, const Pace& pace) {
    const at::NoGradGuard no_grad;
    constexpr double scale = 1000, two_variances = 200;
    const double total = static_cast<double>(a.size(0) + b.size(0));
    double done = 0;
    /// Means of each row's kernels with all rows of the other side: of `x`, of `y`.
    const auto mean_kernels = [&](const at::Tensor& x, const at::Tensor& y) {
        at::Tensor of_x = at::zeros({x.size(0)}, at::kDouble), of_y = at::zeros({y.size(0)}, at::kDouble);
        for (std::int64_t i = 0; i < x.size(0); i += kRowsOfPairs) {
            const at::Tensor some = x.narrow(0, i, std::min(kRowsOfPairs, x.size(0) - i)).to(at::kDouble);
            for (std::int64_t k = 0; k < y.size(0); k += kRowsOfPairs) {
                const at::Tensor others = y.narrow(0, k, std::min(kRowsOfPairs, y.size(0) - k)).to(at::kDouble);
                // |x - y|^2 = 2 - 2 x y of unit vectors.
                const at::Tensor kernels = at::mm(some, others.t()).sub_(1).mul_(2 / two_variances).exp_();
                of_x.narrow(0, i, some.size(0)).add_(kernels.sum(1));
                of_y.narrow(0, k, others.size(0)).add_(kernels.sum(0));
            }
            done += static_cast<double>(some.size(0)) / (2 * total);
            if (pace) pace(std::min(done, 1.0));
        }
        return std::pair(of_x / y.size(0), of_y / x.size(0));
    };
    const at::Tensor within_a = mean_kernels(a, a).first, within_b = mean_kernels(b, b).first;
    const auto [from_a, from_b] = mean_kernels(a, b);
    // What a row adds is twice this.
    const at::Tensor of_a = within_a - from_a, of_b = within_b - from_b;
    return {scale * (within_a.mean() + within_b.mean() - 2 * from_a.mean()).item<double>(),
            scale * 2 * std::sqrt(variance_of_mean(of_a) + variance_of_mean(of_b))};
}

}  // namespace headroom
