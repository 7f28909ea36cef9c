// ImageScan: what a picture file says of itself before anything is decoded: format, size, orientation. The limits live here.
#pragma once

#include "core/api/picture_files.h"
#include "core/base/result.h"

#include <cstdint>
#include <span>

namespace headroom {

struct ImageScan {
    PictureFormat format = PictureFormat::Jpeg;
    int width = 0, height = 0;  ///< as stored, before rotation
    int orientation = 1;        ///< EXIF 1..8
    bool need_more = false;     ///< the answer lies beyond the bytes that were given

    bool turned() const { return orientation >= 5; }  ///< width and height swap
};

/// Limits of pictures that are read.
inline constexpr int kMaxSide = 16384;
inline constexpr std::int64_t kMaxPixels = 100'000'000;
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kMaxPngBytes = std::uint64_t{512} << 20;
inline constexpr int kMaxScans = 500;

/// The reasons given for files that are no pictures at all.
inline constexpr const char* kNotAPicture = "it is not a JPEG, PNG, WebP or GIF picture";
inline constexpr const char* kEmptyFile = "it is empty";

/// Reads the headers of `bytes`, a picture's beginning (`complete`: all of it). Error: BadFile whose message is the bare
/// reason ("it is cut off"), for what no picture can be read from and for sizes beyond the limits.
Result<ImageScan> scan_image(std::span<const std::uint8_t> bytes, bool complete);

}  // namespace headroom
