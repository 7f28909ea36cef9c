// One head's attention to near pixels, forward, backward and twice backward. Planes are copied into a border of zeros; then a vector of neighbouring
// pixels is computed at a time. Gradients of keys and values are gathered from the pixels that looked at them, so nothing is added in memory.
// Included by one source per instruction set.
#pragma once

#include "core/models/nn/attention/near.h"
#include "core/models/nn/winograd/exponential.h"
#include "core/models/nn/winograd/vectors.h"

namespace headroom::nn::attention {
namespace {

using winograd::exponential;
using winograd::load;
using winograd::store;
using winograd::Vec;

/// Nine numbers of a vector of pixels: one for each neighbour.
struct Nine {
    Vec of[9];
};

inline Vec largest(Vec a, Vec b) { return a > b ? a : b; }

class NearHead {
public:
    NearHead(const NearSize& size, float* scratch)
        : s_(size), apart_(size.width + 2), plane_(apart_ * (size.height + 2)), free_(scratch) {}

    /// Planes with their border.
    const float* bordered(const float* planes) {
        float* const out = next(s_.channels);
        for (long c = 0; c < s_.channels; ++c)
            for (long y = 0; y < s_.height; ++y)
                for (long x = 0; x < s_.width; x += LANES)
                    store(out + c * plane_ + middle(y, x), load(planes + at(c, y, x)));
        return out;
    }
    /// Room for nine numbers a pixel, with a border of zeros.
    float* map() { return next(9); }

    /// sum over channels of a by each neighbour of b.
    Nine products(const float* a, const float* b, long y, long x) const {
        Nine sum{};
        for (long c = 0; c < s_.channels; ++c, a += plane_, b += plane_) {
            const Vec own = load(a + middle(y, x));
            for (int i = 0; i < 9; ++i) sum.of[i] += own * load(b + neighbour(y, x, i));
        }
        return sum;
    }
    /// sum over neighbours of b, weighed.
    Vec mixed(const Nine& weights, const float* b, long c, long y, long x) const {
        Vec sum{};
        for (int i = 0; i < 9; ++i) sum += weights.of[i] * load(b + c * plane_ + neighbour(y, x, i));
        return sum;
    }
    /// The same of what this pixel was to its neighbours: weights of a map there, and values there.
    Vec gathered(const Nine& weights, const float* b, long c, long y, long x) const {
        Vec sum{};
        for (int i = 0; i < 9; ++i) sum += weights.of[i] * load(b + c * plane_ + neighbour(y, x, 8 - i));
        return sum;
    }
    Nine weights_there(const float* map, long y, long x) const {
        Nine out;
        for (int i = 0; i < 9; ++i) out.of[i] = load(map + i * plane_ + neighbour(y, x, 8 - i));
        return out;
    }
    void keep(float* map, const Nine& numbers, long y, long x) const {
        for (int i = 0; i < 9; ++i) store(map + i * plane_ + middle(y, x), numbers.of[i]);
    }

    /// softmax(scale q k)
    Nine shares(const float* q, const float* k, long y, long x) const {
        Nine p = products(q, k, y, x);
        Vec most = p.of[0];
        for (int i = 1; i < 9; ++i) most = largest(most, p.of[i]);
        Vec all{};
        for (int i = 0; i < 9; ++i) {
            p.of[i] = exponential((p.of[i] - most) * s_.scale);
            all += p.of[i];
        }
        for (Vec& share : p.of) share /= all;
        return p;
    }

    template <class Work> void each(const Work& work) const {
        for (long y = 0; y < s_.height; ++y)
            for (long x = 0; x < s_.width; x += LANES) work(y, x);
    }
    template <class Make> void write(float* planes, long y, long x, const Make& make) const {
        for (long c = 0; c < s_.channels; ++c) store(planes + at(c, y, x), make(c));
    }

private:
    long at(long c, long y, long x) const { return (c * s_.height + y) * s_.width + x; }
    long middle(long y, long x) const { return (y + 1) * apart_ + x + 1; }
    long neighbour(long y, long x, int i) const { return (y + i / 3) * apart_ + x + i % 3; }
    float* next(long planes) {
        float* const out = free_;
        free_ += planes * plane_;
        for (long i = 0; i < planes * plane_; ++i) out[i] = 0;
        return out;
    }

