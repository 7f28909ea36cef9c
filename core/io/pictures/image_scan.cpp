// Header readers for JPEG, PNG, WebP and GIF, by hand, so that a hostile size is refused before a decoder sees it.
#include "core/io/pictures/image_scan.h"

#include "core/io/pictures/exif.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace headroom {
namespace {

using Bytes8 = std::span<const std::uint8_t>;

Error reason(std::string text) { return make_error(ErrorCode::BadFile, std::move(text)); }

bool starts_with(Bytes8 bytes, std::string_view text, std::size_t at = 0) {
    return bytes.size() >= at + text.size() && std::memcmp(bytes.data() + at, text.data(), text.size()) == 0;
}

std::uint32_t big16(Bytes8 b, std::size_t at) { return std::uint32_t{b[at]} << 8 | b[at + 1]; }
std::uint32_t big32(Bytes8 b, std::size_t at) { return big16(b, at) << 16 | big16(b, at + 2); }
std::uint32_t little16(Bytes8 b, std::size_t at) { return std::uint32_t{b[at]} | std::uint32_t{b[at + 1]} << 8; }
std::uint32_t little24(Bytes8 b, std::size_t at) { return little16(b, at) | std::uint32_t{b[at + 2]} << 16; }
std::uint32_t little32(Bytes8 b, std::size_t at) { return little24(b, at) | std::uint32_t{b[at + 3]} << 24; }

/// The end of `bytes` was reached: either the file is cut off, or more of it must be read.
Result<ImageScan> out_of_bytes(ImageScan scan, bool complete) {
    if (complete) return reason("it is cut off");
    scan.need_more = true;
    return scan;
}

Result<ImageScan> check_size(ImageScan scan, std::uint32_t width, std::uint32_t height) {
    const std::string size = std::to_string(width) + " x " + std::to_string(height) + " pixels";
    if (width == 0 || height == 0) return reason("its header says " + size);
    if (width > static_cast<std::uint32_t>(kMaxSide) || height > static_cast<std::uint32_t>(kMaxSide)) {
        return reason("it has " + size + ", and at most " + std::to_string(kMaxSide) + " a side are read");
    }
    if (std::int64_t{width} * height > kMaxPixels)
        return reason("it has " + size + ", and at most 100 megapixels are read");
    scan.width = static_cast<int>(width);
    scan.height = static_cast<int>(height);
    return scan;
}

bool is_frame_marker(std::uint8_t marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

Result<ImageScan> scan_jpeg(Bytes8 bytes, bool complete) {
    ImageScan scan;
    bool oriented = false;
    std::size_t at = 2;
    while (at + 4 <= bytes.size()) {
        if (bytes[at] != 0xFF) return reason("its JPEG header is damaged");
        const std::uint8_t marker = bytes[at + 1];
        if (marker == 0xFF) {
            ++at;
            continue;
        }  // fill byte
        if (marker == 0xD9 || marker == 0xDA) return reason("its JPEG header has no size");
        if (marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7)) {
            at += 2;
            continue;
        }
        const std::size_t length = big16(bytes, at + 2);
        if (length < 2) return reason("its JPEG header is damaged");
        if (at + 2 + length > bytes.size()) break;
        const Bytes8 body = bytes.subspan(at + 4, length - 2);
        if (marker == 0xE1 && !oriented && starts_with(body, "Exif")) {
            scan.orientation = exif_orientation(body);
            oriented = true;
        }
        if (is_frame_marker(marker)) {
            if (body.size() < 6) return reason("its JPEG header is damaged");
            return check_size(scan, big16(body, 3), big16(body, 1));
        }
        at += 2 + length;
    }
    return out_of_bytes(scan, complete);
}

Result<ImageScan> scan_png(Bytes8 bytes, bool complete) {
    ImageScan scan;
    scan.format = PictureFormat::Png;
    if (bytes.size() < 33) return out_of_bytes(scan, complete);
    if (!starts_with(bytes, "IHDR", 12) || big32(bytes, 8) != 13) return reason("its PNG header is damaged");
    auto sized = check_size(scan, big32(bytes, 16), big32(bytes, 20));
    if (!sized) return sized;
    scan = *sized;
    // An orientation may follow, before the pixels.
    std::size_t at = 33;
    while (at + 8 <= bytes.size()) {
        const std::size_t length = big32(bytes, at);
        if (starts_with(bytes, "IDAT", at + 4) || starts_with(bytes, "IEND", at + 4)) return scan;
        if (length > 0x7FFFFFFF) return reason("its PNG header is damaged");
        if (at + 12 + length > bytes.size()) break;
        if (starts_with(bytes, "eXIf", at + 4)) scan.orientation = exif_orientation(bytes.subspan(at + 8, length));
        at += 12 + length;
    }
    return out_of_bytes(scan, complete);
}

/// The orientation in the EXIF chunk, which stands behind the pixels.
Result<ImageScan> scan_webp_chunks(ImageScan scan, Bytes8 bytes, bool complete) {
    std::size_t at = 12;
    while (at + 8 <= bytes.size()) {
        const std::size_t length = little32(bytes, at + 4);
        if (starts_with(bytes, "EXIF", at)) {
            if (at + 8 + length > bytes.size()) break;
            scan.orientation = exif_orientation(bytes.subspan(at + 8, length));
            return scan;
        }
        at += 8 + length + length % 2;
    }
    if (complete) return scan;
    scan.need_more = true;
    return scan;
}

Result<ImageScan> scan_webp(Bytes8 bytes, bool complete) {
    ImageScan scan;
    scan.format = PictureFormat::Webp;
    if (bytes.size() < 30) return out_of_bytes(scan, complete);
    if (complete && std::size_t{little32(bytes, 4)} + 8 > bytes.size()) return reason("it is cut off");
    if (starts_with(bytes, "VP8X", 12)) {
        auto sized = check_size(scan, little24(bytes, 24) + 1, little24(bytes, 27) + 1);
        if (!sized) return sized;
        const bool has_exif = (bytes[20] & 0x08) != 0;
        return has_exif ? scan_webp_chunks(*sized, bytes, complete) : sized;
    }
    if (starts_with(bytes, "VP8L", 12)) {
        if (bytes[20] != 0x2F) return reason("its WebP header is damaged");
        const std::uint32_t bits = little32(bytes, 21);
        return check_size(scan, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1);
    }
    if (starts_with(bytes, "VP8 ", 12)) {
        if (bytes[23] != 0x9D || bytes[24] != 0x01 || bytes[25] != 0x2A) return reason("its WebP header is damaged");
        return check_size(scan, little24(bytes, 26) & 0x3FFF, little16(bytes, 28) & 0x3FFF);
    }
    return reason("its WebP header is damaged");
}

Result<ImageScan> scan_gif(Bytes8 bytes, bool complete) {
    ImageScan scan;
    scan.format = PictureFormat::Gif;
    if (bytes.size() < 13) return out_of_bytes(scan, complete);
    return check_size(scan, little16(bytes, 6), little16(bytes, 8));
}

/// Names well-known files that are no pictures, so that the reason helps.
std::string what_else(Bytes8 bytes) {
    if (starts_with(bytes, "BM")) return " but a BMP";
    if (starts_with(bytes, std::string_view("II*\0", 4)) || starts_with(bytes, std::string_view("MM\0*", 4)))
        return " but a TIFF";
    if (starts_with(bytes, "ftypavif", 4)) return " but an AVIF";
    if (starts_with(bytes, "ftyphei", 4) || starts_with(bytes, "ftypmif1", 4)) return " but a HEIF";
    if (starts_with(bytes, "%PDF")) return " but a PDF";
    if (starts_with(bytes, "version https://git-lfs"))
        return " but a git-LFS pointer (fetch the real file with 'git lfs pull')";
    if (starts_with(bytes, "<!DOCTYPE") || starts_with(bytes, "<html")) return " but a web page";
    return "";
}

}  // namespace

Result<ImageScan> scan_image(std::span<const std::uint8_t> bytes, bool complete) {
    if (bytes.empty()) return reason(kEmptyFile);
    const auto* first = reinterpret_cast<const char*>(bytes.data());
    const auto format = picture_format_of({first, std::min(bytes.size(), kPictureSignature)});
    if (!format) return reason(kNotAPicture + what_else(bytes));
    switch (*format) {
        case PictureFormat::Jpeg: return scan_jpeg(bytes, complete);
        case PictureFormat::Png: return scan_png(bytes, complete);
        case PictureFormat::Gif: return scan_gif(bytes, complete);
        case PictureFormat::Webp: break;
    }
    return scan_webp(bytes, complete);
}

}  // namespace headroom
