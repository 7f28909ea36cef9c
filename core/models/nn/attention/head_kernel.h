// One head's attention, forward and backward, a block of queries at a time, so that all stays in a core's own cache. Included by one source per
// instruction set.
#pragma once

#include "core/models/nn/attention/head.h"
#include "core/models/nn/winograd/exponential.h"
#include "core/models/nn/winograd/product.h"
#include "core/models/nn/winograd/vectors.h"

namespace headroom::nn::attention {
namespace {

using winograd::Bf16;
using winograd::Bits;
using winograd::exponential;
using winograd::kColumns;
using winograd::load;
using winograd::product;
using winograd::same_bits;
using winograd::store;
using winograd::sum_of;
using winograd::up;
using winograd::Vec;
using winograd::Wide;

constexpr long kMostQueries = 8L * ROWS;  ///< of a block

/// Queries of a block: equal shares in whole groups of rows.
inline long block_of(long queries) {
    const long blocks = (queries + kMostQueries - 1) / kMostQueries;
    return up((queries + blocks - 1) / blocks, ROWS);
}

/// The lanes among the first `left`.
inline Bits among(long left) {
    Bits lane;
    for (unsigned i = 0; i < LANES; ++i) lane[i] = i;
    return same_bits<Bits>(lane < (Bits{} + static_cast<unsigned>(left)));
}

inline float most_of(Vec v) {
    float most = v[0];
    for (int i = 1; i < LANES; ++i) most = v[i] > most ? v[i] : most;
    return most;
}

template <class T, class P> struct Head {
    static constexpr long kPer = P::kPerWord;

    static const T* row(const Rows& rows, long r) { return static_cast<const T*>(rows.data) + r * rows.apart; }
    static T* row(const RowsOut& rows, long r) { return static_cast<T*>(rows.data) + r * rows.apart; }
    static long lines_of(long rows) { return (rows + kPer - 1) / kPer; }
    static long padded(long keys) { return up(keys, kColumns); }

    /// A product's left side: rows as words, (count, width / kPer).
    static void lay_lines(const Rows& from, long first, long count, long width, float* to) {
        for (long r = 0; r < count; ++r)
            for (long c = 0; c < width; c += LANES) P::put(to + r * (width / kPer), c, load(row(from, first + r) + c));
    }

    /// A product's right side whose columns are rows: blocks (width / kPer, kColumns), zeros beyond the rows.
    static void lay_turned(const Rows& from, long rows, long width, float* to) {
        const long steps = width / kPer;
        for (long column = 0; column < rows; column += kColumns, to += steps * kColumns) {
            for (long v = 0; v < VECTORS; ++v) {
                for (long j = 0; j < steps; j += LANES) {
                    Vec square[LANES];
                    for (long i = 0; i < LANES; ++i) {
                        const long r = column + v * LANES + i;
                        square[i] = r < rows ? words(row(from, r) + j * kPer) : Vec{};
                    }
                    winograd::transpose(square);
                    for (long i = 0; i < LANES; ++i) store(to + (j + i) * kColumns + v * LANES, square[i]);
                }
            }
        }
    }
    /// LANES words.
    static Vec words(const T* from) {
        if constexpr (kPer == 1) {
            return load(from);
        } else {
            Vec v;
            __builtin_memcpy(&v, from, sizeof(v));
            return v;
        }
    }

    /// A product's right side that sums over rows: blocks (lines_of(count), kColumns).
    static void lay_rows(const Rows& from, long first, long count, long width, float* to) {
        for (long c = 0; c < width; c += kColumns, to += lines_of(count) * kColumns)
            for (long r = 0; r < count; ++r)
                for (long v = 0; v < VECTORS; ++v)
                    P::put_apart(to + r / kPer * kColumns, v * LANES, load(row(from, first + r) + c + v * LANES),
                                 r % kPer != 0);
    }

    /// lines (rows, width) by `turned`: blocks (rows, kColumns) of columns.
    static void map(const float* lines, long rows, long width, const float* turned, long columns, float* to) {
        const long steps = width / kPer;
        for (long c = 0; c < columns; c += kColumns, turned += steps * kColumns, to += rows * kColumns)
            product<P>(lines, rows, steps, 1, turned, steps, to);
    }

    /// The place of (row, column) in what map() has made.
    static long in_map(long rows, long r, long c) { return (c / kColumns * rows + r) * kColumns + c % kColumns; }

    /// What a block is computed in.
    struct Room {
        long block, width, keys, columns, key_words;
        float *k_turned, *v_turned, *k_rows, *v_rows, *lines, *q_rows, *grad_rows, *scores, *slopes, *p_lines, *p_rows,
            *d_lines, *d_rows, *sums, *gk, *gv;
        long words = 0;

        Room(const Size& s, float* scratch)
            : block(block_of(s.queries)),
              width(s.width),
              keys(s.keys),
              columns(padded(s.keys)),
              key_words(columns / kPer) {
            const auto next = [&](long count) {
                float* const at = scratch ? scratch + words : nullptr;
                words += up(count, 16);
                return at;
            };
            k_turned = next(columns * (width / kPer));
            v_turned = next(columns * (width / kPer));
            k_rows = next(lines_of(keys) * width);
            v_rows = k_rows;  // of the other pass
            lines = next(block * (width / kPer));
            q_rows = next(lines_of(block) * width);
            grad_rows = next(lines_of(block) * width);
            scores = next(block * columns);
            slopes = next(block * columns);
            p_lines = next(block * key_words);
            d_lines = p_lines;
            p_rows = next(lines_of(block) * columns);
            d_rows = kPer == 1 ? d_lines : next(lines_of(block) * columns);
            sums = next((block > keys ? block : keys) * kColumns);
            gk = next(keys * width);
            gv = next(keys * width);
        }
    };

    static long scratch_words(const Size& size) { return Room(size, nullptr).words; }

    /// Of one query: its probabilities but for their sum, which is returned; `most`: of its scores, scaled.
    static float weigh(const float* scores, long rows, long r, const Size& s, float* p, float& most) {
        Vec top = Vec{} - __builtin_inff();
        for (long c = 0; c < s.keys; c += LANES) {
            const Vec v = load(scores + in_map(rows, r, c)), seen = among(s.keys - c) ? v : top;
            top = seen > top ? seen : top;
        }
        most = most_of(top) * s.scale;
        Vec sum{};
        for (long c = 0; c < padded(s.keys); c += LANES) {
            const Vec raised = exponential(load(scores + in_map(rows, r, c)) * s.scale - most);
            const Vec here = c + LANES <= s.keys ? raised : (among(s.keys > c ? s.keys - c : 0) ? raised : Vec{});
            sum += here;
            P::put(p, c, here);
        }
        return sum_of(sum);
    }

    /// lines (rows, keys) by right (keys, width): take(row, column, LANES sums).
    template <class Take>
    static void spread(const Room& room, const float* lines, long rows, const float* right, const Take& take) {
        const long steps = lines_of(room.keys);
        for (long c = 0; c < room.width; c += kColumns) {
            product<P>(lines, rows, room.key_words, 1, right + c * steps, steps, room.sums);
            for (long r = 0; r < rows; ++r)
                for (long v = 0; v < VECTORS; ++v) take(r, c + v * LANES, load(room.sums + r * kColumns + v * LANES));
        }
    }

    static void forward(const Forward& t, float* scratch) {
        const Size& s = t.size;
        const Room room(s, scratch);
        lay_turned(t.k, s.keys, s.width, room.k_turned);
        lay_rows(t.v, 0, s.keys, s.width, room.v_rows);
        for (long first = 0; first < s.queries; first += room.block) {
            const long rows = s.queries - first < room.block ? s.queries - first : room.block;
            lay_lines(t.q, first, rows, s.width, room.lines);
            map(room.lines, rows, s.width, room.k_turned, s.keys, room.scores);
            float shares[kMostQueries];
            for (long r = 0; r < rows; ++r) {
                float most = 0;
                const float sum = weigh(room.scores, rows, r, s, room.p_lines + r * room.key_words, most);
                shares[r] = 1 / sum;
                t.log_sums[(first + r) * t.log_sums_apart] = most + __builtin_logf(sum);
            }
            spread(room, room.p_lines, rows, room.v_rows,
                   [&](long r, long c, Vec sum) { store(row(t.out, first + r) + c, sum * shares[r]); });
        }
    }

    /// Of one query: the probabilities and the gradient of q k'.
    static void slope(const Backward& t, const Room& room, long rows, long first, long r) {
        const Size& s = t.size;
        Vec with{};
        for (long c = 0; c < s.width; c += LANES)
            with += load(row(t.grad, first + r) + c) * load(row(t.out, first + r) + c);
        const float level = sum_of(with), log_sum = t.log_sums[(first + r) * t.log_sums_apart];
        for (long c = 0; c < room.columns; c += LANES) {
            const long at = in_map(rows, r, c);
            Vec p = exponential(load(room.scores + at) * s.scale - log_sum),
                d = p * (load(room.slopes + at) - level) * s.scale;
            if (c + LANES > s.keys) {
                const Bits there = among(s.keys > c ? s.keys - c : 0);
                p = there ? p : Vec{};
                d = there ? d : Vec{};
            }
            P::put_apart(room.p_rows + r / kPer * room.columns, c, p, r % kPer != 0);
            P::put_apart(room.d_rows + r / kPer * room.columns, c, d, r % kPer != 0);
            if constexpr (kPer > 1) P::put(room.d_lines + r * room.key_words, c, d);
        }
    }

    /// to (keys, width) = or += rows' (keys, queries) by right (queries, width).
    static void gather(const Room& room, const float* rows, const float* right, long queries, bool adds, float* to) {
        const long steps = lines_of(queries);
        for (long c = 0; c < room.width; c += kColumns) {
            product<P>(rows, room.keys, 1, room.columns, right + c * steps, steps, room.sums);
            for (long k = 0; k < room.keys; ++k) {
                for (long v = 0; v < VECTORS; ++v) {
                    float* const at = to + k * room.width + c + v * LANES;
                    const Vec sum = load(room.sums + k * kColumns + v * LANES);
                    store(at, adds ? load(at) + sum : sum);
                }
            }
        }
    }

    static void backward(const Backward& t, float* scratch) {
        const Size& s = t.size;
        const Room room(s, scratch);
        lay_turned(t.k, s.keys, s.width, room.k_turned);
        lay_turned(t.v, s.keys, s.width, room.v_turned);
        lay_rows(t.k, 0, s.keys, s.width, room.k_rows);
        for (long first = 0; first < s.queries; first += room.block) {
            const long rows = s.queries - first < room.block ? s.queries - first : room.block;
            lay_lines(t.q, first, rows, s.width, room.lines);
            map(room.lines, rows, s.width, room.k_turned, s.keys, room.scores);
            lay_lines(t.grad, first, rows, s.width, room.lines);
            map(room.lines, rows, s.width, room.v_turned, s.keys, room.slopes);
            for (long r = 0; r < rows; ++r) slope(t, room, rows, first, r);
            lay_rows(t.q, first, rows, s.width, room.q_rows);
            lay_rows(t.grad, first, rows, s.width, room.grad_rows);
            gather(room, room.p_rows, room.grad_rows, rows, first > 0, room.gv);
            gather(room, room.d_rows, room.q_rows, rows, first > 0, room.gk);
            spread(room, room.d_lines, rows, room.k_rows,
                   [&](long r, long c, Vec sum) { store(row(t.gq, first + r) + c, sum); });
        }
        for (long k = 0; k < s.keys; ++k) {
            for (long c = 0; c < s.width; c += LANES) {
                store(row(t.gk, k) + c, load(room.gk + k * s.width + c));
                store(row(t.gv, k) + c, load(room.gv + k * s.width + c));
            }
        }
    }

    static const HeadKernel* kernel() {
        static constexpr HeadKernel all{scratch_words, forward, backward};
        return &all;
    }
};

}  // namespace

const HeadKernel* KERNEL(bool bf16) {
#if defined(NARROW)
    return bf16 ? Head<Bf16, winograd::Narrow>::kernel() : Head<float, Wide>::kernel();
#else
    return bf16 ? Head<Bf16, Wide>::kernel() : Head<float, Wide>::kernel();
#endif
}

}  // namespace headroom::nn::attention
