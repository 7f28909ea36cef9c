// Parts of one picture (3, height, width) at CLIP's size, all cuts in one launch, and the gradient of the picture. The gradient is gathered: each
// of the picture's pixels adds up what it gave to the cuts, one cut after the other, so that it is the same each time.
#pragma once

#include "core/kernels/source/device.h"

namespace headroom::kernels {

/// A part of the picture, in pixels, within it.
struct CropBox {
    int x = 0, y = 0, width = 0, height = 0;
};

/// What the kernels of crops are given.
struct Crops {
    const CropBox* boxes = nullptr;  ///< (cuts); null: all are `one`
    CropBox one;
    I64 cuts = 0;
    int side = 0;               ///< of a cut
    int height = 0, width = 0;  ///< of the picture

    HEADROOM_DEVICE CropBox box(I64 cut) const { return boxes ? boxes[cut] : one; }
    HEADROOM_DEVICE I64 pixels() const { return static_cast<I64>(height) * width; }
    HEADROOM_DEVICE I64 plane() const { return static_cast<I64>(side) * side; }
};

/// The pixels of an axis of `size` that pixel i of `side` stands for, as at::adaptive_avg_pool2d has them: from begin to before end.
struct PoolWindow {
    int begin, end;
    HEADROOM_DEVICE PoolWindow(int i, int size, int side)
        : begin(static_cast<int>(static_cast<I64>(i) * size / side)),
          end(static_cast<int>(pieces(static_cast<I64>(i + 1) * size, side))) {}
};

/// (mean + largest) / 2 of each window.
struct CropPool {
    struct Args {
        Crops crops;
        const float* picture = nullptr;
        float* out = nullptr;  ///< (cuts, 3, side, side); null: not wanted
        int* where =
            nullptr;  ///< likewise: where in its plane of the picture the first of the largest lies; null: not wanted
    };
    static constexpr int kThreads = 128;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.crops.cuts * 3 * a.crops.plane(), kThreads); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const Crops& s = a.crops;
        for_all(block, s.cuts * 3 * s.plane(), [&](I64 i) {
            const int x = static_cast<int>(i % s.side), y = static_cast<int>(i % s.plane() / s.side);
            const CropBox box = s.box(i / (3 * s.plane()));
            const float* picture = a.picture + i / s.plane() % 3 * s.pixels();
            const PoolWindow across(x, box.width, s.side), down(y, box.height, s.side);
            int best = (box.y + down.begin) * s.width + box.x + across.begin;
            float sum = 0;
            for (int v = down.begin; v < down.end; ++v)
                for (int u = across.begin; u < across.end; ++u) {
                    const int at = (box.y + v) * s.width + box.x + u;
                    const float number = picture[at];
                    sum += number;
                    if (number > picture[best] || number != number) best = at;
                }
            const auto count = static_cast<float>((down.end - down.begin) * (across.end - across.begin));
            if (a.out) a.out[i] = (picture[best] + sum / count) / 2;
            if (a.where) a.where[i] = best;
        });
    }
};

struct CropPoolBackward {
    struct Args {
        Crops crops;
        const float* grad = nullptr;  ///< of the cuts
        const int* where = nullptr;   ///< of CropPool
        float* out = nullptr;         ///< the picture's gradient
    };
    static constexpr int kThreads = 128;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(3 * a.crops.pixels(), kThreads); }

    /// What pixel (x, y) of a box gave to one cut's plane; `at`: where it lies in the picture's plane.
    static HEADROOM_DEVICE float gathered(const CropBox& box, int side, int x, int y, int at, const float* grad,
                                          const int* where) {
        float sum = 0;
        const auto first = [side](int i, int size) { return static_cast<int>(static_cast<I64>(i) * side / size); };
        const auto end = [side](int i, int size) {
            return static_cast<int>(pieces(static_cast<I64>(i + 1) * side, size));
        };
        for (int v = first(y, box.height); v < end(y, box.height); ++v) {
            const PoolWindow down(v, box.height, side);
            for (int u = first(x, box.width); u < end(x, box.width); ++u) {
                const PoolWindow across(u, box.width, side);
                const float half = grad[v * side + u] / 2;
                sum += half / static_cast<float>((down.end - down.begin) * (across.end - across.begin));
                if (where[v * side + u] == at) sum += half;
            }
        }
        return sum;
    }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const Crops& s = a.crops;
        for_all(block, 3 * s.pixels(), [&](I64 i) {
            const int at = static_cast<int>(i % s.pixels()), x = at % s.width, y = at / s.width;
            float sum = 0;
            for (I64 cut = 0; cut < s.cuts; ++cut) {
                const CropBox box = s.box(cut);
                if (x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height) continue;
                const I64 plane = (3 * cut + i / s.pixels()) * s.plane();
                sum += gathered(box, s.side, x - box.x, y - box.y, at, a.grad + plane, a.where + plane);
            }
            a.out[i] = sum;
        });
    }
};