    NearSize s_;
    long apart_, plane_;
    float* free_;
};

/// sum over neighbours of a * b
inline Vec sum_of_products(const Nine& a, const Nine& b) {
    Vec sum{};
    for (int i = 0; i < 9; ++i) sum += a.of[i] * b.of[i];
    return sum;
}

/// Through the softmax: p (slope - sum of p slope).
inline Nine through(const Nine& p, const Nine& slope) {
    const Vec mean = sum_of_products(p, slope);
    Nine out;
    for (int i = 0; i < 9; ++i) out.of[i] = p.of[i] * (slope.of[i] - mean);
    return out;
}

inline Nine scaled(const Nine& a, float by) {
    Nine out;
    for (int i = 0; i < 9; ++i) out.of[i] = a.of[i] * by;
    return out;
}

long near_scratch(const NearSize& s, int pass) {
    const long planes[] = {3 * s.channels, 4 * s.channels + 18, 7 * s.channels + 27};
    return winograd::up(planes[pass] * (s.height + 2) * (s.width + 2), 16);
}

void near_forward(const NearForward& t, float* scratch) {
    NearHead head(t.size, scratch);
    const float *q = head.bordered(t.q), *k = head.bordered(t.k), *v = head.bordered(t.v);
    head.each([&](long y, long x) {
        const Nine p = head.shares(q, k, y, x);
        head.write(t.out, y, x, [&](long c) { return head.mixed(p, v, c, y, x); });
    });
}

void near_backward(const NearBackward& t, float* scratch) {
    NearHead head(t.size, scratch);
    const float *q = head.bordered(t.q), *k = head.bordered(t.k), *v = head.bordered(t.v),
                *grad = head.bordered(t.grad);
    float *const shares = head.map(), *const slopes = head.map();
    head.each([&](long y, long x) {
        const Nine p = head.shares(q, k, y, x);
        const Nine slope = scaled(through(p, head.products(grad, v, y, x)), t.size.scale);
        head.keep(shares, p, y, x);
        head.keep(slopes, slope, y, x);
        head.write(t.gq, y, x, [&](long c) { return head.mixed(slope, k, c, y, x); });
    });
    head.each([&](long y, long x) {
        const Nine slope = head.weights_there(slopes, y, x);
        head.write(t.gk, y, x, [&](long c) { return head.gathered(slope, q, c, y, x); });
        const Nine p = head.weights_there(shares, y, x);
        head.write(t.gv, y, x, [&](long c) { return head.gathered(p, grad, c, y, x); });
    });
}

/// With w = grad v_i, d = p (w - m), m = sum of p w, what is differentiated is the sum over i of d_i t_i + p_i u_i, where
/// t_i = scale (to_gq k_i + to_gk_i q) and u_i = to_gv_i grad.
void near_second(const NearSecond& t, float* scratch) {
    NearHead head(t.size, scratch);
    const float *q = head.bordered(t.q), *k = head.bordered(t.k), *v = head.bordered(t.v),
                *grad = head.bordered(t.grad), *to_gq = head.bordered(t.to_gq), *to_gk = head.bordered(t.to_gk),
                *to_gv = head.bordered(t.to_gv);
    float *const of_scores = head.map(), *const slopes = head.map(), *const of_w = head.map();
    const float scale = t.size.scale;
    head.each([&](long y, long x) {
        const Nine p = head.shares(q, k, y, x), w = head.products(grad, v, y, x), u = head.products(grad, to_gv, y, x);
        const Nine by_k = head.products(to_gq, k, y, x), by_q = head.products(q, to_gk, y, x);
        Nine turn;
        for (int i = 0; i < 9; ++i) turn.of[i] = (by_k.of[i] + by_q.of[i]) * scale;
        const Vec mean = sum_of_products(p, w), mean_turn = sum_of_products(p, turn);
        Nine of_p;
        for (int i = 0; i < 9; ++i) of_p.of[i] = (w.of[i] - mean) * turn.of[i] + u.of[i] - w.of[i] * mean_turn;
        const Nine e = scaled(through(p, of_p), scale), d = scaled(through(p, w), scale), z = through(p, turn);
        head.keep(of_scores, e, y, x);
        head.keep(slopes, d, y, x);
        head.keep(of_w, z, y, x);
        head.write(t.gq, y, x, [&](long c) { return head.mixed(e, k, c, y, x) + head.mixed(d, to_gk, c, y, x); });
        head.write(t.ggrad, y, x, [&](long c) { return head.mixed(z, v, c, y, x) + head.mixed(p, to_gv, c, y, x); });
    });
    head.each([&](long y, long x) {
        const Nine e = head.weights_there(of_scores, y, x), d = head.weights_there(slopes, y, x);
        head.write(t.gk, y, x, [&](long c) { return head.gathered(e, q, c, y, x) + head.gathered(d, to_gq, c, y, x); });
        const Nine z = head.weights_there(of_w, y, x);
        head.write(t.gv, y, x, [&](long c) { return head.gathered(z, grad, c, y, x); });
    });
}

}  // namespace

const NearKernel* KERNEL() {
    static const NearKernel kernel{near_scratch, near_forward, near_backward, near_second};
    return &kernel;
}

}  // namespace headroom::nn::attention
