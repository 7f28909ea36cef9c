// Several warps of cutouts, one after another, in one launch: each pixel of the result is gathered from the pictures through all of them,
// and its gradient goes back the same way. What each warp does is bilinear sampling, as at::grid_sampler_2d does it.
#pragma once

#include "core/kernels/source/device.h"

namespace headroom::kernels {

/// What one warp does with one cut.
struct CutWarp {
    enum class Kind : int { Nothing, Flip, Erase, Matrix, Field };
    Kind kind = Kind::Nothing;
    int row = 0;                            ///< Field: which of the warp's fields
    bool edges = false;                     ///< Matrix: the target's corner pixels lie at -1 and 1
    bool align = false;                     ///< so do the source's
    bool divides = false, guarded = false;  ///< Matrix: by the third coordinate; with a little added to it
    bool border = false;                    ///< the outside is the edge's pixels, else 0
    float numbers[9] = {};  ///< Matrix: row-major, [-1, 1] to [-1, 1]; Erase: x, y, width, height in pixels
};

/// Pictures (cuts, 3, side, side) through up to three warps that sample, and any that do not.
struct CutWarps {
    static constexpr int kSampling = 3, kMost = 12;
    struct Args {
        const CutWarp* warps = nullptr;  ///< (count, cuts), in the order in which they act
        int count = 0;
        I64 cuts = 0;
        int side = 0;
        const float* fields[kMost] = {};  ///< of each warp: (rows, side, side, 2) or null
        bool shared = false;              ///< one picture for all cuts
        bool backward = false;
        float* pictures = nullptr;  ///< read; backward: the gradient is added to it
        float* out = nullptr;       ///< written; backward: its gradient, read
    };
    static constexpr int kThreads = 128;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.cuts * a.side * a.side, kThreads); }

    /// A pixel of what warp `warp` makes, and its share; warp -1 is the picture.
    struct Tap {
        int warp, x, y;
        float share;
    };
    struct Taps {
        Tap list[3 * kSampling + 1];
        int count;
    };
    struct Place {
        float x, y;
    };

    /// Coordinate of pixel i: from -1 to 1, of centres or of edges.
    static HEADROOM_DEVICE float along(int i, int side, bool edges) {
        const float last = edges ? 1.0f : 1.0f - 1.0f / static_cast<float>(side);
        return static_cast<float>(2 * i - (side - 1)) * (last / static_cast<float>(side - 1));
    }
    static HEADROOM_DEVICE float pixels(float at, int side, bool align) {
        const auto s = static_cast<float>(side);
        return align ? (at + 1.0f) * 0.5f * (s - 1.0f) : ((at + 1.0f) * s - 1.0f) * 0.5f;
    }
    /// Where pixel (x, y) comes from, in pixels.
    static HEADROOM_DEVICE Place source(const Args& a, const CutWarp& w, int warp, int x, int y) {
        Place p{};
        if (w.kind == CutWarp::Kind::Field) {
            const float* field = a.fields[warp] + ((static_cast<I64>(w.row) * a.side + y) * a.side + x) * 2;
            p = {field[0], field[1]};
        } else {
            const float u = along(x, a.side, w.edges), v = along(y, a.side, w.edges);
            const float* m = w.numbers;
            p = {m[0] * u + m[1] * v + m[2], m[3] * u + m[4] * v + m[5]};
            if (w.divides) {
                float depth = m[6] * u + m[7] * v + m[8];
                if (w.guarded) depth = fabsf(depth) > 1e-8f ? depth + 1e-8f : 1.0f;
                p = {p.x / depth, p.y / depth};
            }
        }
        p = {pixels(p.x, a.side, w.align), pixels(p.y, a.side, w.align)};
        if (w.border) {
            const auto last = static_cast<float>(a.side - 1);
            p = {least(last, most(0.0f, p.x)), least(last, most(0.0f, p.y))};
        }
        return p;
    }
    /// The pixels around a place, with their shares.
    static HEADROOM_DEVICE void corners(Taps& taps, const Tap& from, const Place& p, int side) {
        // Outside, and what is no number, is dark.
        const auto end = static_cast<float>(side);
        if (!(p.x > -1.0f && p.x < end && p.y > -1.0f && p.y < end)) return;
        const float left = floorf(p.x), top = floorf(p.y);
        const float right = p.x - left, below = p.y - top;
        for (int i = 0; i < 4; ++i) {
            const int x = static_cast<int>(left) + i % 2, y = static_cast<int>(top) + i / 2;
            const float share = (i % 2 ? right : 1.0f - right) * (i / 2 ? below : 1.0f - below);
            if (x >= 0 && x < side && y >= 0 && y < side && share != 0)
                taps.list[taps.count++] = {from.warp, x, y, from.share * share};
        }
    }

    /// leaf(x, y, share) for each pixel of the pictures that is part of pixel (x, y) of cut `cut`.
    template <class Leaf> static HEADROOM_DEVICE void gather(const Args& a, I64 cut, int x, int y, Leaf leaf) {
        Taps taps;
        taps.count = 1;
        taps.list[0] = {a.count - 1, x, y, 1.0f};
        while (taps.count > 0) {
            Tap t = taps.list[--taps.count];
            bool there = true;
            while (there && t.warp >= 0) {
                const CutWarp& w = a.warps[t.warp * a.cuts + cut];
                const int warp = t.warp--;
                if (w.kind == CutWarp::Kind::Nothing) continue;
                if (w.kind == CutWarp::Kind::Flip) {
                    t.x = a.side - 1 - t.x;
                } else if (w.kind == CutWarp::Kind::Erase) {
                    const auto in = [](float at, float begin, float size) { return at >= begin && at < begin + size; };
                    there = !(in(static_cast<float>(t.x), w.numbers[0], w.numbers[2]) &&
                              in(static_cast<float>(t.y), w.numbers[1], w.numbers[3]));
                } else {
                    corners(taps, t, source(a, w, warp, t.x, t.y), a.side);
                    there = false;
                }
            }
            if (there) leaf(t.x, t.y, t.share);
        }
    }

    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const I64 side = a.side, plane = side * side;
        for_all(block, a.cuts * plane, [&](I64 i) {
            const I64 cut = i / plane, at = i % plane;
            float* picture = a.pictures + (a.shared ? 0 : cut * 3 * plane);
            float* out = a.out + cut * 3 * plane + at;
            float sums[3] = {0, 0, 0};
            gather(a, cut, static_cast<int>(at % side), static_cast<int>(at / side), [&](int x, int y, float share) {
                for (int c = 0; c < 3; ++c) {
                    float* from = picture + c * plane + y * side + x;
                    if (a.backward)
                        add_to(from, share * out[c * plane]);
                    else
                        sums[c] += share * *from;
                }
            });
            if (a.backward) return;
            for (int c = 0; c < 3; ++c) out[c * plane] = sums[c];
        });
    }
};

}  // namespace headroom::kernels
