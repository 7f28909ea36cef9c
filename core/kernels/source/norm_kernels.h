// Norms over (images, rows, channels) with the channels beside one another
// (channels last), the activation with them, and their gradients. Batch norm:
// one image of all rows, a group for each channel. Group norm: images of their
// own, groups of channels. Sources: Ioffe and Szegedy, "Batch Normalization",
// 2015; Wu and He, "Group Normalization", 2018; moments: Chan et al., 1983.
#pragma once

#include "core/kernels/source/device.h"

namespace headroom::kernels {

enum class Activation : int {
    None,
    Leaky,  ///< slope * x below 0; slope 0 is ReLU
    Silu
};

/// What is normalised. Partial sums are of `kChunk` rows: (images, chunks,
/// channels).
struct NormShape {
    static constexpr int kLanes = 32, kThreads = 256, kChunk = 256;
    I64 images = 0, rows = 0, channels = 0, groups = 0;

    HEADROOM_DEVICE I64 chunks() const { return pieces(rows, kChunk); }
    HEADROOM_DEVICE I64 tiles() const { return pieces(channels, kLanes); }
    HEADROOM_DEVICE I64 blocks() const { return images * chunks() * tiles(); }
    HEADROOM_DEVICE I64 width() const { return channels / groups; }
    HEADROOM_DEVICE I64 group(I64 image, I64 channel) const {
        return image * groups + static_cast<U32>(channel) / static_cast<U32>(width());
    }
    HEADROOM_DEVICE I64 partial(I64 image, I64 chunk, I64 channel) const {
        return (image * chunks() + chunk) * channels + channel;
    }
};

/// Weight, bias, activation; null: 1 and 0.
struct NormAffine {
    Numbers weight, bias;
    Activation activation = Activation::None;
    float slope = 0;

