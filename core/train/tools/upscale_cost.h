// What enlarging by a network costs: measured on one small tile, and from that how large tiles may be.
#pragma once

#include "core/models/upscale/tiles.h"
#include "core/models/upscale/upscaler.h"
#include "core/train/tools/tool_room.h"

#include <cstdint>

namespace headroom {

/// One call of a network for the whole picture.
struct UpscalePass {
    TilePlan plan;
    std::int64_t tiles = 1;
    Bytes tile;        ///< tensor bytes of one tile at its peak, beyond weights, picture and result
    bool fits = true;  ///< false: not even the smallest tile has room
};

/// The pass of a picture of `width` x `height` pixels, multiplied by `factor`, when tiles may take `room` bytes. Runs the network once,
/// apart from the tool's limit. Throws c10::OutOfMemoryError when the machine has no room for that.
UpscalePass plan_pass(Upscaler& network, const ToolPlace& place, std::int64_t width, std::int64_t height,
                      std::int64_t factor, Bytes room);

/// By which of its factors a network comes to `requested` times the size, or nearest below.
std::int64_t factor_for(const Upscaler& network, std::int64_t requested);

}  // namespace headroom
