// Pictures in and out: JPEG, PNG, WebP, GIF by content, strict, with limits checked in the header before decoding; PNG and GIF out.
// Limits: 16,384 px a side, 100 megapixels, 64 MiB for JPEG and WebP, 512 MiB for PNG, 500 progressive scans.
#pragma once

#include "core/api/image_buffer.h"
#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

struct ImageHeader {
    int width = 0, height = 0;
    std::string format;
};  ///< size after EXIF rotation

/// Reads the header only. Error: BadFile.
Result<ImageHeader> read_image_header(const std::string& path);

/// Decodes to 8-bit RGB (`channels` 3), grey (1) or RGBA (4): EXIF rotation applied, CMYK/YCCK, 16-bit, palette and grey converted,
/// alpha composited on white unless it is asked for, first frame of an animation. Damaged or truncated files are errors, never half pictures.
Result<ImageBuffer> decode_image(const std::string& path, int channels = 3);
Result<ImageBuffer> decode_image_bytes(std::span<const std::uint8_t> bytes, int channels, const std::string& name);

/// Area-averaging (shrink) / bicubic (enlarge) resize.
ImageBuffer resize_image(const ImageBuffer& image, int width, int height);

/// What a picture says of itself: keyword (1 to 79 letters of ASCII) and text, UTF-8.
using ImageNotes = std::vector<std::pair<std::string, std::string>>;

/// The texts of a PNG file (tEXt, zTXt, iTXt) that come before its pixels; none when it is no PNG. Error: NotFound, BadFile.
Result<ImageNotes> read_png_notes(const std::string& path);

/// Lossless PNG bytes / atomic PNG file, with `notes` as iTXt chunks. Error: Disk.
Result<std::vector<std::uint8_t>> encode_png(const ImageBuffer& image, const ImageNotes& notes = {});
Result<void> write_png(const std::string& path, const ImageBuffer& image, const ImageNotes& notes = {});

/// `image` as large as it fits into `width` x `height` without being stretched, in the middle of white.
ImageBuffer fit_on_white(const ImageBuffer& image, int width, int height);

inline constexpr int kGridGap = 2;  ///< pixels

/// Pictures side by side with `gap` pixels of white between and around. `columns` 0: as many as rows, or one more.
ImageBuffer compose_grid(const ImageList& images, int columns = 0, int gap = kGridGap);

/// Animated GIF (median-cut palette per frame, ordered dithering), looping, atomic. Error: Disk.
Result<void> write_gif(const std::string& path, const ImageList& frames, double seconds_per_frame);

}  // namespace headroom
