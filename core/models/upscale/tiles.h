// Enlarging a picture tile by tile, so that a small budget suffices for any picture.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace headroom {

/// Pixels are the input's.
struct TilePlan {
    std::int64_t side = 0;     ///< of a tile with its overlap; 0: the whole picture at once
    std::int64_t overlap = 0;  ///< to each side of what a tile contributes
    bool exact =
        true;  ///< the overlap is the network's reach, so the result is that of the whole; else tiles are blended
};

/// The largest tiles of at most `most_pixels`. Exact where the reach is at most a quarter of a tile's side; beyond that tiles would mostly
/// compute what they throw away, so they overlap by an eighth and are blended. Sides are multiples of `unit`, at least 16 and 8 units.
TilePlan plan_tiles(std::int64_t width, std::int64_t height, std::int64_t reach, std::int64_t unit,
                    std::int64_t most_pixels);

/// Of what a network is given at once.
struct TileSize {
    std::int64_t width = 0, height = 0;
    std::int64_t pixels() const { return width * height; }
    bool operator==(const TileSize&) const = default;
};

/// What a plan comes to when memory never runs out.
struct TileCount {
    std::int64_t tiles = 1;
    std::vector<TileSize>
        sizes;  ///< that occur, each once, most pixels first; tiles at the picture's edges are smaller
};
TileCount count_tiles(std::int64_t width, std::int64_t height, std::int64_t unit, const TilePlan& plan);

struct TileCall {
    std::int64_t factor = 2, unit = 1, reach = 0;
    TilePlan plan;
    /// (1, 3, h, w) -> (1, 3, factor h, factor w), values about [0, 1]; throws c10::OutOfMemoryError when it does not fit.
    std::function<at::Tensor(const at::Tensor& tile)> enlarge;
    /// After each tile, with the share that is done; false ends the work.
    std::function<bool(double done)> go_on;
    /// Called after memory ran out, before the next try with tiles of half the side.
    std::function<void()> ran_out;
};

struct TileOutcome {
    bool finished = true;
    std::int64_t tiles = 0, halvings = 0;
    TilePlan plan;  ///< in the end
};

/// Fills `out` (1, 3, factor H, factor W; bytes or floats) from `picture` (1, 3, H, W; bytes or floats in [0, 1]; any sides: mirrored to multiples
/// of the unit). After an out-of-memory error the tile's side is halved and the work goes on where it was; at the smallest side the error is thrown.
TileOutcome enlarge_in_tiles(const at::Tensor& picture, const at::Tensor& out, const TileCall& call);

}  // namespace headroom
