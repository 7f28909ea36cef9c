// Colour jitter by pixels and by tensors, and sharpness.
#include "core/models/vqgan_clip/colours.h"

#include "core/memory/libtorch.h"
#include "core/memory/upload.h"
#include "core/models/nn/in_parallel.h"

#include <algorithm>
#include <utility>

namespace headroom::imagine {
namespace {

using kernels::Colour;
using kernels::ColourFactors;
using kernels::jitter_backward;
using kernels::jittered;
using kernels::Sector;

constexpr std::int64_t kGrain = 8192;  ///< pixels

/// The gradient of `fn` at x, recomputed.
template <class Fn> at::Tensor recomputed_backward(const at::Tensor& grad, const at::Tensor& x, const Fn& fn) {
    const at::AutoGradMode with_grad(true);
    at::Tensor again = x.detach();
    again.requires_grad_(true);
    const at::Tensor y = fn(again);
    return torch::autograd::grad({y}, {again}, {grad})[0];
}

/// One pass over the pixels of contiguous pictures (t, 3, S, S) on the CPU.
template <class T> class PixelJitter {
public:
    PixelJitter(std::vector<ColourFactors<T>> factors, std::array<int, 4> order)
        : factors_(std::move(factors)), order_(order) {}

    at::Tensor forward(const at::Tensor& given) const {
        const at::Tensor x = given.contiguous();
        at::Tensor out = at::empty_like(x);
        over_pixels(
            x, [this, in = x.const_data_ptr<T>(), to = out.mutable_data_ptr<T>()](std::size_t cut, const auto& at) {
                Colour<T> c{in[at[0]], in[at[1]], in[at[2]]};
                for (const int which : order_) c = jittered(c, which, factors_[cut]);
                for (std::size_t k = 0; k < 3; ++k) to[at[k]] = c.channel[k];
            });
        return out;
    }

    at::Tensor backward(const at::Tensor& given_grad, const at::Tensor& given) const {
        const at::Tensor x = given.contiguous(), grad = given_grad.contiguous();
        at::Tensor out = at::empty_like(x);
        over_pixels(x, [this, in = x.const_data_ptr<T>(), g = grad.const_data_ptr<T>(),
                        to = out.mutable_data_ptr<T>()](std::size_t cut, const auto& at) {
            std::array<Colour<T>, 4> before;
            Colour<T> c{in[at[0]], in[at[1]], in[at[2]]}, flow{g[at[0]], g[at[1]], g[at[2]]};
            for (std::size_t i = 0; i < 4; ++i) {
                before[i] = c;
                if (i < 3) c = jittered(c, order_[i], factors_[cut]);
            }
            for (std::size_t i = 4; i-- > 0;) flow = jitter_backward(before[i], flow, order_[i], factors_[cut]);
            for (std::size_t k = 0; k < 3; ++k) to[at[k]] = flow.channel[k];
        });
        return out;
    }

private:
    /// fn(cut, the three places of a pixel) for all.
    template <class Fn> void over_pixels(const at::Tensor& x, const Fn& fn) const {
        const std::int64_t plane = x.size(2) * x.size(3), pixels = x.size(0) * plane;
        nn::in_parallel((pixels + kGrain - 1) / kGrain, [&](std::int64_t part) {
            for (std::int64_t i = part * kGrain; i < std::min(pixels, (part + 1) * kGrain); ++i) {
                const std::int64_t cut = i / plane, red = 3 * cut * plane + i % plane;
                fn(static_cast<std::size_t>(cut), std::array<std::int64_t, 3>{red, red + plane, red + 2 * plane});
            }
        });
    }

    std::vector<ColourFactors<T>> factors_;
    std::array<int, 4> order_;
};

template <class T> class PixelColour : public Change {
public:
    PixelColour(const std::vector<ColourDraw>& draws, std::array<int, 4> order)
        : jitter_(colour_factors<T>(draws), order) {}
    at::Tensor forward(const at::Tensor& x) const override { return jitter_.forward(x); }
    at::Tensor backward(const at::Tensor& grad, const at::Tensor& x) const override {
        return jitter_.backward(grad, x);
    }
    bool reads_input() const override { return true; }

private:
    PixelJitter<T> jitter_;
};

/// Per-cut numbers (t, 1, 1) of the type and device of `like`.
template <class Draw, class Get> at::Tensor per_cut(const std::vector<Draw>& draws, const at::Tensor& like, Get get) {
    at::Tensor out = at::empty({static_cast<std::int64_t>(draws.size()), 1, 1}, at::kDouble);
    for (std::size_t i = 0; i < draws.size(); ++i) out.mutable_data_ptr<double>()[i] = get(draws[i]);
    return upload_as(out, like);
}

class TensorColour : public Change {
public:
    TensorColour(const StepDraws& draws, const at::Tensor& like) : order_(draws.order) {
        const auto numbers = [&](double ColourDraw::*which) {
            return per_cut(draws.colours, like, [&](const ColourDraw& d) { return d.*which; });
        };
        factors_ = {numbers(&ColourDraw::brightness) - 1, numbers(&ColourDraw::contrast),
                    numbers(&ColourDraw::saturation), numbers(&ColourDraw::hue)};
    }
    at::Tensor forward(const at::Tensor& x) const override { return all(x); }
    at::Tensor backward(const at::Tensor& grad, const at::Tensor& x) const override {
        return recomputed_backward(grad, x, [this](const at::Tensor& t) { return all(t); });
    }
    bool reads_input() const override { return true; }

private:
    at::Tensor all(at::Tensor x) const {
        for (const int which : order_) x = one(x, which);
        return x;
    }

