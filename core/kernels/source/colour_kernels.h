// Colour jitter and sharpness of cutouts (cuts, 3, side, side), each in one launch that leaves the cuts alone that chance leaves alone; and
// their gradients, for which the input is read again.
#pragma once

#include "core/kernels/source/colour_pixel.h"

namespace headroom::kernels {

/// What happens to one cut's colours.
struct CutColour {
    ColourFactors<float> factors;
    int touched = 0;
    int order[4] = {0, 1, 2, 3};  ///< of brightness, contrast, saturation, hue
};

struct CutColours {
    struct Args {
        const CutColour* colours = nullptr;  ///< (cuts)
        I64 cuts = 0, plane = 0;             ///< pixels of a cut
        const float* x = nullptr;
        const float* grad = nullptr;  ///< of the result; null: the result is wanted
        float* out = nullptr;         ///< the result, or the gradient of x
    };
    static constexpr int kThreads = 128;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.cuts * a.plane, kThreads); }

    static HEADROOM_DEVICE Colour<float> changed(const CutColour& what, Colour<float> c) {
        for (int i = 0; i < 4; ++i) c = jittered(c, what.order[i], what.factors);
        return c;
    }
    static HEADROOM_DEVICE Colour<float> flow(const CutColour& what, Colour<float> c, Colour<float> grad) {
        Colour<float> before[4];
        for (int i = 0; i < 4; ++i) {
            before[i] = c;
            if (i < 3) c = jittered(c, what.order[i], what.factors);
        }
        for (int i = 3; i >= 0; --i) grad = jitter_backward(before[i], grad, what.order[i], what.factors);
        return grad;
    }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        for_all(block, a.cuts * a.plane, [&](I64 i) {
            const I64 cut = i / a.plane, at = 3 * cut * a.plane + i % a.plane;
            const CutColour& what = a.colours[cut];
            const auto read = [&](const float* from) {
                return Colour<float>{{from[at], from[at + a.plane], from[at + 2 * a.plane]}};
            };
            Colour<float> c = read(a.grad ? a.grad : a.x);
            if (what.touched) c = a.grad ? flow(what, read(a.x), c) : changed(what, c);
            for (int k = 0; k < 3; ++k) a.out[at + k * a.plane] = c[k];
        });
    }
};

/// b + factor (x - b), b being the picture blurred by 3 x 3 (5 in the middle, else 1, of 13) but at its borders.
struct CutSharpness {
    struct Args {
        const float* factors = nullptr;  ///< (cuts); below 0: the cut stays
        I64 cuts = 0;
        int side = 0;
        const float* x = nullptr;
        const float* grad = nullptr;  ///< of the result; null: the result is wanted
        float* out = nullptr;         ///< the result, or the gradient of x
    };
    static constexpr int kThreads = 128;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.cuts * 3 * a.side * a.side, kThreads); }

    static HEADROOM_DEVICE bool inner(int x, int y, int side) { return x > 0 && y > 0 && x < side - 1 && y < side - 1; }
    static HEADROOM_DEVICE float blurred(const float* x, int side) {
        float sum = *x * 5;
        for (int i = 0; i < 9; ++i)
            if (i != 4) sum += x[(i / 3 - 1) * side + i % 3 - 1];
        return sum / 13;
    }
    /// What pixel (x, y) gets of the gradient through the blur.
    static HEADROOM_DEVICE float through_blur(const Args& a, const float* from, const float* grad, int x, int y,
                                              float factor) {
        float sum = 0;
        for (int i = 0; i < 9; ++i) {
            const int dx = i % 3 - 1, dy = i / 3 - 1;
            if (!inner(x + dx, y + dy, a.side)) continue;
            const int at = dy * a.side + dx;
            if (within_unit(blurred(from + at, a.side))) sum += (1 - factor) * grad[at] / 13 * (i == 4 ? 5.0f : 1.0f);
        }
        return sum;
    }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const I64 plane = static_cast<I64>(a.side) * a.side;
        for_all(block, a.cuts * 3 * plane, [&](I64 i) {
            const int x = static_cast<int>(i % a.side), y = static_cast<int>(i % plane / a.side);
            const float factor = a.factors[i / (3 * plane)];
            const float* from = a.x + i;
            float out = a.grad ? a.grad[i] : *from;
            const bool changes = factor >= 0 && inner(x, y, a.side);
            if (!a.grad && changes) {
                const float blur = unit_clamped(blurred(from, a.side));
                out += (*from - blur) * factor + blur - *from;
            } else if (a.grad && factor >= 0) {
                if (changes) out += factor * a.grad[i] - a.grad[i];
                out += through_blur(a, from, a.grad + i, x, y, factor);
            }
            a.out[i] = out;
        });
    }
};

}  // namespace headroom::kernels
