// The three decoders behind image_codec.h. Each takes a whole file whose header passed scan_image(), and returns 8-bit grey or
// RGB as stored (not yet rotated), or RGBA where it has transparent pixels. Errors: BadFile whose message is the bare reason.
#pragma once

#include "core/base/result.h"
#include "core/io/pictures/image_scan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace headroom {

struct RawPicture {
    int width = 0, height = 0, channels = 3;
    std::vector<std::uint8_t> pixels;
};

Result<RawPicture> decode_jpeg(std::span<const std::uint8_t> bytes, const ImageScan& scan);
Result<RawPicture> decode_png(std::span<const std::uint8_t> bytes, const ImageScan& scan);
Result<RawPicture> decode_webp(std::span<const std::uint8_t> bytes, const ImageScan& scan);

/// Composites rows of RGBA on white into RGB, in place: the first count * 3 bytes hold the result.
void composite_on_white(std::uint8_t* rgba, std::size_t count);

}  // namespace headroom