    HEADROOM_DEVICE float weight_of(I64 c) const { return weight.data ? load(weight, c) : 1.0f; }
    HEADROOM_DEVICE float bias_of(I64 c) const { return bias.data ? load(bias, c) : 0.0f; }
    HEADROOM_DEVICE float activated(float z) const {
        if (activation == Activation::Leaky) return z > 0 ? z : z * slope;
        return activation == Activation::Silu ? z / (1.0f + expf(-z)) : z;
    }
    HEADROOM_DEVICE float derivative(float z) const {
        if (activation == Activation::Leaky) return z > 0 ? 1.0f : slope;
        if (activation == Activation::None) return 1.0f;
        const float s = 1.0f / (1.0f + expf(-z));
        return s * (1.0f + z * (1.0f - s));
    }
};

/// A block's part: 32 channels of one chunk of rows. A thread has kWide
/// channels beside one another and every kRows-th row.
template <int kWide> struct NormTile {
    static constexpr int kAcross = NormShape::kLanes / kWide, kRows = NormShape::kThreads / kAcross;
    /// Rows of a thread that are read before one is computed: all are under way at once.
    static constexpr int kTogether = 4;
    I64 image, chunk, first_channel, first_row, end_row;

    HEADROOM_DEVICE NormTile(const NormShape& s, I64 block)
        : image(block / (s.tiles() * s.chunks())),
          chunk(block / s.tiles() % s.chunks()),
          first_channel(block % s.tiles() * NormShape::kLanes),
          first_row(chunk * NormShape::kChunk),
          end_row(least(first_row + NormShape::kChunk, s.rows)) {}
    /// The first of thread t's channels.
    HEADROOM_DEVICE I64 channel(int t) const { return first_channel + t % kAcross * kWide; }
    /// work(at, x) for each row of thread t, x being its numbers of `from`.
    template <class Work> HEADROOM_DEVICE void rows(const NormShape& s, int t, const Numbers& from, Work work) const {
        together(s, t, [&](const I64(&at)[kTogether], int count) {
            Some<kWide> x[kTogether];
            for (int i = 0; i < kTogether; ++i)
                if (i < count) x[i] = load_beside<kWide>(from, at[i]);
            for (int i = 0; i < kTogether; ++i)
                if (i < count) work(at[i], x[i]);
        });
    }
    /// work(at, x, y), of two tensors.
    template <class Work>
    HEADROOM_DEVICE void rows(const NormShape& s, int t, const Numbers& one, const Numbers& other, Work work) const {
        together(s, t, [&](const I64(&at)[kTogether], int count) {
            Some<kWide> x[kTogether], y[kTogether];
            for (int i = 0; i < kTogether; ++i) {
                if (i >= count) continue;
                x[i] = load_beside<kWide>(one, at[i]);
                y[i] = load_beside<kWide>(other, at[i]);
            }
            for (int i = 0; i < kTogether; ++i)
                if (i < count) work(at[i], x[i], y[i]);
        });
    }

private:
    /// piece(at, count): where up to kTogether of thread t's rows begin.
    template <class Piece> HEADROOM_DEVICE void together(const NormShape& s, int t, Piece piece) const {
        const I64 c = channel(t);
        if (c >= s.channels) return;
        for (I64 row = first_row + t / kAcross; row < end_row; row += kRows * kTogether) {
            I64 at[kTogether];
            for (int i = 0; i < kTogether; ++i) at[i] = (image * s.rows + row + i * kRows) * s.channels + c;
            piece(at, static_cast<int>(least<I64>(pieces(end_row - row, kRows), kTogether)));
        }
    }
};

/// Whether four numbers of these tensors can be read at once where any row begins: a thread then has 4 channels.
HEADROOM_DEVICE inline bool by_fours(const NormShape& s, const Numbers& x, const Numbers& y, const Numbers& z) {
    const U64 places = reinterpret_cast<U64>(x.data) | reinterpret_cast<U64>(y.data) | reinterpret_cast<U64>(z.data);
    return s.channels % 4 == 0 && places % 16 == 0;
}

/// Kernel::run_in<channels of a thread>().
template <class Kernel, class Block>
HEADROOM_DEVICE void run_by(bool fours, Block& block, const typename Kernel::Args& a) {
    if (fours)
        Kernel::template run_in<4>(block, a);
    else
        Kernel::template run_in<1>(block, a);
}

/// Two sums of each channel of a tile, over the rows of its threads.
struct NormSpace {
    float first[4 * NormShape::kThreads], second[4 * NormShape::kThreads];
};
template <class Block, int kWide, class A, class B>
HEADROOM_DEVICE void add_rows(Block& block, const NormShape& s, const NormTile<kWide>& tile, A& a, B& b, float* first,
                              float* second) {
    block.each([&](int t) {
        for (int i = 0; i < kWide; ++i) {
            block.shared.first[t * kWide + i] = a[t].at[i];
            block.shared.second[t * kWide + i] = b[t].at[i];
        }
    });
    block.each([&](int t) {
        const I64 c = tile.first_channel + t;
        if (t >= NormShape::kLanes || c >= s.channels) return;
        float x = 0, y = 0;
        for (int row = 0; row < tile.kRows; ++row) {
            x += block.shared.first[row * NormShape::kLanes + t];
            y += block.shared.second[row * NormShape::kLanes + t];
        }
        const I64 at = s.partial(tile.image, tile.chunk, c);
        first[at] = x;
        second[at] = y;
    });
}

/// Of each chunk and channel the sums of x - pivot and of its square; the
/// pivot, the chunk's first x, keeps them small.
struct NormMoments {
    struct Args {
        NormShape shape;
        Numbers x;
        float* sums = nullptr;
        float* squares = nullptr;
    };
    static constexpr int kThreads = NormShape::kThreads;
    using Shared = NormSpace;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.shape.blocks(); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        run_by<NormMoments>(by_fours(a.shape, a.x, a.x, a.x), block, a);
    }
    template <int kWide, class Block> static HEADROOM_DEVICE void run_in(Block& block, const Args& a) {
        const NormTile<kWide> tile(a.shape, block.index());
        typename Block::template Own<Some<kWide>> sums, squares;
        block.each([&](int t) {
            Some<kWide> sum{}, square{}, pivot{};
            const I64 c = tile.channel(t);
            if (c < a.shape.channels)
                pivot = load_beside<kWide>(a.x, (tile.image * a.shape.rows + tile.first_row) * a.shape.channels + c);
            tile.rows(a.shape, t, a.x, [&](I64, const Some<kWide>& row) {
                for (int i = 0; i < kWide; ++i) {
                    const float x = row.at[i] - pivot.at[i];
                    sum.at[i] += x;
                    square.at[i] += x * x;
                }
            });
            sums[t] = sum;
            squares[t] = square;
        });
        add_rows(block, a.shape, tile, sums, squares, a.sums, a.squares);
    }
};