    at::Tensor one(const at::Tensor& x, int which) const {
        const at::Tensor& factor = factors_[static_cast<std::size_t>(which)];
        if (which == 0) return (x + factor.unsqueeze(1)).clamp(0, 1);
        if (which == 1) return (x * factor.unsqueeze(1)).clamp(0, 1);
        const auto [value, largest] = x.max(1);
        const at::Tensor spread = value - std::get<0>(x.min(1));
        at::Tensor saturation = spread / (value + 1e-6);
        const at::Tensor divisor = at::where(spread == 0, at::ones({}, spread.options()), spread);
        const at::Tensor away = value.unsqueeze(1) - x, red = away.select(1, 0), green = away.select(1, 1),
                         blue = away.select(1, 2);
        const at::Tensor numerator = at::where(
            largest == 0, blue - green, at::where(largest == 1, 2 * divisor + red - blue, 4 * divisor + green - red));
        at::Tensor hue = numerator / divisor / 6;
        if (which == 2) saturation = (saturation * factor).clamp(0, 1);
        if (which == 3) hue = hue + factor;
        return from_hsv(hue, saturation, value);
    }

    static at::Tensor from_hsv(const at::Tensor& hue, const at::Tensor& saturation, const at::Tensor& value) {
        const at::Tensor sixths = (hue * 6).remainder(6), whole = sixths.detach().floor().clamp_max(5),
                         within = sixths - whole;
        const std::array<at::Tensor, 4> parts{value, value * (1 - within * saturation), value * (1 - saturation),
                                              value * (1 - (1 - within) * saturation)};
        std::array<at::Tensor, 3> out;
        const auto part = [&parts](int n, std::size_t k) {
            return parts[static_cast<std::size_t>(Sector<double>::part(n, static_cast<int>(k)))];
        };
        for (std::size_t k = 0; k < 3; ++k) {
            out[k] = part(0, k);
            for (int n = 1; n < 6; ++n) { out[k] = at::where(whole == static_cast<double>(n), part(n, k), out[k]); }
        }
        return at::stack({out[0], out[1], out[2]}, 1);
    }

    std::array<int, 4> order_;
    std::array<at::Tensor, 4> factors_;  ///< (t, 1, 1)
};

class Sharpness : public Change {
public:
    explicit Sharpness(at::Tensor factors) : factors_(std::move(factors)) {}
    at::Tensor forward(const at::Tensor& x) const override { return blended(x); }
    at::Tensor backward(const at::Tensor& grad, const at::Tensor& x) const override {
        return recomputed_backward(grad, x, [this](const at::Tensor& t) { return blended(t); });
    }
    bool reads_input() const override { return true; }

private:
    at::Tensor blended(const at::Tensor& x) const {
        const std::int64_t h = x.size(2) - 2, w = x.size(3) - 2;
        const auto shifted = [&](std::int64_t dy, std::int64_t dx) { return x.narrow(2, dy, h).narrow(3, dx, w); };
        at::Tensor sum = shifted(1, 1) * 5;
        for (std::int64_t i = 0; i < 9; ++i) {
            if (i != 4) sum = sum + shifted(i / 3, i % 3);
        }
        const at::Tensor inner = shifted(1, 1), blurred = (sum / 13).clamp(0, 1);
        at::Tensor change = (inner - blurred) * factors_.unsqueeze(1) + blurred - inner;
        return x + at::constant_pad_nd(change, {1, 1, 1, 1});
    }
    at::Tensor factors_;  ///< (t, 1, 1)
};

}  // namespace

std::shared_ptr<const Change> colour_jitter(const StepDraws& draws, const at::Tensor& like, bool by_tensors) {
    if (by_tensors || !like.is_cpu()) return std::make_shared<TensorColour>(draws, like);
    if (like.scalar_type() == at::kDouble) return std::make_shared<PixelColour<double>>(draws.colours, draws.order);
    return std::make_shared<PixelColour<float>>(draws.colours, draws.order);
}

std::shared_ptr<const Change> sharpness(const StepDraws& draws, const at::Tensor& like) {
    return std::make_shared<Sharpness>(per_cut(draws.numbers, like, [](double factor) { return factor; }));
}

}  // namespace headroom::imagine
