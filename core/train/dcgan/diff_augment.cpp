// The three augmentations, written with index tensors so that gradients flow through them.
#include "core/train/dcgan/diff_augment.h"

#include "core/base/random.h"
#include "core/memory/libtorch.h"

#include <functional>
#include <vector>

namespace headroom {
namespace {

using Draw = std::function<double(RandomStream&)>;

/// One number per sample, as (N, 1, 1, 1) of x's type and device.
at::Tensor per_sample(const at::Tensor& x, std::vector<RandomStream>& random, const Draw& draw) {
    at::Tensor values = at::empty({x.size(0), 1, 1, 1}, at::kDouble);
    auto* out = values.mutable_data_ptr<double>();
    for (auto& r : random) *out++ = draw(r);
    return values.to(x.options());
}

at::Tensor colour(at::Tensor x, std::vector<RandomStream>& random) {
    x = x + per_sample(x, random, [](RandomStream& r) { return r.uniform(-0.5, 0.5); });
    const at::Tensor grey = x.mean(1, true);
    x = (x - grey) * per_sample(x, random, [](RandomStream& r) { return r.uniform(0.0, 2.0); }) + grey;
    const at::Tensor mean = x.mean({1, 2, 3}, true);
    return (x - mean) * per_sample(x, random, [](RandomStream& r) { return r.uniform(0.5, 1.5); }) + mean;
}

/// Positions 0 .. side - 1, shaped to broadcast along rows or columns.
at::Tensor positions(const at::Tensor& x, bool rows) {
    const std::int64_t side = x.size(rows ? 2 : 3);
    const at::Tensor p = at::arange(side, x.options().dtype(at::kLong));
    return rows ? p.view({1, side, 1}) : p.view({1, 1, side});
}

at::Tensor whole_numbers(const at::Tensor& x, std::vector<RandomStream>& random, std::int64_t low, std::int64_t high) {
    return per_sample(x, random,
                      [=](RandomStream& r) {
                          return static_cast<double>(
                              low + static_cast<std::int64_t>(r.below(static_cast<std::uint64_t>(high - low + 1))));
                      })
        .to(at::kLong)
        .view({x.size(0), 1, 1});
}

at::Tensor translation(const at::Tensor& x, std::vector<RandomStream>& random) {
    const std::int64_t reach_y = x.size(2) / 8, reach_x = x.size(3) / 8;
    const at::Tensor dy = whole_numbers(x, random, -reach_y, reach_y), dx = whole_numbers(x, random, -reach_x, reach_x);
    // A border of one zero pixel stands for everything outside the picture.
    const at::Tensor row = (positions(x, true) + dy + 1).clamp(0, x.size(2) + 1).expand({-1, x.size(2), x.size(3)});
    const at::Tensor col = (positions(x, false) + dx + 1).clamp(0, x.size(3) + 1).expand({-1, x.size(2), x.size(3)});
    const at::Tensor sample = at::arange(x.size(0), x.options().dtype(at::kLong)).view({-1, 1, 1});
    const at::Tensor padded = at::constant_pad_nd(x, {1, 1, 1, 1}, 0).permute({0, 2, 3, 1});
    return padded.index({sample, row, col}).permute({0, 3, 1, 2});
}

at::Tensor cutout(const at::Tensor& x, std::vector<RandomStream>& random) {
    const std::int64_t h = x.size(2), w = x.size(3);
    const at::Tensor top = whole_numbers(x, random, -(h / 4), h - h / 4),
                     left = whole_numbers(x, random, -(w / 4), w - w / 4);
    const at::Tensor row = positions(x, true), col = positions(x, false);
    const at::Tensor inside = (row >= top) & (row < top + h / 2) & (col >= left) & (col < left + w / 2);
    return x * inside.logical_not().unsqueeze(1).to(x.options());
}

}  // namespace

at::Tensor DiffAugment::apply(const at::Tensor& x, std::uint64_t seed, std::uint64_t stream, std::int64_t first) const {
    if (!any()) return x;
    std::vector<RandomStream> random;
    for (std::int64_t i = 0; i < x.size(0); ++i) {
        random.emplace_back(seed, RandomPurpose::DiffAugment, static_cast<std::uint64_t>(first + i) * 8 + stream);
    }
    at::Tensor out = x;
    if (colour) out = headroom::colour(out, random);
    if (translation) out = headroom::translation(out, random);
    if (cutout) out = headroom::cutout(out, random);
    return out;
}

}  // namespace headroom
