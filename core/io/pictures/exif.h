// EXIF: the one field that changes how a picture looks, its orientation.
#pragma once

#include <cstdint>
#include <span>

namespace headroom {

/// Orientation 1..8 from an EXIF block (with or without the leading "Exif\0\0"); 1 when it is absent or damaged.
int exif_orientation(std::span<const std::uint8_t> block);

}  // namespace headroom