/// Of each cut the matrix that makes `side` numbers of an axis of its square box, of which only a band is not 0: row i has `band` numbers from
/// `firsts[i]` on, which never falls from one row to the next.
struct ResampleBands {
    const float* weights = nullptr;  ///< (cuts, side, band)
    const int* firsts = nullptr;     ///< (cuts, side)
    int band = 0;

    /// The first row of a cut from which on firsts are `value` or more.
    HEADROOM_DEVICE static int row_from(const int* firsts, int side, int value) {
        int begin = 0, end = side;
        while (begin < end) {
            const int middle = (begin + end) / 2;
            if (firsts[middle] < value)
                begin = middle + 1;
            else
                end = middle;
        }
        return begin;
    }
};

/// Both axes of each square box by these matrices.
struct CropResample {
    struct Args {
        Crops crops;
        ResampleBands bands;
        const float* picture = nullptr;
        float* out = nullptr;  ///< (cuts, 3, side, side)
    };
    static constexpr int kThreads = 128;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.crops.cuts * a.crops.plane(), kThreads); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const Crops& s = a.crops;
        for_all(block, s.cuts * s.plane(), [&](I64 i) {
            const I64 cut = i / s.plane(), row = cut * s.side + i % s.plane() / s.side,
                      column = cut * s.side + i % s.side;
            const CropBox box = s.box(cut);
            const int top = a.bands.firsts[row], left = a.bands.firsts[column];
            const int down = least(a.bands.band, box.height - top), across = least(a.bands.band, box.width - left);
            const float* by_row = a.bands.weights + row * a.bands.band;
            const float* by_column = a.bands.weights + column * a.bands.band;
            for (int c = 0; c < 3; ++c) {
                const float* from = a.picture + c * s.pixels() + static_cast<I64>(box.y + top) * s.width + box.x + left;
                float sum = 0;
                for (int v = 0; v < down; ++v) {
                    float line = 0;
                    for (int u = 0; u < across; ++u) line += by_column[u] * from[static_cast<I64>(v) * s.width + u];
                    sum += by_row[v] * line;
                }
                a.out[(3 * cut + c) * s.plane() + i % s.plane()] = sum;
            }
        });
    }
};

struct CropResampleBackward {
    struct Args {
        Crops crops;
        ResampleBands bands;
        const float* grad = nullptr;  ///< of the cuts
        float* out = nullptr;         ///< the picture's gradient
    };
    static constexpr int kThreads = 128;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.crops.pixels(), kThreads); }

    /// Adds to `sums` what pixel (x, y) of a cut's box gave to it.
    static HEADROOM_DEVICE void gather(const Args& a, I64 cut, int x, int y, float* sums) {
        const int side = a.crops.side, band = a.bands.band;
        const int* firsts = a.bands.firsts + cut * side;
        const float* weights = a.bands.weights + cut * side * band;
        const int top = ResampleBands::row_from(firsts, side, y - band + 1),
                  bottom = ResampleBands::row_from(firsts, side, y + 1),
                  left = ResampleBands::row_from(firsts, side, x - band + 1),
                  right = ResampleBands::row_from(firsts, side, x + 1);
        for (int c = 0; c < 3; ++c) {
            const float* grad = a.grad + (3 * cut + c) * a.crops.plane();
            for (int v = top; v < bottom; ++v) {
                float line = 0;
                for (int u = left; u < right; ++u) line += weights[u * band + x - firsts[u]] * grad[v * side + u];
                sums[c] += weights[v * band + y - firsts[v]] * line;
            }
        }
    }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const Crops& s = a.crops;
        for_all(block, s.pixels(), [&](I64 i) {
            const int x = static_cast<int>(i % s.width), y = static_cast<int>(i / s.width);
            float sums[3] = {0, 0, 0};
            for (I64 cut = 0; cut < s.cuts; ++cut) {
                const CropBox box = s.box(cut);
                if (x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height) continue;
                gather(a, cut, x - box.x, y - box.y, sums);
            }
            for (int c = 0; c < 3; ++c) a.out[c * s.pixels() + i] = sums[c];
        });
    }
};

}  // namespace headroom::kernels