/// Of each group the mean and 1 / sqrt(variance + epsilon); of a batch norm the
/// running statistics too.
struct NormStatistics {
    struct Args {
        NormShape shape;
        Numbers x;  ///< for the pivots
        const float* sums = nullptr;
        const float* squares = nullptr;
        double epsilon = 0, momentum = 0;
        float* mean = nullptr;
        float* deviation = nullptr;
        float* running_mean = nullptr;  ///< null: none
        float* running_variance = nullptr;
    };
    static constexpr int kThreads = 128;
    struct Shared {
        double count[kThreads], mean[kThreads], square[kThreads];
    };
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.shape.images * a.shape.groups; }

    /// Adds `count` numbers to those in slot t.
    template <class S> static HEADROOM_DEVICE void merge(S& s, int t, double count, double mean, double square) {
        const double all = s.count[t] + count;
        if (count == 0) return;
        const double apart = mean - s.mean[t];
        s.square[t] += square + apart * apart * (s.count[t] * count / all);
        s.mean[t] += apart * (count / all);
        s.count[t] = all;
    }

    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const NormShape& shape = a.shape;
        const I64 image = block.index() / shape.groups, group = block.index() % shape.groups, width = shape.width();
        auto& s = block.shared;
        block.each([&](int t) {
            s.count[t] = s.mean[t] = s.square[t] = 0;
            for (I64 i = t; i < shape.chunks() * width; i += kThreads) {
                const I64 chunk = i / width, c = group * width + i % width, at = shape.partial(image, chunk, c);
                const I64 first = chunk * NormShape::kChunk;
                const auto n = static_cast<double>(least<I64>(NormShape::kChunk, shape.rows - first));
                const double pivot = load(a.x, (image * shape.rows + first) * shape.channels + c), sum = a.sums[at];
                merge(s, t, n, pivot + sum / n, most(0.0, a.squares[at] - sum * sum / n));
            }
        });
        for (int half = kThreads / 2; half > 0; half /= 2) {
            block.each([&](int t) {
                if (t < half) merge(s, t, s.count[t + half], s.mean[t + half], s.square[t + half]);
            });
        }
        block.each([&](int t) {
            if (t != 0) return;
            const I64 at = block.index();
            const auto mean = static_cast<float>(s.mean[0]);
            a.mean[at] = mean;
            a.deviation[at] = static_cast<float>(1 / sqrt(s.square[0] / s.count[0] + a.epsilon));
            if (!a.running_mean) return;
            // From what other processes are told of this batch the same numbers follow (norm_recording.h).
            const auto unbiased = static_cast<float>(s.square[0] / (s.count[0] - 1));
            const double keep = 1 - a.momentum;
            a.running_mean[at] = static_cast<float>(keep * a.running_mean[at] + a.momentum * mean);
            a.running_variance[at] = static_cast<float>(keep * a.running_variance[at] + a.momentum * unbiased);
        });
    }
};

/// Two tensors of a norm, and what lies between them.
struct NormPair {
    NormShape shape;
    NormAffine affine;
    Numbers x, y;  ///< y: the result, or the gradient of it
    const float* mean = nullptr;
    const float* deviation = nullptr;
};

/// What a norm does to the kWide channels from `c` on.
template <int kWide> struct NormOf {
    Some<kWide> mean{}, deviation{}, weight{}, bias{};

    HEADROOM_DEVICE NormOf(const NormPair& g, I64 image, I64 c) {
        for (int i = 0; i < kWide; ++i) {
            if (c + i >= g.shape.channels) continue;
            const I64 group = g.shape.group(image, c + i);
            mean.at[i] = g.mean[group];
            deviation.at[i] = g.deviation[group];
            weight.at[i] = g.affine.weight_of(c + i);
            bias.at[i] = g.affine.bias_of(c + i);
        }
    }
};

/// y = activation(norm(x)).
struct NormForward {
    using Args = NormPair;
    static constexpr int kThreads = NormShape::kThreads;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.shape.blocks(); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        run_by<NormForward>(by_fours(a.shape, a.x, a.y, a.y), block, a);
    }
    template <int kWide, class Block> static HEADROOM_DEVICE void run_in(Block& block, const Args& a) {
        const NormTile<kWide> tile(a.shape, block.index());
        block.each([&](int t) {
            const NormOf<kWide> norm(a, tile.image, tile.channel(t));
            tile.rows(a.shape, t, a.x, [&](I64 at, const Some<kWide>& x) {
                Some<kWide> y;
                for (int i = 0; i < kWide; ++i) {
                    const float scale = norm.deviation.at[i] * norm.weight.at[i];
                    y.at[i] = a.affine.activated((x.at[i] - norm.mean.at[i]) * scale + norm.bias.at[i]);
                }
                store_beside(a.y, at, y);
            });
        });
    }
};

