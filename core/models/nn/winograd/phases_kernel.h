// 4x4 convolutions of stride 2 by F(m x m, 2x2): transform, product, transform (phases.h). Included by one source per instruction set.
#pragma once

#include "core/models/nn/winograd/filtering.h"
#include "core/models/nn/winograd/phases.h"
#include "core/models/nn/winograd/product.h"
#include "core/models/nn/winograd/vectors.h"

namespace headroom::nn::winograd {
namespace {

constexpr int kSub = 64;  ///< rows whose products lie in the cache until they are transformed back

template <class T, class P, int m> struct Phases {
    static constexpr int n = m + 1;  ///< values of a tile's side
    static constexpr int kValues = n * n;
    using F = Filtering<m>;

    /// A tile's place.
    struct Place {
        long picture, y, x;
    };
    static Place place(const PhaseTask& t, long tile) {
        const long row = tile / t.across;
        return {row / t.down, row % t.down, tile % t.across};
    }

    // Words between two values' blocks and between two tiles' rows; a little more than is needed, so that they do not share a cache's sets.
    static long row_words(long channels) { return up(channels, LANES) / P::kPerWord + LANES; }

    // Layouts. Output, Input: tiles (values, room, 4 C or K), for Input (4, values, room, K); Filter: x's tiles, in pairs that one product
    // adds up, (column blocks, 4, values, room, kColumns), y's (values, room, K).
    static long reduced(const PhaseTask& t) {  ///< channels that a product adds up
        return t.pass == Pass::Output ? 4 * up(t.fine.channels, LANES) : up(t.coarse.channels, LANES);
    }
    static long parts(const PhaseTask& t) { return t.pass == Pass::Input ? 4 : 1; }
    static long columns_of(const PhaseTask& t) { return t.pass == Pass::Output ? t.coarse.channels : t.fine.channels; }
    static long column_blocks(const PhaseTask& t) { return (columns_of(t) + kColumns - 1) / kColumns; }
    static long value_words(const PhaseTask& t) { return t.room * row_words(reduced(t)) + LANES; }
    static long paired_room(const PhaseTask& t) { return (t.room + P::kPerWord - 1) / P::kPerWord; }
    static long tile_words(const PhaseTask& t) {
        if (t.pass == Pass::Filter) return column_blocks(t) * 4 * kValues * paired_room(t) * kColumns;
        return parts(t) * kValues * value_words(t);
    }
    static long other_row(const PhaseTask& t) { return up(t.coarse.channels, LANES) + LANES; }
    static long other_words(const PhaseTask& t) {
        return t.pass == Pass::Filter ? kValues * paired_room(t) * other_row(t) : 0;
    }
    static long filters_apart(const PhaseTask& t) { return reduced(t) / P::kPerWord * kColumns + LANES; }
    static long filter_words(const PhaseTask& t) { return kValues * filters_apart(t); }
    /// Where a phase's channel lies among those that a product adds up: LANES channels of each phase in turn.
    static long place_of(int phase, long c) { return c / LANES * 4 * LANES + phase * LANES + c % LANES; }
    static long thread_words(const PhaseTask& t) {
        const long products = kValues * kSub * kColumns;
        return t.pass == Pass::Filter ? products : filter_words(t) + products;
    }

    /// Values of one tile's window: side x side pixels from (y, x) of `p`, `step` pixels apart, zeros beyond its edges.
    template <int side>
    static void window(const Picture& p, long picture, long y, long x, long step, long channel,
                       Vec (&out)[side][side]) {
        const T* const data = static_cast<const T*>(p.data) + picture * p.height * p.width * p.channels + channel;
        const long left = p.channels - channel;
        for (int j = 0; j < side; ++j) {
            const long row = y + j * step;
            for (int i = 0; i < side; ++i) {
                const long column = x + i * step;
                const bool inside = row >= 0 && row < p.height && column >= 0 && column < p.width;
                out[i][j] = inside ? load(data + (row * p.width + column) * p.channels, left) : Vec{};
            }
        }
    }

    /// B' d B of a window given by columns, value (y, x) to out[n * y + x].
    static void transform(const Vec (&d)[n][n], Vec (&out)[kValues]) {
        Vec rows[n][n];
        for (int i = 0; i < n; ++i) F::b(d[i], &rows[0][i], n);
        for (int j = 0; j < n; ++j) F::b(rows[j], out + n * j, 1);
    }

    static void transform_tiles(const PhaseTask& t, long from, long to) {
        const Picture& p = t.pass == Pass::Input ? t.coarse : t.fine;
        const long step = t.pass == Pass::Input ? 1 : 2;
        const long row = row_words(reduced(t)), apart = value_words(t), padded = up(p.channels, LANES);
        for (long tile = from; tile < to; ++tile) {
            const Place at = place(t, t.first + tile);
            for (int phase = 0; phase < 4; ++phase) {
                const int qy = phase >> 1, qx = phase & 1;
                const long y = step * m * at.y + (t.pass == Pass::Input ? -qy : qy - 1);
                const long x = step * m * at.x + (t.pass == Pass::Input ? -qx : qx - 1);
                for (long c = 0; c < padded; c += LANES) {
                    Vec d[n][n], v[kValues];
                    window<n>(p, at.picture, y, x, step, c, d);
                    transform(d, v);
                    if (t.pass == Pass::Filter) {
                        const long room = paired_room(t), block = c / kColumns;
                        for (int e = 0; e < kValues; ++e)
                            P::put_apart(t.tiles + (((block * 4 + phase) * kValues + e) * room + tile / P::kPerWord) *
                                                       kColumns,
                                         c % kColumns, v[e], tile % P::kPerWord != 0);
                    } else if (t.pass == Pass::Output) {
                        for (int e = 0; e < kValues; ++e)
                            P::put(t.tiles + e * apart + tile * row, place_of(phase, c), v[e]);
                    } else {
                        for (int e = 0; e < kValues; ++e)
                            P::put(t.tiles + (phase * kValues + e) * apart + tile * row, c, v[e]);
                    }
                }
            }
            if (t.pass == Pass::Filter) transform_pull(t, tile, at);
        }
    }

    /// A y A' of the result's gradient.
    static void transform_pull(const PhaseTask& t, long tile, const Place& at) {
        const long room = paired_room(t), row = other_row(t);
        for (long k = 0; k < up(t.coarse.channels, LANES); k += LANES) {
            Vec d[m][m], rows[n][m], v[kValues];
            window<m>(t.coarse, at.picture, m * at.y, m * at.x, 1, k, d);
            for (int i = 0; i < m; ++i) F::a_adjoint(d[i], &rows[0][i], m);
            for (int j = 0; j < n; ++j) F::a_adjoint(rows[j], v + n * j, 1);
            for (int e = 0; e < kValues; ++e)
                P::put_apart(t.other + (e * room + tile / P::kPerWord) * row, k, v[e], tile % P::kPerWord != 0);
        }
    }

    /// G g G' of a phase's taps, (y, x) at 2 y + x.
    static void transform_filter(const Vec (&taps)[4], Vec (&out)[kValues]) {
        Vec rows[n][2];
        for (int x = 0; x < 2; ++x) F::g(taps[x], taps[2 + x], &rows[0][x], 2);
        for (int j = 0; j < n; ++j) F::g(rows[j][0], rows[j][1], out + n * j, 1);
    }

    /// LANES neighbouring channels `apart` elements apart, `left` of them, zeros beyond.
    static Vec channels_of(const T* from, long apart, long left) {
        if (apart == 1) return load(from, left);
        T few[LANES] = {};
        for (long i = 0; i < LANES && i < left; ++i) few[i] = from[i * apart];
        return load(few);
    }

    /// The filters of a block of columns: (values, reduced, kColumns).
    static void transform_output_filters(const PhaseTask& t, long block, float* to) {
        const Filters& f = t.filters;
        const T* const data = static_cast<const T*>(f.data);
        const long padded = up(t.fine.channels, LANES), apart = filters_apart(t);
        Vec lines[16][LANES];  // of LANES channels, by column
        for (long v = 0; v < VECTORS; ++v) {
            const long first = block * kColumns + v * LANES;
            for (long c0 = 0; c0 < padded; c0 += LANES) {
                for (int tap = 0; tap < 16; ++tap) {
                    const T* const from = data + c0 * f.c + tap / 4 * f.y + tap % 4 * f.x;
                    for (long k = 0; k < LANES; ++k)
                        lines[tap][k] = first + k < t.coarse.channels
                                            ? channels_of(from + (first + k) * f.k, f.c, t.fine.channels - c0)
                                            : Vec{};
                    transpose(lines[tap]);
                }
                for (long c = 0; c < LANES; ++c) {
                    for (int phase = 0; phase < 4; ++phase) {
                        Vec taps[4], u[kValues];
                        for (int i = 0; i < 4; ++i)
                            taps[i] = lines[8 * (i >> 1) + 4 * (phase >> 1) + 2 * (i & 1) + (phase & 1)][c];
                        transform_filter(taps, u);
                        const long r = place_of(phase, c0 + c);
                        for (int e = 0; e < kValues; ++e)
                            P::put_apart(to + e * apart + r / P::kPerWord * kColumns, v * LANES, u[e],
                                         r % P::kPerWord != 0);
                    }
                }
            }
        }
    }

    /// The turned filters of one phase for a block of columns.
    static void transform_input_filters(const PhaseTask& t, int phase, long block, float* to) {
        const Filters& f = t.filters;
        const T* const data = static_cast<const T*>(f.data);
        const long apart = filters_apart(t);
        for (long k = 0; k < up(t.coarse.channels, LANES); ++k) {
            for (long v = 0; v < VECTORS; ++v) {
                const long c = block * kColumns + v * LANES, left = t.fine.channels - c;
                Vec taps[4] = {}, u[kValues];
                for (int i = 0; i < 4 && k < t.coarse.channels && left > 0; ++i) {
                    const long y = 2 * (1 - (i >> 1)) + (phase >> 1), x = 2 * (1 - (i & 1)) + (phase & 1);
                    taps[i] = channels_of(data + k * f.k + c * f.c + y * f.y + x * f.x, f.c, left);
                }
                transform_filter(taps, u);
                for (int e = 0; e < kValues; ++e)
                    P::put_apart(to + e * apart + k / P::kPerWord * kColumns, v * LANES, u[e], k % P::kPerWord != 0);
            }
        }
    }

    /// A' p A of a tile, to pixels `step` apart from (shift_y, shift_x) on.
    static void put_tile(const PhaseTask& t, const Picture& p, long tile, long step, long shift_y, long shift_x,
                         long column, const float* sums) {
        const Place at = place(t, t.first + tile);
        T* const data = static_cast<T*>(p.data) + at.picture * p.height * p.width * p.channels + column;
        for (long v = 0; v < VECTORS && column + v * LANES < p.channels; ++v) {
            Vec q[n], rows[n][m], out[m];
            for (int j = 0; j < n; ++j) {
                for (int i = 0; i < n; ++i) q[i] = load(sums + (n * j + i) * kSub * kColumns + v * LANES);
                F::a(q, rows[j], 1);
            }
            for (int x = 0; x < m; ++x) {
                const long px = step * (m * at.x + x) + shift_x;
                if (px >= p.width) break;
                for (int j = 0; j < n; ++j) q[j] = rows[j][x];
                F::a(q, out, 1);
                for (int y = 0; y < m; ++y) {
                    const long py = step * (m * at.y + y) + shift_y;
                    if (py >= p.height) break;
                    store(data + (py * p.width + px) * p.channels + v * LANES, out[y], p.channels - column - v * LANES);
                }
            }
        }
    }

    static void multiply_columns(const PhaseTask& t, long block, float* scratch) {
        if (t.pass == Pass::Filter) return multiply_filters(t, block, scratch);
        float* const filters = scratch;
        float* const sums = scratch + filter_words(t);
        const long row = row_words(reduced(t)), apart = value_words(t), steps = reduced(t) / P::kPerWord;
        for (int phase = 0; phase < parts(t); ++phase) {
            if (t.pass == Pass::Output)
                transform_output_filters(t, block, filters);
            else
                transform_input_filters(t, phase, block, filters);
            for (long first = 0; first < t.count; first += kSub) {
                const long rows = t.count - first < kSub ? t.count - first : kSub;
                for (int e = 0; e < kValues; ++e)
                    product<P>(t.tiles + (phase * kValues + e) * apart + first * row, rows, row, 1,
                               filters + e * filters_apart(t), steps, sums + e * kSub * kColumns);
                for (long i = 0; i < rows; ++i) {
                    if (t.pass == Pass::Output)
                        put_tile(t, t.coarse, first + i, 1, 0, 0, block * kColumns, sums + i * kColumns);
                    else
                        put_tile(t, t.fine, first + i, 2, 1 - (phase >> 1), 1 - (phase & 1), block * kColumns,
                                 sums + i * kColumns);
                }
            }
        }
    }

    /// G' u G of the products, added to the filters' sums.
    static void multiply_filters(const PhaseTask& t, long block, float* sums) {
        const long room = paired_room(t), row = other_row(t), steps = (t.count + P::kPerWord - 1) / P::kPerWord;
        const long column = block * kColumns, c = t.fine.channels;
        for (long first = 0; first < t.coarse.channels; first += kSub) {
            const long rows = t.coarse.channels - first < kSub ? t.coarse.channels - first : kSub;
            for (int phase = 0; phase < 4; ++phase) {
                for (int e = 0; e < kValues; ++e)
                    product<P>(t.other + e * room * row + first, rows, 1, row,
                               t.tiles + ((block * 4 + phase) * kValues + e) * room * kColumns, steps,
                               sums + e * kSub * kColumns);
                for (long k = 0; k < rows; ++k) {
                    for (long v = 0; v < VECTORS && column + v * LANES < c; ++v) {
                        Vec u[n], rows_of[2][n];
                        for (int j = 0; j < n; ++j) {
                            for (int i = 0; i < n; ++i)
                                u[i] = load(sums + ((n * j + i) * kSub + k) * kColumns + v * LANES);
                            F::g_adjoint(u, &rows_of[0][j], n);
                        }
                        for (int x = 0; x < 2; ++x) {
                            Vec taps[2];
                            F::g_adjoint(rows_of[x], taps, 1);
                            for (int y = 0; y < 2; ++y) {
                                const int tap = 4 * (2 * y + (phase >> 1)) + 2 * x + (phase & 1);
                                float* const to = t.sums + ((first + k) * 16 + tap) * c + column + v * LANES;
                                const long left = c - column - v * LANES;
                                store(to, load(to, left) + taps[y], left);
                            }
                        }
                    }
                }
            }
        }
    }

    static const PhaseKernel* kernel() {
        static constexpr PhaseKernel all{
            m, tile_words, other_words, thread_words, column_blocks, transform_tiles, multiply_columns};
        return &all;
    }
};

template <class T, class P> const PhaseKernel* of_tile(int m) {
    switch (m) {
        case 2: return Phases<T, P, 2>::kernel();
        case 3: return Phases<T, P, 3>::kernel();
        case 4: return Phases<T, P, 4>::kernel();
        default: return nullptr;
    }
}

}  // namespace

const PhaseKernel* KERNEL(bool bf16, bool narrow, int m) {
#if defined(NARROW)
    if (narrow) return bf16 ? of_tile<Bf16, Narrow>(m) : nullptr;
#else
    if (narrow) return nullptr;
#endif
    return bf16 ? of_tile<Bf16, Wide>(m) : of_tile<float, Wide>(m);
}

}  // namespace headroom::nn::winograd
