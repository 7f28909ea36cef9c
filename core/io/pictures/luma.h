// Luma: the grey of a colour.
#pragma once

#include <cstdint>

namespace headroom {

/// ITU-R BT.601 luma of an RGB pixel, rounded.
constexpr std::uint8_t luma(const std::uint8_t* rgb) {
    return static_cast<std::uint8_t>((rgb[0] * 19595u + rgb[1] * 38470u + rgb[2] * 7471u + 32768u) >> 16);
}

}  // namespace headroom