/// Of each chunk and channel the sums of dz and of dz * x^, dz being the
/// gradient before the activation and x^ the normalised x.
struct NormSums {
    struct Args {
        NormPair g;
        float* plain = nullptr;
        float* normed = nullptr;
    };
    static constexpr int kThreads = NormShape::kThreads;
    using Shared = NormSpace;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.g.shape.blocks(); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        run_by<NormSums>(by_fours(a.g.shape, a.g.x, a.g.y, a.g.y), block, a);
    }
    template <int kWide, class Block> static HEADROOM_DEVICE void run_in(Block& block, const Args& a) {
        const NormTile<kWide> tile(a.g.shape, block.index());
        typename Block::template Own<Some<kWide>> plain, normed;
        block.each([&](int t) {
            Some<kWide> of_dz{}, of_both{};
            const NormOf<kWide> norm(a.g, tile.image, tile.channel(t));
            tile.rows(a.g.shape, t, a.g.x, a.g.y, [&](I64, const Some<kWide>& row, const Some<kWide>& dy) {
                for (int i = 0; i < kWide; ++i) {
                    const float x = (row.at[i] - norm.mean.at[i]) * norm.deviation.at[i];
                    const float dz = dy.at[i] * a.g.affine.derivative(x * norm.weight.at[i] + norm.bias.at[i]);
                    of_dz.at[i] += dz;
                    of_both.at[i] += dz * x;
                }
            });
            plain[t] = of_dz;
            normed[t] = of_both;
        });
        add_rows(block, a.g.shape, tile, plain, normed, a.plain, a.normed);
    }
};

/// First of each group both sums with the weights in them, then of each channel
/// the gradients of weight and bias.
struct NormTotals {
    struct Args {
        NormShape shape;
        Numbers weight;
        const float* plain = nullptr;
        const float* normed = nullptr;
        float* group_plain = nullptr;
        float* group_normed = nullptr;
        Numbers grad_weight, grad_bias;  ///< null: not wanted
    };
    static constexpr int kThreads = 128;
    struct Shared {
        double space[kThreads];
    };
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.shape.images * a.shape.groups + a.shape.channels; }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const NormShape& s = a.shape;
        const I64 groups = s.images * s.groups;
        const bool of_group = block.index() < groups;
        const I64 channel = block.index() - groups, width = s.width();
        const I64 image = block.index() / s.groups, group = block.index() % s.groups;
        typename Block::template Own<double> plain, normed;
        block.each([&](int t) {
            plain[t] = normed[t] = 0;
            const I64 count = s.chunks() * (of_group ? width : s.images);
            for (I64 i = t; i < count; i += kThreads) {
                const I64 c = of_group ? group * width + i % width : channel;
                const I64 at = of_group ? s.partial(image, i / width, c) : i * s.channels + c;
                const double weight = of_group && a.weight.data ? load(a.weight, c) : 1;
                plain[t] += weight * a.plain[at];
                normed[t] += weight * a.normed[at];
            }
        });
        const double first = sum_of(block, block.shared.space, plain);
        const double second = sum_of(block, block.shared.space, normed);
        block.each([&](int t) {
            if (t != 0) return;
            if (of_group) {
                a.group_plain[block.index()] = static_cast<float>(first);
                a.group_normed[block.index()] = static_cast<float>(second);
                return;
            }
            if (a.grad_bias.data) store(a.grad_bias, channel, static_cast<float>(first));
            if (a.grad_weight.data) store(a.grad_weight, channel, static_cast<float>(second));
        });
    }
};

/// The gradient of x.
struct NormBackward {
    struct Args {
        NormPair g;
        const float* group_plain = nullptr;
        const float* group_normed = nullptr;
        Numbers out;
    };
    static constexpr int kThreads = NormShape::kThreads;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.g.shape.blocks(); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        run_by<NormBackward>(by_fours(a.g.shape, a.g.x, a.g.y, a.out), block, a);
    }
    template <int kWide, class Block> static HEADROOM_DEVICE void run_in(Block& block, const Args& a) {
        const NormShape& shape = a.g.shape;
        const NormTile<kWide> tile(shape, block.index());
        const float share = 1.0f / static_cast<float>(shape.rows * shape.width());
        block.each([&](int t) {
            const I64 c = tile.channel(t);
            const NormOf<kWide> norm(a.g, tile.image, c);
            Some<kWide> plain{}, normed{};
            for (int i = 0; i < kWide; ++i) {
                if (c + i >= shape.channels) continue;
                plain.at[i] = a.group_plain[shape.group(tile.image, c + i)] * share;
                normed.at[i] = a.group_normed[shape.group(tile.image, c + i)] * share;
            }
            tile.rows(shape, t, a.g.x, a.g.y, [&](I64 at, const Some<kWide>& row, const Some<kWide>& dy) {
                Some<kWide> out;
                for (int i = 0; i < kWide; ++i) {
                    const float weight = norm.weight.at[i], deviation = norm.deviation.at[i];
                    const float x = (row.at[i] - norm.mean.at[i]) * deviation;
                    const float dz = dy.at[i] * a.g.affine.derivative(x * weight + norm.bias.at[i]);
                    out.at[i] = deviation * (weight * dz - plain.at[i] - x * normed.at[i]);
                }
                store_beside(a.out, at, out);
            });
        });
    }
};

}  // namespace headroom::kernels
