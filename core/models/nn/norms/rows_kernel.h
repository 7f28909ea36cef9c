// The passes over rows, a few vectors of channels at a time. Included by one source per instruction set.
#pragma once

#include "core/models/nn/norms/rows.h"
#include "core/models/nn/winograd/vectors.h"

namespace headroom::nn::norms {
namespace {

using winograd::Bf16;
using winograd::Bits;
using winograd::load;
using winograd::same_bits;
using winograd::store;
using winograd::Vec;

constexpr int kBeside = 4;  ///< vectors that are summed side by side

/// `v` where z is above 0 or not a number, else v * slope; nothing of it where the slope is 0, as ReLU does it.
inline Vec activated(Vec z, Vec v, float slope) {
    const Bits low = same_bits<Bits>(z <= 0);
    const Vec less = slope == 0 ? Vec{} : v * slope;
    return same_bits<Vec>((same_bits<Bits>(v) & ~low) | (same_bits<Bits>(less) & low));
}

template <class T> struct Passes {
    static const T* of(const void* data) { return static_cast<const T*>(data); }

    /// work.template operator()<n>(c, left): for channels c and on, n vectors of which `left` numbers are there.
    template <class Work> static void each_block(long channels, const Work& work) {
        long c = 0;
        for (; c + kBeside * LANES <= channels; c += kBeside * LANES) work.template at<kBeside>(c, kBeside * LANES);
        for (; c < channels; c += LANES) work.template at<1>(c, channels - c);
    }

    struct Moments {
        const Rows& x;
        float *mean, *squares;
        template <int n> void at(long c, long left) const {
            const T* const first = of(x.data) + c;
            Vec sum[n] = {}, apart[n] = {};
            for (long r = 0; r < x.rows; ++r)
                for (int i = 0; i < n; ++i) sum[i] += load(first + r * x.channels + i * LANES, left - i * LANES);
            for (int i = 0; i < n; ++i) sum[i] /= static_cast<float>(x.rows);
            for (long r = 0; r < x.rows; ++r) {
                for (int i = 0; i < n; ++i) {
                    const Vec d = load(first + r * x.channels + i * LANES, left - i * LANES) - sum[i];
                    apart[i] += d * d;
                }
            }
            for (int i = 0; i < n; ++i) {
                store(mean + c + i * LANES, sum[i], left - i * LANES);
                store(squares + c + i * LANES, apart[i], left - i * LANES);
            }
        }
    };

    /// Row after row: each is read and written once.
    struct Forward {
        const Rows& x;
        const Line& line;
        T* out;
        void row(long r) const {
            const T* const from = of(x.data) + r * x.channels;
            T* const to = out + r * x.channels;
            for (long c = 0; c < x.channels; c += LANES) {
                const long left = x.channels - c;
                const Vec z = load(from + c, left) * load(line.scale + c, left) + load(line.shift + c, left);
                store(to + c, activated(z, z, line.slope), left);
            }
        }
    };

    /// The gradient of z.
    static Vec gradient(Vec x, Vec grad, Vec scale, Vec shift, float slope) {
        return activated(x * scale + shift, grad, slope);
    }

    struct Sums {
        const Rows& x;
        const T* grad;
        const Line& line;
        const float* mean;
        float *sum, *products;
        template <int n> void at(long c, long left) const {
            Vec scale[n], shift[n], middle[n], all[n] = {}, with[n] = {};
            for (int i = 0; i < n; ++i) {
                scale[i] = load(line.scale + c + i * LANES, left - i * LANES);
                shift[i] = load(line.shift + c + i * LANES, left - i * LANES);
                middle[i] = load(mean + c + i * LANES, left - i * LANES);
            }
            for (long r = 0; r < x.rows; ++r) {
                for (int i = 0; i < n; ++i) {
                    const long at = r * x.channels + c + i * LANES;
                    const Vec number = load(of(x.data) + at, left - i * LANES),
                              g = gradient(number, load(grad + at, left - i * LANES), scale[i], shift[i], line.slope);
                    all[i] += g;
                    with[i] += g * (number - middle[i]);
                }
            }
            for (int i = 0; i < n; ++i) {
                store(sum + c + i * LANES, all[i], left - i * LANES);
                store(products + c + i * LANES, with[i], left - i * LANES);
            }
        }
    };

    struct Backward {
        const Rows& x;
        const T* grad;
        const Line& line;
        const float *mean, *slant, *level;
        T* out;
        void row(long r) const {
            for (long c = 0; c < x.channels; c += LANES) {
                const long left = x.channels - c, at = r * x.channels + c;
                const Vec number = load(of(x.data) + at, left), scale = load(line.scale + c, left),
                          g = gradient(number, load(grad + at, left), scale, load(line.shift + c, left), line.slope);
                store(out + at,
                      g * scale + ((number - load(mean + c, left)) * load(slant + c, left) + load(level + c, left)),
                      left);
            }
        }
    };

    static void moments(const Rows& x, float* mean, float* squares) {
        each_block(x.channels, Moments{x, mean, squares});
    }
    static void forward(const Rows& x, const Line& line, void* out) {
        const Forward pass{x, line, static_cast<T*>(out)};
        for (long r = 0; r < x.rows; ++r) pass.row(r);
    }
    static void sums(const Rows& x, const void* grad, const Line& line, const float* mean, float* sum,
                     float* products) {
        each_block(x.channels, Sums{x, of(grad), line, mean, sum, products});
    }
    static void backward(const Rows& x, const void* grad, const Line& line, const float* mean, const float* slant,
                         const float* level, void* out) {
        const Backward pass{x, of(grad), line, mean, slant, level, static_cast<T*>(out)};
        for (long r = 0; r < x.rows; ++r) pass.row(r);
    }

    static const RowKernel* kernel() {
        static const RowKernel all{moments, forward, sums, backward};
        return &all;
    }
};

}  // namespace

const RowKernel* KERNEL(bool bf16) { return bf16 ? Passes<Bf16>::kernel() : Passes<float>::kernel(); }

}  // namespace headroom::nn::norms
