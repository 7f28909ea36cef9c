// Random numbers of stateless counters (core/base/random.h), made where they are needed.
#pragma once

#include "core/base/random.h"
#include "core/kernels/source/device.h"

namespace headroom::kernels {

/// The streams of some samples: that of sample i counts (first + i) * times + plus.
struct Streams {
    U64 seed = 0, purpose = 0;
    I64 first = 0;
    U64 times = 1, plus = 0;
    const I64* more =
        nullptr;  ///< null, or what is added to `first`, on the device: launches can be recorded and repeated

    HEADROOM_DEVICE RandomStream of(I64 sample) const {
        const U64 counter = static_cast<U64>(first + sample + (more ? *more : 0)) * times + plus;
        return {seed, static_cast<RandomPurpose>(purpose), counter};
    }
};

/// (samples, each) standard normal numbers, each sample's from its stream.
struct StreamNormals {
    struct Args {
        Streams streams;
        I64 samples = 0, each = 0;
        float* out = nullptr;
    };
    static constexpr int kThreads = 256;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.samples * a.each, kThreads); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        for_all(block, a.samples * a.each, [&](I64 i) {
            RandomStream stream = a.streams.of(i / a.each);
            stream.skip(2 * static_cast<U64>(i % a.each));
            a.out[i] = static_cast<float>(stream.normal());
        });
    }
};

/// A number that every sample draws: uniform in [low, high), or a whole one from low to high.
struct Draw {
    double low = 0, high = 1;
    bool whole = false;
};

/// (draws, samples): each sample draws one after another from its stream.
struct StreamDraws {
    static constexpr int kMost = 16;
    struct Args {
        Streams streams;
        I64 samples = 0;
        int count = 0;
        Draw draws[kMost];
        Numbers out;           ///< uniform draws; may be null where there are none
        I64* whole = nullptr;  ///< (draws, samples) too: whole draws; may be null where there are none
    };
    static constexpr int kThreads = 128;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.samples, kThreads); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        for_all(block, a.samples, [&](I64 i) {
            RandomStream stream = a.streams.of(i);
            for (int k = 0; k < a.count; ++k) {
                const Draw& draw = a.draws[k];
                const I64 at = k * a.samples + i;
                if (!draw.whole)
                    store(a.out, at, static_cast<float>(stream.uniform(draw.low, draw.high)));
                else
                    a.whole[at] = static_cast<I64>(draw.low) +
                                  static_cast<I64>(stream.below(static_cast<U64>(draw.high - draw.low) + 1));
            }
        });
    }
};

}  // namespace headroom::kernels
