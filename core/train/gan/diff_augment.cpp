// The augmentations, written with index tensors so that gradients flow through them.
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
    /// Numbers of x's type, and from draw `shares` on in float32.
    Drawn(const at::Tensor& x, const kernels::Streams& streams, const std::vector<Draw>& draws, std::size_t shares)
        : like_(x) {
        if (kernels::DeviceKernels* own = kernels_on(x.device())) {
            rows_ = nn::stream_draws(*own, x.device(), streams, x.size(0), draws);
            return;
        }
        std::vector<RandomStream> random;
        for (std::int64_t i = 0; i < x.size(0); ++i) random.push_back(streams.of(i));
        const at::Tensor full = at::empty({0}, x.options().dtype(at::kFloat));
        for (const Draw& draw : draws) rows_.push_back(upload_as(row(random, draw), rows_.size() < shares ? x : full));
    }
    /// The next number of every sample, (N, 1, 1, 1) of x's type.
    at::Tensor next() { return rows_[at_++].to(like_.options()).view({-1, 1, 1, 1}); }
    /// Draw number `i`, one of the shares, to be compared with a chance.
    at::Tensor share(std::size_t i) const { return rows_[i].to(at::kFloat).view({-1, 1, 1, 1}); }
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

at::Tensor translation(at::Tensor x, Drawn& drawn) {
    const at::Tensor dy = drawn.next_whole(), dx = drawn.next_whole();
    // A border of one zero pixel stands for everything outside the picture.
    const at::Tensor row = (positions(x, true) + dy + 1).clamp(0, x.size(2) + 1).expand({-1, x.size(2), x.size(3)});
    const at::Tensor col = (positions(x, false) + dx + 1).clamp(0, x.size(3) + 1).expand({-1, x.size(2), x.size(3)});
    const at::Tensor sample = at::arange(x.size(0), x.options().dtype(at::kLong)).view({-1, 1, 1});
    const at::Tensor padded = at::constant_pad_nd(x, {1, 1, 1, 1}, 0).permute({0, 2, 3, 1});
    return padded.index({sample, row, col}).permute({0, 3, 1, 2});
}

/// One affine map for each sample, read bilinearly.
at::Tensor geometry(at::Tensor x, Drawn& drawn) {
    const std::int64_t n = x.size(0), c = x.size(1), h = x.size(2), w = x.size(3);
    const auto number = [&] { return drawn.next().view({-1, 1, 1}).to(at::kFloat); };
    const at::Tensor size = number(), stretch = number(), turn = number(), down = number(), right = number();
    const auto middle = [&](bool rows) {
        const at::Tensor p = positions(x, rows).to(at::kFloat);
        return p - static_cast<double>((rows ? h : w) - 1) / 2;
    };
    const at::Tensor dy = middle(true) - down * static_cast<double>(h),
                     dx = middle(false) - right * static_cast<double>(w);
    // Where each pixel of the result comes from.
    const at::Tensor from_x =
        ((dx * turn.cos() + dy * turn.sin()) * at::exp2(-size - stretch) + static_cast<double>(w - 1) / 2)
            .clamp(0, static_cast<double>(w - 1));
    const at::Tensor from_y =
        ((dy * turn.cos() - dx * turn.sin()) * at::exp2(stretch - size) + static_cast<double>(h - 1) / 2)
            .clamp(0, static_cast<double>(h - 1));
    const at::Tensor left = from_x.floor(), top = from_y.floor();
    const at::Tensor share_x = (from_x - left).unsqueeze(3).to(x.scalar_type()),
                     share_y = (from_y - top).unsqueeze(3).to(x.scalar_type());
    const at::Tensor sample = at::arange(n, x.options().dtype(at::kLong)).view({-1, 1, 1}) * (h * w);
    const at::Tensor pixels = x.permute({0, 2, 3, 1}).reshape({n * h * w, c});
    const auto at_corner = [&](std::int64_t below, std::int64_t beside) {
        const at::Tensor row = (top.to(at::kLong) + below).clamp_max(h - 1),
                         col = (left.to(at::kLong) + beside).clamp_max(w - 1);
        return pixels.index({sample + row * w + col});
    };
    const at::Tensor above = at::lerp(at_corner(0, 0), at_corner(0, 1), share_x);
    const at::Tensor under = at::lerp(at_corner(1, 0), at_corner(1, 1), share_x);
    return at::lerp(above, under, share_y).permute({0, 3, 1, 2});
}

at::Tensor cutout(at::Tensor x, Drawn& drawn) {
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
    const std::int64_t h = x.size(2), w = x.size(3);
    const auto draw = [&](bool on, std::initializer_list<Draw> numbers) {
        if (on) draws.insert(draws.end(), numbers);
    };
    draw(colour, {{-0.5, 0.5}, {0.0, 2.0}, {0.5, 1.5}});
    draw(translation, {whole(-(h / 8), h / 8), whole(-(w / 8), w / 8)});
    draw(cutout, {whole(-(h / 4), h - h / 4), whole(-(w / 4), w - w / 4)});
    draw(geometry, {{-0.32, 0.32}, {-0.32, 0.32}, {-0.35, 0.35}, {-0.125, 0.125}, {-0.125, 0.125}});
    // Shares come last: at a chance of 1 everything is as without one.
    std::size_t shares = draws.size();
    if (chance.defined())
        for (const bool on : {colour, translation, cutout, geometry}) draw(on, {{0.0, 1.0}});
    Drawn drawn(x, nn::streams_of(seed, RandomPurpose::DiffAugment, first, 8, stream), draws, shares);
    at::Tensor out = x;
    const auto act = [&](bool on, at::Tensor (*augment)(at::Tensor, Drawn&)) {
        if (!on) return;
        at::Tensor changed = augment(out, drawn);
        out = chance.defined() ? at::where(drawn.share(shares++) < chance, changed, out) : std::move(changed);
    };
    act(colour, headroom::colour);
    act(translation, headroom::translation);
    act(cutout, headroom::cutout);
    act(geometry, headroom::geometry);
    // Reading by index leaves colours beside each other, and the networks after it would compute in that layout.
    return out.contiguous(x.suggest_memory_format());
}

}  // namespace headroom
