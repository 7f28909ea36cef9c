// GIF's variant of LZW compression.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace headroom {

/// Appends the image data of a GIF frame to `out`: the minimum code size (8), the compressed `indices` in sub-blocks of at
/// most 255 bytes, and the closing empty block.
void append_gif_lzw(std::span<const std::uint8_t> indices, std::vector<std::uint8_t>& out);

}  // namespace headroom
