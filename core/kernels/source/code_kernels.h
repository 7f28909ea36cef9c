// The nearest code of each latent, without a matrix of all distances: tiles of
// 64 latents against tiles of 64 codes, the best so far in registers. In
// float32 with fused products, as the search asks.
#pragma once

#include "core/kernels/source/device.h"

namespace headroom::kernels {

/// Half the squared length of each code.
struct CodeLengths {
    struct Args {
        const float* codes = nullptr;  ///< (count, width)
        I64 count = 0, width = 0;
        float* out = nullptr;
    };
    static constexpr int kThreads = 128;
    struct Shared {
        float space[kThreads];
    };
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return a.count; }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        typename Block::template Own<float> sum;
        block.each([&](int t) {
            sum[t] = 0;
            for (I64 i = t; i < a.width; i += kThreads) {
                const float x = a.codes[block.index() * a.width + i];
                sum[t] = fmaf(x, x, sum[t]);
            }
        });
        const float whole = sum_of(block, block.shared.space, sum);
        block.each([&](int t) {
            if (t == 0) a.out[block.index()] = 0.5f * whole;
        });
    }
};

/// Of each latent the smallest |code|^2 / 2 - latent . code within each part of
/// the codes, and whose it is.
struct NearestCode {
    struct Args {
        const float* latents = nullptr;  ///< (rows, width)
        const float* codes = nullptr;    ///< (count, width)
        const float* lengths = nullptr;
        I64 rows = 0, count = 0, width = 0, parts = 1;
        float* best = nullptr;  ///< (parts, rows)
        I64* which = nullptr;   ///< likewise
    };
    static constexpr int kSide = 64, kDeep = 16, kOwn = 4, kThreads = 256;
    struct Shared {
        float latents[kDeep][kSide + 1], codes[kDeep][kSide + 1];
        float best[kSide][kThreads / kSide * kOwn + 1];
        I64 which[kSide][kThreads / kSide * kOwn + 1];
    };
    struct Tile {
        float dot[kOwn][kOwn];
    };
    struct Best {
        float value[kOwn];
        I64 code[kOwn];
    };
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.rows, kSide) * a.parts; }
    static HEADROOM_DEVICE float at(const float* from, I64 rows, I64 width, I64 row, I64 column) {
        return row < rows && column < width ? from[row * width + column] : 0.0f;
    }

    template <class Block, class Tiles>
    static HEADROOM_DEVICE void multiply(Block& block, const Args& a, I64 row, I64 code, Tiles& tiles) {
        auto& s = block.shared;
        block.each([&](int t) { tiles[t] = Tile{}; });
        for (I64 deep = 0; deep < a.width; deep += kDeep) {
            block.each([&](int t) {
                for (int i = t; i < kSide * kDeep; i += kThreads) {
                    const int k = i % kDeep, r = i / kDeep;
                    s.latents[k][r] = at(a.latents, a.rows, a.width, row + r, deep + k);
                    s.codes[k][r] = at(a.codes, a.count, a.width, code + r, deep + k);
                }
            });
            block.each([&](int t) {
                const int r = t / 16, c = t % 16;
                for (int k = 0; k < kDeep; ++k) {
                    for (int i = 0; i < kOwn; ++i) {
                        for (int j = 0; j < kOwn; ++j) {
                            float& dot = tiles[t].dot[i][j];
                            dot = fmaf(s.latents[k][r + 16 * i], s.codes[k][c + 16 * j], dot);
                        }
                    }
                }
            });
        }
    }

    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        const I64 row = block.index() / a.parts * kSide, part = block.index() % a.parts;
        const I64 tiles_of_codes = pieces(a.count, kSide), each = pieces(tiles_of_codes, a.parts);
        const I64 first = part * each, end = least(first + each, tiles_of_codes);
        typename Block::template Own<Tile> tiles;
        typename Block::template Own<Best> best;
        block.each([&](int t) {
            for (int i = 0; i < kOwn; ++i) {
                best[t].value[i] = float_of(0x7F800000u);
                best[t].code[i] = least(first * kSide, a.count - 1);
            }
        });
        for (I64 tile = first; tile < end; ++tile) {
            multiply(block, a, row, tile * kSide, tiles);
            block.each([&](int t) {
                for (int j = 0; j < kOwn; ++j) {
                    const I64 code = tile * kSide + t % 16 + 16 * j;
                    if (code >= a.count) continue;
                    for (int i = 0; i < kOwn; ++i) {
                        const float value = a.lengths[code] - tiles[t].dot[i][j];
                        if (!(value < best[t].value[i])) continue;  // the first of equals
                        best[t].value[i] = value;
                        best[t].code[i] = code;
                    }
                }
            });
        }
        choose(block, a, row, part, best);
    }

    /// The best of the 16 threads that share a latent.
    template <class Block, class Bests>
    static HEADROOM_DEVICE void choose(Block& block, const Args& a, I64 row, I64 part, Bests& best) {
        auto& s = block.shared;
        block.each([&](int t) {
            for (int i = 0; i < kOwn; ++i) {
                s.best[t / 16 + 16 * i][t % 16] = best[t].value[i];
                s.which[t / 16 + 16 * i][t % 16] = best[t].code[i];
            }
        });
        block.each([&](int t) {
            if (t >= kSide || row + t >= a.rows) return;
            float value = s.best[t][0];
            I64 code = s.which[t][0];
            for (int i = 1; i < 16; ++i) {
                const bool nearer = s.best[t][i] < value || (s.best[t][i] == value && s.which[t][i] < code);
                value = nearer ? s.best[t][i] : value;
                code = nearer ? s.which[t][i] : code;
            }
            a.best[part * a.rows + row + t] = value;
            a.which[part * a.rows + row + t] = code;
        });
    }
};

/// The best of all parts, to `which` of the first.
struct NearestPart {
    struct Args {
        I64 rows = 0, parts = 1;
        const float* best = nullptr;
        I64* which = nullptr;
    };
    static constexpr int kThreads = 128;
    using Shared = NothingShared;
    static HEADROOM_DEVICE I64 blocks(const Args& a) { return pieces(a.rows, kThreads); }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        for_all(block, a.rows, [&](I64 row) {
            I64 code = a.which[row];
            float value = a.best[row];
            for (I64 part = 1; part < a.parts; ++part) {
                // Later parts have later codes: of equals the first stays.
                if (!(a.best[part * a.rows + row] < value)) continue;
                value = a.best[part * a.rows + row];
                code = a.which[part * a.rows + row];
            }
            a.which[row] = code;
        });
    }
};

}  // namespace headroom::kernels
