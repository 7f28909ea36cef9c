// Squared distances, a block of rows against everybody at a time.
#include "core/models/score/neighbours.h"

#include "core/memory/libtorch.h"

#include <algorithm>
#include <functional>

namespace headroom {
namespace {

constexpr std::int64_t kNumbersOfBlock = 1 << 22;  ///< of a block of distances
constexpr std::int64_t kColumnsOfBlock = 2048;     ///< features of the other side that are float64 at once

/// (rows, m): squared distances of `x` to all of `others`. What rounding leaves of equal rows is nought.
at::Tensor squared_distances(const at::Tensor& x, const at::Tensor& others) {
    const at::Tensor own = x.square().sum(1, true);
    at::Tensor out = at::empty({x.size(0), others.size(0)}, at::kDouble);
    for (std::int64_t first = 0; first < others.size(0); first += kColumnsOfBlock) {
        const std::int64_t n = std::min(kColumnsOfBlock, others.size(0) - first);
        const at::Tensor y = others.narrow(0, first, n).to(at::kDouble);
        const at::Tensor lengths = own + y.square().sum(1).unsqueeze(0);
        const at::Tensor apart = lengths - 2 * at::mm(x, y.t());
        out.narrow(1, first, n).copy_(apart.masked_fill_(apart < 1e-12 * lengths, 0));
    }
    return out;
}

/// Hands `take(first, squared_distances)` block after block of the rows of `of`.
void in_blocks(const at::Tensor& of, const at::Tensor& others, const std::function<void()>& step,
               const std::function<void(std::int64_t, const at::Tensor&)>& take) {
    const std::int64_t most = std::max<std::int64_t>(kNumbersOfBlock / others.size(0), 1);
    for (std::int64_t first = 0; first < of.size(0); first += most) {
        const std::int64_t n = std::min(most, of.size(0) - first);
        take(first, squared_distances(of.narrow(0, first, n).to(at::kDouble), others));
        step();
    }
}

std::int64_t block_count(const at::Tensor& of, const at::Tensor& others) {
    const std::int64_t most = std::max<std::int64_t>(kNumbersOfBlock / others.size(0), 1);
    return (of.size(0) + most - 1) / most;
}

/// Squared distances of each row to its nearest other and to its k-th nearest.
struct Radii {
    at::Tensor nearest, kth;
};

Radii radii_of(const at::Tensor& of, std::int64_t k, const std::function<void()>& step) {
    Radii out{at::empty({of.size(0)}, at::kDouble), at::empty({of.size(0)}, at::kDouble)};
    in_blocks(of, of, step, [&](std::int64_t first, const at::Tensor& d) {
        const at::Tensor near = std::get<0>(at::topk(d, k + 1, 1, false, true));  // the first is the row itself
        out.nearest.narrow(0, first, d.size(0)).copy_(near.select(1, 1));
        out.kth.narrow(0, first, d.size(0)).copy_(near.select(1, k));
    });
    return out;
}

double share_of(const at::Tensor& flags) { return flags.to(at::kDouble).mean().item<double>(); }

}  // namespace

NeighbourScores neighbour_scores(const at::Tensor& samples, const at::Tensor& training, std::int64_t k,
                                 const Pace& pace) {
    const at::NoGradGuard no_grad;
    const auto total = static_cast<double>(block_count(samples, samples) + block_count(training, training) +
                                           block_count(samples, training) + block_count(training, samples));
    double done = 0;
    const auto step = [&] {
        if (pace) pace(++done / total);
    };
    const Radii of_samples = radii_of(samples, k, step), of_training = radii_of(training, k, step);
    const auto flags = [](const at::Tensor& of) { return at::empty({of.size(0)}, at::kBool); };
    const at::Tensor precise = flags(samples), copied = flags(samples), found = flags(training);
    in_blocks(samples, training, step, [&](std::int64_t first, const at::Tensor& d) {
        precise.narrow(0, first, d.size(0)).copy_((d <= of_training.kth).any(1));
        const auto [distance, which] = d.min(1);
        copied.narrow(0, first, d.size(0)).copy_(distance < of_training.nearest.index_select(0, which));
    });
    in_blocks(training, samples, step, [&](std::int64_t first, const at::Tensor& d) {
        found.narrow(0, first, d.size(0)).copy_((d <= of_samples.kth).any(1));
    });
    return {share_of(precise), share_of(found), share_of(copied)};
}

}  // namespace headroom
