// Pictures of a packed data set (core/data/dataset.h) that lies on the device, as networks take them.
#pragma once

#include "core/base/sampler.h"
#include "core/kernels/source/device.h"

namespace headroom::kernels {

/// (pictures, channels, side, side) numbers in [-1, 1]. In `order`: those at positions first .. of a run's order; else the first ones as they
/// lie. The numbers are the CPU's to the bit.
struct PictureBatch {
    struct Args {
        const unsigned char* from = nullptr;  ///< (count, side, side, channels)
        I64 count = 0;
        int side = 0, channels = 0;
        bool order = false, mirror = false;
        U64 seed = 0;
        I64 first = 0;
        const I64* more =
            nullptr;  ///< null, or what is added to `first`, on the device: launches can be recorded and repeated
        I64 pictures = 0;
        bool planes = false;   ///< `out` lies plane by plane, else its channels lie together
        float* out = nullptr;  ///< dense
    };
    static constexpr int kThreads = 256;
    static constexpr I64 kPiece = 16 * kThreads;  ///< numbers that a block makes, all of one picture
    struct Shared {
        I64 picture;
        bool mirrored;
    };
    static HEADROOM_DEVICE I64 numbers(const Args& a) { return I64{1} * a.side * a.side * a.channels; }
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.pictures * pieces(numbers(a), kPiece); }

    /// Where the byte of number `i` of a picture lies in the picture.
    static HEADROOM_DEVICE int place(const Args& a, int i, bool mirrored) {
        const int plane = a.side * a.side, pixel = a.planes ? i % plane : i / a.channels;
        const int channel = a.planes ? i / plane : i % a.channels;
        const int x = pixel % a.side;
        return (mirrored ? pixel - x + a.side - 1 - x : pixel) * a.channels + channel;
    }

    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const I64 per_picture = numbers(a), parts = pieces(per_picture, kPiece);
        const I64 which = block.index() / parts, begin = block.index() % parts * kPiece;
        // One thread walks the order's cycle for all.
        block.each([&](int t) {
            if (t != 0) return;
            const I64 position = a.first + which + (a.more ? *a.more : 0);
            const Sampler order(a.count, a.seed);
            block.shared.picture = a.order ? static_cast<I64>(order.index(position)) : which;
            block.shared.mirrored = a.mirror && order.mirrors(position);
        });
        const unsigned char* from = a.from + block.shared.picture * per_picture;
        const bool mirrored = block.shared.mirrored;
        float* out = a.out + which * per_picture;
        block.each([&](int t) {
            for (I64 i = begin + t; i < least(begin + kPiece, per_picture); i += Block::kThreads)
                out[i] = static_cast<float>(from[place(a, static_cast<int>(i), mirrored)]) / 127.5f - 1.0f;
        });
    }
};

}  // namespace headroom::kernels
