// A small tile through the network, and plain arithmetic.
#include "core/train/tools/upscale_cost.h"

#include "core/memory/libtorch.h"

#include <algorithm>

namespace headroom {
namespace {

/// Of the room for tiles: what convolutions of another size may take besides.
constexpr double kShareOfRoom = 0.97;

/// Tiles up to this side (in units) are tried themselves: small convolutions take other ways, with other memory.
constexpr std::int64_t kTried = 64;
/// Of the tiles at a picture's edges those of at most this side squared are tried too.
constexpr std::int64_t kTriedAtEdges = 32;

/// What a tile's result is copied into on its way to the picture, per pixel of the tile: as floats, rounded, as bytes.
double copied(std::int64_t factor) { return static_cast<double>(factor * factor * 3 * (4 + 4 + 1)); }

/// Bytes at the peak of one call, and of what becomes of its result.
double measured_peak(Upscaler& network, const ToolPlace& place, const TileSize& size, std::int64_t factor) {
    place.memory.begin_probe();
    {
        const at::Tensor tile = torch::zeros({1, 3, size.height, size.width}, at::TensorOptions().device(place.device));
        (void)network.enlarge(tile, factor);
    }
    std::int64_t live = 0, most = 0;
    for (const StepRecord& record : place.memory.end_probe().records) most = std::max(most, live += record.delta);
    return static_cast<double>(most) + copied(factor) * static_cast<double>(size.pixels());
}

/// Bytes of the tile that takes most.
double largest_peak(Upscaler& network, const ToolPlace& place, std::int64_t factor, const TileCount& count,
                    double per_pixel) {
    const std::int64_t square = network.unit() * network.unit();
    const TileSize& largest = count.sizes.front();
    if (largest.pixels() > kTried * kTried * square) return per_pixel * static_cast<double>(largest.pixels());
    double most = 0;
    for (const TileSize& size : count.sizes) {
        if (size == largest || size.pixels() <= kTriedAtEdges * kTriedAtEdges * square)
            most = std::max(most, measured_peak(network, place, size, factor));
    }
    return most;
}

}  // namespace

UpscalePass plan_pass(Upscaler& network, const ToolPlace& place, std::int64_t width, std::int64_t height,
                      std::int64_t factor, Bytes room) {
    const TileSize square{kTried * network.unit(), kTried * network.unit()};
    const double per_pixel = measured_peak(network, place, square, factor) / static_cast<double>(square.pixels());
    const double most = kShareOfRoom * std::max(0.0, static_cast<double>(room.count));
    UpscalePass out;
    // Pixels that a tile may have: fewer as long as the tiles that were tried take more than there is, down to the smallest ones.
    auto pixels = static_cast<std::int64_t>(most / per_pixel);
    for (double taken = 0;;) {
        const TilePlan plan = plan_tiles(width, height, network.reach(), network.unit(), pixels);
        const bool smallest = taken > 0 && plan.side == out.plan.side;
        if (!smallest) {
            out.plan = plan;
            const TileCount count = count_tiles(width, height, network.unit(), plan);
            out.tiles = count.tiles;
            taken = largest_peak(network, place, factor, count, per_pixel);
            out.tile = Bytes{static_cast<std::int64_t>(taken)};
            pixels = static_cast<std::int64_t>(static_cast<double>(count.sizes.front().pixels()) *
                                               std::min(0.9, most / taken));
        }
        out.fits = out.tile <= room;
        if (out.fits || smallest) return out;
    }
}

std::int64_t factor_for(const Upscaler& network, std::int64_t requested) {
    const std::vector<std::int64_t> factors = network.factors();
    const auto enough =
        std::find_if(factors.begin(), factors.end(), [requested](std::int64_t f) { return f >= requested; });
    return enough == factors.end() ? factors.back() : *enough;
}

}  // namespace headroom
