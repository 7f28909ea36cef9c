// The three augmentations, written with index tensors so that gradients flow through them.
#include "core/train/gan/diff_augment.h"

#include "core/base/random.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/memory/upload.h"
#include "core/models/nn/device_random.h"

#include <utility>
#include <vector>

namespace headroom {
namespace {

using kernels::Draw;

/// What each sample draws, one after another, made at once on the pictures' device.
class Drawn {
public:
    Drawn(const at::Tensor& x, const kernels::Streams& streams, const std::vector<Draw>& draws) : like_(x) {
        if (kernels::DeviceKernels* own = kernels_on(x.device())) {
            rows_ = nn::stream_draws(*own, x.device(), streams, x.size(0), draws);
            return;
        }
        std::vector<RandomStream> random;
        for (std::int64_t i = 0; i < x.size(0); ++i) random.push_back(streams.of(i));
        for (const Draw& draw : draws) rows_.push_back(upload_as(row(random, draw), x));
    }
    /// The next number of every sample, (N, 1, 1, 1) of x's type.
    at::Tensor next() { return rows_[at_++].to(like_.options()).view({-1, 1, 1, 1}); }
    /// The next whole number of every sample, (N, 1, 1).
    at::Tensor next_whole() { return rows_[at_++].to(at::kLong).view({-1, 1, 1}); }

private:
    static at::Tensor row(std::vector<RandomStream>& random, const Draw& draw) {
        at::Tensor values = at::empty({static_cast<std::int64_t>(random.size())}, at::kDouble);
        auto* out = values.mutable_data_ptr<double>();
        for (RandomStream& r : random)
            *out++ = draw.whole
                         ? draw.low + static_cast<double>(r.below(static_cast<std::uint64_t>(draw.high - draw.low) + 1))
                         : r.uniform(draw.low, draw.high);
        return values;
    }

    at::Tensor like_;
    std::vector<at::Tensor> rows_;
    std::size_t at_ = 0;
};

Draw whole(std::int64_t low, std::int64_t high) { return {static_cast<double>(low), static_cast<double>(high), true}; }

at::Tensor colour(at::Tensor x, Drawn& drawn) {
    x = x + drawn.next();
    const at::Tensor grey = x.mean(1, true);
    x = (x - grey) * drawn.next() + grey;
    const at::Tensor mean = x.mean({1, 2, 3}, true);
    return (x - mean) * drawn.next() + mean;
}

/// Positions 0 .. side - 1, shaped to broadcast along rows or columns.
at::Tensor positions(const at::Tensor& x, bool rows) {
    const std::int64_t side = x.size(rows ? 2 : 3);
    const at::Tensor p = at::arange(side, x.options().dtype(at::kLong));
    return rows ? p.view({1, side, 1}) : p.view({1, 1, side});
}

at::Tensor translation(const at::Tensor& x, Drawn& drawn) {
    const at::Tensor dy = drawn.next_whole(), dx = drawn.next_whole();
    // A border of one zero pixel stands for everything outside the picture.
    const at::Tensor row = (positions(x, true) + dy + 1).clamp(0, x.size(2) + 1).expand({-1, x.size(2), x.size(3)});
    const at::Tensor col = (positions(x, false) + dx + 1).clamp(0, x.size(3) + 1).expand({-1, x.size(2), x.size(3)});
    const at::Tensor sample = at::arange(x.size(0), x.options().dtype(at::kLong)).view({-1, 1, 1});
    const at::Tensor padded = at::constant_pad_nd(x, {1, 1, 1, 1}, 0).permute({0, 2, 3, 1});
    return padded.index({sample, row, col}).permute({0, 3, 1, 2});
}

at::Tensor cutout(const at::Tensor& x, Drawn& drawn) {
    const std::int64_t h = x.size(2), w = x.size(3);
    const at::Tensor top = drawn.next_whole(), left = drawn.next_whole();
    const at::Tensor row = positions(x, true), col = positions(x, false);
    const at::Tensor inside = (row >= top) & (row < top + h / 2) & (col >= left) & (col < left + w / 2);
    return x * inside.logical_not().unsqueeze(1).to(x.options());
}

}  // namespace

at::Tensor DiffAugment::apply(const at::Tensor& x, std::uint64_t seed, std::uint64_t stream,
                              nn::FirstSample first) const {
    if (!any()) return x;
    std::vector<Draw> draws;
    if (colour) draws.insert(draws.end(), {{-0.5, 0.5}, {0.0, 2.0}, {0.5, 1.5}});
    const std::int64_t h = x.size(2), w = x.size(3);
    if (translation) draws.insert(draws.end(), {whole(-(h / 8), h / 8), whole(-(w / 8), w / 8)});
    if (cutout) draws.insert(draws.end(), {whole(-(h / 4), h - h / 4), whole(-(w / 4), w - w / 4)});
    Drawn drawn(x, nn::streams_of(seed, RandomPurpose::DiffAugment, first, 8, stream), draws);
    at::Tensor out = x;
    if (colour) out = headroom::colour(out, drawn);
    if (translation) out = headroom::translation(out, drawn);
    if (cutout) out = headroom::cutout(out, drawn);
    return out;
}

}  // namespace headroom
