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
/// channels). Blocks that sum nothing take `kPart` rows.
struct NormShape {
    static constexpr int kLanes = 32, kRows = 8, kChunk = 256, kPart = 64;
    I64 images = 0, rows = 0, channels = 0, groups = 0;

    HEADROOM_DEVICE I64 chunks() const { return pieces(rows, kChunk); }
    HEADROOM_DEVICE I64 tiles() const { return pieces(channels, kLanes); }
    HEADROOM_DEVICE I64 blocks(int rows_of_block) const { return images * pieces(rows, rows_of_block) * tiles(); }
    HEADROOM_DEVICE I64 width() const { return channels / groups; }
    HEADROOM_DEVICE I64 group(I64 image, I64 channel) const { return image * groups + channel / width(); }
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

/// A block's part: 32 channels of `kRowsOfBlock` rows. Thread t has channel t %
/// 32 and every eighth row from t / 32 on.
template <int kRowsOfBlock> struct NormTile {
    static constexpr int kTogether = 4;  ///< rows of a thread that are loaded at once
    I64 image, chunk, first_channel, first_row, end_row;

    HEADROOM_DEVICE NormTile(const NormShape& s, I64 block) {
        const I64 chunks = pieces(s.rows, kRowsOfBlock);
        image = block / (s.tiles() * chunks);
        chunk = block / s.tiles() % chunks;
        first_channel = block % s.tiles() * NormShape::kLanes;
        first_row = chunk * kRowsOfBlock;
        end_row = least(first_row + kRowsOfBlock, s.rows);
    }
    HEADROOM_DEVICE I64 channel(int t) const { return first_channel + t % NormShape::kLanes; }
    /// work(at, x) for each of thread t's numbers, x being that of `from`.
    template <class Work> HEADROOM_DEVICE void rows(const NormShape& s, int t, const Numbers& from, Work work) const {
        together(s, t, [&](I64 at, int step, int count) {
            float x[kTogether];
            load_some(from, at, step, count, x);
            for (int i = 0; i < kTogether; ++i)
                if (i < count) work(at + i * step, x[i]);
        });
    }
    /// work(at, x, y), of two tensors.
    template <class Work>
    HEADROOM_DEVICE void rows(const NormShape& s, int t, const Numbers& one, const Numbers& other, Work work) const {
        together(s, t, [&](I64 at, int step, int count) {
            float x[kTogether], y[kTogether];
            load_some(one, at, step, count, x);
            load_some(other, at, step, count, y);
            for (int i = 0; i < kTogether; ++i)
                if (i < count) work(at + i * step, x[i], y[i]);
        });
    }

private:
    /// piece(at, step, count): up to kTogether of thread t's rows, from `at` on and `step` apart.
    template <class Piece> HEADROOM_DEVICE void together(const NormShape& s, int t, Piece piece) const {
        const I64 c = channel(t);
        if (c >= s.channels) return;
        for (I64 row = first_row + t / NormShape::kLanes; row < end_row; row += NormShape::kRows * kTogether) {
            const I64 left = pieces(end_row - row, NormShape::kRows);
            piece((image * s.rows + row) * s.channels + c, static_cast<int>(NormShape::kRows * s.channels),
                  static_cast<int>(least<I64>(left, kTogether)));
        }
    }
};

/// Two sums of each channel of a tile, over the rows of its threads.
struct NormSpace {
    float first[NormShape::kLanes * NormShape::kRows], second[NormShape::kLanes * NormShape::kRows];
};
template <class Block, class A, class B>
HEADROOM_DEVICE void add_rows(Block& block, const NormShape& s, const NormTile<NormShape::kChunk>& tile, A& a, B& b, float* first,
                              float* second) {
    block.each([&](int t) {
        block.shared.first[t] = a[t];
        block.shared.second[t] = b[t];
    });
    block.each([&](int t) {
        const I64 c = tile.channel(t);
        if (t >= NormShape::kLanes || c >= s.channels) return;
        float x = 0, y = 0;
        for (int row = 0; row < NormShape::kRows; ++row) {
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
    static constexpr int kThreads = NormShape::kLanes * NormShape::kRows;
    using Shared = NormSpace;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.shape.blocks(NormShape::kChunk); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const NormTile<NormShape::kChunk> tile(a.shape, block.index());
        typename Block::template Own<float> sum, square;
        block.each([&](int t) {
            sum[t] = square[t] = 0;
            const I64 c = tile.channel(t);
            if (c >= a.shape.channels) return;
            const float pivot = load(a.x, (tile.image * a.shape.rows + tile.first_row) * a.shape.channels + c);
            float of_rows = 0, of_squares = 0;
            tile.rows(a.shape, t, a.x, [&](I64, float number) {
                const float x = number - pivot;
                of_rows += x;
                of_squares += x * x;
            });
            sum[t] = of_rows;
            square[t] = of_squares;
        });
        add_rows(block, a.shape, tile, sum, square, a.sums, a.squares);
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

/// y = activation(norm(x)).
struct NormForward {
    using Args = NormPair;
    static constexpr int kThreads = NormShape::kLanes * NormShape::kRows;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.shape.blocks(NormShape::kPart); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const NormTile<NormShape::kPart> tile(a.shape, block.index());
        block.each([&](int t) {
            const I64 c = tile.channel(t);
            if (c >= a.shape.channels) return;
            const I64 group = a.shape.group(tile.image, c);
            const float mean = a.mean[group], scale = a.deviation[group] * a.affine.weight_of(c),
                        bias = a.affine.bias_of(c);
            tile.rows(a.shape, t, a.x,
                      [&](I64 at, float x) { store(a.y, at, a.affine.activated((x - mean) * scale + bias)); });
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
    static constexpr int kThreads = NormShape::kLanes * NormShape::kRows;
    using Shared = NormSpace;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.g.shape.blocks(NormShape::kChunk); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const NormShape& shape = a.g.shape;
        const NormTile<NormShape::kChunk> tile(shape, block.index());
        typename Block::template Own<float> plain, normed;
        block.each([&](int t) {
            plain[t] = normed[t] = 0;
            const I64 c = tile.channel(t);
            if (c >= shape.channels) return;
            const I64 group = shape.group(tile.image, c);
            const float mean = a.g.mean[group], deviation = a.g.deviation[group], weight = a.g.affine.weight_of(c),
                        bias = a.g.affine.bias_of(c);
            float of_plain = 0, of_normed = 0;
            tile.rows(shape, t, a.g.x, a.g.y, [&](I64, float number, float dy) {
                const float x = (number - mean) * deviation;
                const float dz = dy * a.g.affine.derivative(x * weight + bias);
                of_plain += dz;
                of_normed += dz * x;
            });
            plain[t] = of_plain;
            normed[t] = of_normed;
        });
        add_rows(block, shape, tile, plain, normed, a.plain, a.normed);
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
    static constexpr int kThreads = NormShape::kLanes * NormShape::kRows;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.g.shape.blocks(NormShape::kPart); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const NormShape& shape = a.g.shape;
        const NormTile<NormShape::kPart> tile(shape, block.index());
        block.each([&](int t) {
            const I64 c = tile.channel(t);
            if (c >= shape.channels) return;
            const I64 group = shape.group(tile.image, c);
            const float share = 1.0f / static_cast<float>(shape.rows * shape.width());
            const float mean = a.g.mean[group], deviation = a.g.deviation[group], weight = a.g.affine.weight_of(c),
                        bias = a.g.affine.bias_of(c), plain = a.group_plain[group] * share,
                        normed = a.group_normed[group] * share;
            tile.rows(shape, t, a.g.x, a.g.y, [&](I64 at, float number, float dy) {
                const float x = (number - mean) * deviation;
                const float dz = dy * a.g.affine.derivative(x * weight + bias);
                store(a.out, at, deviation * (weight * dz - plain - x * normed));
            });
        });
    }
};

}  // namespace headroom::kernels
