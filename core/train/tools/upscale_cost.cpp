// A small tile through the network, and plain arithmetic.
#include "core/train/tools/upscale_cost.h"

#include <torch/torch.h>

#include <algorithm>

namespace headroom {
namespace {

/// Of the room for tiles: what convolutions of another size may take besides.
constexpr double kShareOfRoom = 0.97;

/// Bytes at the peak of one call with a square of this side.
double measured_peak(Upscaler& network, const ToolPlace& place, std::int64_t side, std::int64_t factor) {
    place.memory.begin_probe();
    {
        const at::Tensor tile = torch::zeros({1, 3, side, side}, at::TensorOptions().device(place.device));
        (void)network.enlarge(tile, factor);
    }
    std::int64_t live = 0, most = 0;
    for (const StepRecord& record : place.memory.end_probe().records) most = std::max(most, live += record.delta);
    return static_cast<double>(most);
}

/// Bytes per pixel of a tile, and what its result is copied into on its way to the picture.
double bytes_per_pixel(Upscaler& network, const ToolPlace& place, std::int64_t factor) {
    // Large enough that convolutions are computed as those of real tiles are: small ones take other ways, with other memory.
    const std::int64_t side = 64 * network.unit();
    const double of_network = measured_peak(network, place, side, factor) / static_cast<double>(side * side);
    return of_network + static_cast<double>(factor * factor * 3 * (4 + 4 + 1));
}

}  // namespace

UpscalePass plan_pass(Upscaler& network, const ToolPlace& place, std::int64_t width, std::int64_t height,
                      std::int64_t factor, Bytes room) {
    const double per_pixel = bytes_per_pixel(network, place, factor);
    const auto most =
        static_cast<std::int64_t>(std::max(0.0, kShareOfRoom * static_cast<double>(room.count) / per_pixel));
    UpscalePass out;
    out.plan = plan_tiles(width, height, network.reach(), network.unit(), most);
    const TileCount count = count_tiles(width, height, network.unit(), out.plan);
    out.tiles = count.tiles;
    out.tile = Bytes{static_cast<std::int64_t>(per_pixel * static_cast<double>(count.largest))};
    out.fits = out.tile <= room;
    return out;
}

std::int64_t factor_for(const Upscaler& network, std::int64_t wanted) {
    const std::vector<std::int64_t> factors = network.factors();
    const auto enough = std::find_if(factors.begin(), factors.end(), [wanted](std::int64_t f) { return f >= wanted; });
    return enough == factors.end() ? factors.back() : *enough;
}

}  // namespace headroom
