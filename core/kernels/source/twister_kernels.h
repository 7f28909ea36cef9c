// The numbers with which LibTorch's CPU generator fills a tensor (Mersenne Twister, MT19937), sample by sample, each with a key from a
// stateless stream. Source: Matsumoto and Nishimura, "Mersenne Twister", 1998; how its words become numbers: seen from LibTorch's results.
#pragma once

#include "core/kernels/source/random_kernels.h"

namespace headroom::kernels {

/// (samples, each) numbers in the order of memory.
struct TwisterFill {
    enum class Kind : int {
        Normal,        ///< of contiguous samples with 16 numbers or more: from float32 words, in groups of 16
        NormalDouble,  ///< of other samples: from float64, in pairs
        Uniform,       ///< in [-1, 1)
        Exponential,   ///< of rate 1, from float64
    };
    struct Args {
        Streams streams;            ///< a sample's key is the first number of its stream
        const U64* keys = nullptr;  ///< (samples), in their place
        I64 samples = 0, each = 0;
        Kind kind = Kind::Normal;
        double deviation = 1;
        float* out = nullptr;
    };
    static constexpr int kThreads = 256, kWords = 624, kShift = 397, kGroup = 16;
    struct Shared {
        U32 words[2][kWords];
        U32 tempered[kWords];
        U32 tail[kGroup];
    };
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.samples; }

    static HEADROOM_DEVICE U32 twisted(U32 here, U32 next, U32 far) {
        const U32 y = (here & 0x80000000u) | (next & 0x7FFFFFFFu);
        return far ^ (y >> 1) ^ ((y & 1u) ? 0x9908B0DFu : 0u);
    }
    static HEADROOM_DEVICE U32 tempered(U32 y) {
        y ^= y >> 11;
        y ^= (y << 7) & 0x9D2C5680u;
        y ^= (y << 15) & 0xEFC60000u;
        return y ^ (y >> 18);
    }
    static HEADROOM_DEVICE float unit(U32 word) { return static_cast<float>(word & 0xFFFFFFu) * 0x1p-24f; }
    static HEADROOM_DEVICE double unit(U32 high, U32 low) {
        return static_cast<double>(((static_cast<U64>(high) << 32) | low) & ((U64{1} << 53) - 1)) * 0x1p-53;
    }
    /// Number j of a group of 16: of uniform numbers j % 8 and j % 8 + 8.
    static HEADROOM_DEVICE float normal(const U32* group, int j, double deviation) {
        const float radius = sqrtf(-2.0f * logf(1.0f - unit(group[j % 8])));
        const float angle = 6.28318530717958647692f * unit(group[j % 8 + 8]);
        return radius * (j < 8 ? cosf(angle) : sinf(angle)) * static_cast<float>(deviation);
    }
    /// Number j % 2 of the pair that 4 words make.
    static HEADROOM_DEVICE float normal_double(const U32* pair, int j, double deviation) {
        const double radius = sqrt(-2.0 * log1p(-unit(pair[2], pair[3])));
        const double angle = 2.0 * 3.14159265358979323846 * unit(pair[0], pair[1]);
        return static_cast<float>(radius * (j == 0 ? cos(angle) : sin(angle)) * deviation);
    }

    template <class Block> static HEADROOM_DEVICE void seed(Block& block, U64 key) {
        block.each([&](int t) {
            if (t != 0) return;
            U32 word = static_cast<U32>(key);
            for (U32 i = 0; i < kWords; ++i) {
                if (i > 0) word = 1812433253u * (word ^ (word >> 30)) + i;
                block.shared.words[0][i] = word;
            }
        });
    }

    /// The next 624 words of words[now], to words[1 - now] and tempered.
    template <class Block> static HEADROOM_DEVICE void twist(Block& block, int now) {
        const int reach = kWords - kShift;
        for (int from = 0; from < kWords; from += reach) {
            block.each([&](int t) {
                auto& s = block.shared;
                const int i = from + t;
                if (t >= reach || i >= kWords) return;
                const U32 next = i + 1 < kWords ? s.words[now][i + 1] : s.words[1 - now][0];
                const U32 far = i < reach ? s.words[now][i + kShift] : s.words[1 - now][i - reach];
                s.words[1 - now][i] = twisted(s.words[now][i], next, far);
                s.tempered[i] = tempered(s.words[1 - now][i]);
            });
        }
    }

    /// Words that a number takes.
    static HEADROOM_DEVICE int words_of(Kind kind) {
        return kind == Kind::NormalDouble || kind == Kind::Exponential ? 2 : 1;
    }

    /// The number that begins with word i of 624.
    static HEADROOM_DEVICE float number(const Args& a, const U32* words, int i) {
        if (a.kind == Kind::Uniform) return unit(words[i]) * 2.0f - 1.0f;
        if (a.kind == Kind::Normal) return normal(words + i / kGroup * kGroup, i % kGroup, a.deviation);
        if (a.kind == Kind::NormalDouble) return normal_double(words + i / 4 * 4, i / 2 % 2, a.deviation);
        return static_cast<float>(-log1p(-unit(words[i], words[i + 1])));
    }

    /// What the words from `first` on become.
    template <class Block> static HEADROOM_DEVICE void write(Block& block, const Args& a, I64 first) {
        float* out = a.out + block.index() * a.each;
        const int step = words_of(a.kind);
        block.each([&](int t) {
            const U32* words = block.shared.tempered;
            for (int i = t * step; i < kWords; i += kThreads * step) {
                const I64 at = (first + i) / step;
                if (at < a.each)
                    out[at] = number(a, words, i);
                else if (at < a.each + kGroup)
                    block.shared.tail[at - a.each] = words[i];
            }
        });
    }

    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const I64 sample = block.index();
        seed(block, a.keys ? a.keys[sample] : a.streams.of(sample).next());
        // A last group that is not full is drawn again, as the last 16 numbers.
        const bool tail = a.kind == Kind::Normal && a.each % kGroup != 0;
        const I64 words =
            a.kind == Kind::NormalDouble ? 4 * ((a.each + 1) / 2) : words_of(a.kind) * a.each + (tail ? kGroup : 0);
        int now = 0;
        for (I64 first = 0; first < words; first += kWords, now = 1 - now) {
            twist(block, now);
            write(block, a, first);
        }
        if (!tail) return;
        float* out = a.out + block.index() * a.each + a.each - kGroup;
        block.each([&](int t) {
            if (t < kGroup) out[t] = normal(block.shared.tail, t, a.deviation);
        });
    }
};

}  // namespace headroom::kernels
