// Squared distances, a block of rows against everybody or against a block at a time.
#include "core/models/score/neighbours.h"

#include "core/memory/libtorch.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

namespace headroom {
namespace {

constexpr std::int64_t kNumbersOfBlock = 1 << 22;  ///< of a block of distances
constexpr std::int64_t kColumnsOfBlock = 2048;     ///< features of the other side that are float64 at once
constexpr std::int64_t kRowsOfSmallBlock = 256;    ///< of either side, where one of them may have very many

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

/// Of each row the least squared distance to `others`, and to which of them.
struct Nearest {
    at::Tensor distances, which;
};

/// What equals a row of `but` is none of `others` for the same row of `of`.
Nearest nearest_of(const at::Tensor& of, const at::Tensor& others, const std::vector<at::Tensor>& but,
                   const std::function<void()>& step) {
    constexpr double nowhere = std::numeric_limits<double>::infinity();
    Nearest out{at::empty({of.size(0)}, at::kDouble), at::empty({of.size(0)}, at::kLong)};
    for (std::int64_t first = 0; first < of.size(0); first += kRowsOfSmallBlock) {
        const std::int64_t n = std::min(kRowsOfSmallBlock, of.size(0) - first);
        const at::Tensor x = of.narrow(0, first, n).to(at::kDouble);
        at::Tensor least = at::full({n}, nowhere, at::kDouble);
        at::Tensor which = at::zeros({n}, at::kLong);
        for (std::int64_t start = 0; start < others.size(0); start += kRowsOfSmallBlock) {
            const std::int64_t m = std::min(kRowsOfSmallBlock, others.size(0) - start);
            const at::Tensor here = others.narrow(0, start, m), d = squared_distances(x, here);
            for (const at::Tensor& rows : but) {
                const at::Tensor apart =
                    rows.is_same(of) ? d : squared_distances(rows.narrow(0, first, n).to(at::kDouble), here);
                d.masked_fill_(apart == 0, nowhere);
            }
            const auto near = at::min(d, 1, false);
            const at::Tensor nearer = std::get<0>(near) < least;
            which = at::where(nearer, std::get<1>(near) + start, which);
            least = at::where(nearer, std::get<0>(near), least);
            step();
        }
        out.distances.narrow(0, first, n).copy_(least);
        out.which.narrow(0, first, n).copy_(which);
    }
    return out;
}

std::int64_t small_block_count(const at::Tensor& of, const at::Tensor& others) {
    const auto blocks = [](const at::Tensor& x) { return (x.size(0) + kRowsOfSmallBlock - 1) / kRowsOfSmallBlock; };
    return blocks(of) * blocks(others);
}

/// The squared distance of each row to its k-th nearest other.
at::Tensor radii_of(const at::Tensor& of, std::int64_t k, const std::function<void()>& step) {
    at::Tensor out = at::empty({of.size(0)}, at::kDouble);
    in_blocks(of, of, step, [&](std::int64_t first, const at::Tensor& d) {
        const at::Tensor near = std::get<0>(at::topk(d, k + 1, 1, false, true));  // the first is the row itself
        out.narrow(0, first, d.size(0)).copy_(near.select(1, k));
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
    const at::Tensor of_samples = radii_of(samples, k, step), of_training = radii_of(training, k, step);
    const auto flags = [](const at::Tensor& of) { return at::empty({of.size(0)}, at::kBool); };
    const at::Tensor precise = flags(samples), found = flags(training);
    in_blocks(samples, training, step, [&](std::int64_t first, const at::Tensor& d) {
        precise.narrow(0, first, d.size(0)).copy_((d <= of_training).any(1));
    });
    in_blocks(training, samples, step, [&](std::int64_t first, const at::Tensor& d) {
        found.narrow(0, first, d.size(0)).copy_((d <= of_samples).any(1));
    });
    return {share_of(precise), share_of(found)};
}

double share_of_copies(const at::Tensor& samples, const at::Tensor& training, const Pace& pace, bool mirrored) {
    const at::NoGradGuard no_grad;
    const auto total = static_cast<double>(2 * small_block_count(samples, training));
    double done = 0;
    const auto step = [&] {
        if (pace) pace(++done / total);
    };
    const Nearest of_samples = nearest_of(samples, training, {}, step);
    // How near others are is asked of those alone that a sample is nearest to. What repeats a picture is no other one: beside it no copy of both
    // would ever be near enough.
    std::vector<at::Tensor> same{training.index_select(0, of_samples.which)};
    if (mirrored) {
        const std::int64_t rows = training.size(0);
        same.push_back(training.index_select(0, (of_samples.which + rows / 2).remainder(rows)));
    }
    const Nearest there = nearest_of(same.front(), training, same, step);
    const at::Tensor &own = of_samples.distances, &others = there.distances;
    // Where all training pictures are one, its copies alone are copies.
    return share_of((own < others).logical_and(at::isfinite(others).logical_or(own == 0)));
}

}  // namespace headroom
