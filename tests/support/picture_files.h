// Picture files for tests, made by the same libraries that users' files come from: ordinary, odd and hostile ones.
#pragma once

#include "core/api/image_buffer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::test {

/// A smooth RGB or grey picture whose corners differ, so that turns and crops show.
ImageBuffer gradient(int width, int height, int channels = 3);

/// Boxes of places, sizes and colours that differ with `seed`.
ImageBuffer drawing(int seed, int width = 96, int height = 96);

struct JpegOptions {
    int quality = 95;
    bool progressive = false;
    bool cmyk = false;        ///< stored as Adobe does: inverted inks
    int orientation = 0;      ///< 1..8: with an EXIF block
    bool big_endian = false;  ///< of the EXIF block
};
std::string jpeg_bytes(const ImageBuffer& image, const JpegOptions& options = {});
/// A sound progressive JPEG of a grey `image` in this many scans, 11 to 704: each coefficient's bits come one by one.
std::string many_scans_jpeg(const ImageBuffer& image, int scans);

/// `type` is libpng's colour type (grey 0, RGB 2, palette 3, grey + alpha 4, RGBA 6); `samples` holds rows as PNG stores them.
/// `palette` is RGB triples; `alpha` is a tRNS chunk.
std::string png_bytes(int width, int height, int bit_depth, int type, const std::vector<std::uint8_t>& samples,
                      const std::vector<std::uint8_t>& palette = {}, const std::vector<std::uint8_t>& alpha = {});
std::string png_bytes(const ImageBuffer& image);

/// Lossless; `channels` 3 or 4.
std::string webp_bytes(int width, int height, int channels, const std::vector<std::uint8_t>& pixels);
/// The container of an animation with one lossless frame per entry, each width x height RGBA.
std::string animated_webp_bytes(int width, int height, const std::vector<std::vector<std::uint8_t>>& frames);

/// An EXIF block (TIFF structure) that holds only an orientation.
std::string exif_block(int orientation, bool big_endian);

/// One PNG chunk: length, type, body, CRC.
std::string png_chunk(const std::string& type, const std::string& body);

/// Largest difference of any byte; 256 when the sizes differ.
int largest_difference(const ImageBuffer& a, const ImageBuffer& b);

}  // namespace headroom::test
