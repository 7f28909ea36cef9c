// The four decoders behind image_codec.h. Each takes a whole file whose header passed scan_image(), and gives the rows of 8-bit grey
// or RGB as stored (not yet rotated), or of RGBA where it has transparent pixels. What was given before an error is to be thrown away.
// Errors: BadFile whose message is the bare reason.
#pragma once

#include "core/base/result.h"
#include "core/io/pictures/image_scan.h"
#include "core/io/pictures/picture_rows.h"

#include <cstdint>
#include <span>

namespace headroom {

/// With `least_side` above 0 by the largest of 2, 4 and 8 smaller that leaves both sides at least so long.
Result<void> decode_jpeg(std::span<const std::uint8_t> bytes, const ImageScan& scan, int least_side, PictureRows& to);
Result<void> decode_png(std::span<const std::uint8_t> bytes, const ImageScan& scan, PictureRows& to);
Result<void> decode_webp(std::span<const std::uint8_t> bytes, const ImageScan& scan, PictureRows& to);
Result<void> decode_gif(std::span<const std::uint8_t> bytes, const ImageScan& scan, PictureRows& to);

}  // namespace headroom
