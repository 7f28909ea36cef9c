// Pictures in: read the file within its limits, look at the header, decode, rotate, convert; each row goes that way by itself.
#include "core/io/pictures/image_codec.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/io/pictures/image_decoders.h"
#include "core/io/pictures/image_reading.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>

namespace headroom {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

using ByteVector = std::vector<std::uint8_t>;

Error bare(std::string text) { return make_error(ErrorCode::BadFile, std::move(text)); }

Error unread(std::string text) { return make_error(ErrorCode::BadFile, std::move(text), {}, errno_detail(EIO)); }

Result<ByteVector> read_part(const FileHandle& file, std::size_t length) {
    ByteVector bytes(length);
    if (!file.read_at(0, std::as_writable_bytes(std::span(bytes))))
        return unread("it cannot be read, or was changed while it was read");
    return bytes;
}

/// All of the file, when it is no larger than pictures of its format may be.
Result<ByteVector> read_whole(const FileHandle& file, std::uint64_t size) {
    std::array<std::uint8_t, 4> start{};
    if (size >= start.size() && !file.read_at(0, std::as_writable_bytes(std::span(start))))
        return unread("it cannot be read");
    const std::uint64_t limit = std::memcmp(start.data(), "\x89PNG", 4) == 0 ? kMaxPngBytes : kMaxFileBytes;
    if (size > limit) return bare("it is larger than " + std::to_string(limit >> 20) + " MiB");
    return read_part(file, static_cast<std::size_t>(size));
}

ImageHeader header_of(const ImageScan& scan) {
    constexpr std::array<const char*, 4> names{"jpeg", "png", "webp", "gif"};
    const int width = scan.turned() ? scan.height : scan.width, height = scan.turned() ? scan.width : scan.height;
    return {width, height, names[static_cast<std::size_t>(scan.format)]};
}

Result<void> decode_stored(std::span<const std::uint8_t> bytes, const ImageScan& scan, int least_side,
                           PictureRows& to) {
    switch (scan.format) {
        case PictureFormat::Jpeg: return decode_jpeg(bytes, scan, least_side, to);
        case PictureFormat::Png: return decode_png(bytes, scan, to);
        case PictureFormat::Gif: return decode_gif(bytes, scan, to);
        case PictureFormat::Webp: break;
    }
    return decode_webp(bytes, scan, to);
}

Result<void> decode_unguarded(std::span<const std::uint8_t> bytes, int channels, int least_side, PictureRows& to,
                              std::uint8_t ground) {
    const auto scan = scan_image(bytes, true);
    if (!scan) return scan.error();
    InChannels converted(channels, to, ground);
    if (scan->orientation <= 1 || scan->orientation > 8) return decode_stored(bytes, *scan, least_side, converted);
    Upright upright(scan->orientation, converted);
    return decode_stored(bytes, *scan, least_side, upright);
}

Result<void> decode_bare(std::span<const std::uint8_t> bytes, int channels, int least_side, PictureRows& to,
                         std::uint8_t ground = 255) {
    if (channels != 1 && channels != 3 && channels != 4)
        return make_error(ErrorCode::InvalidArgument, "pictures are decoded to 1, 3 or 4 channels");
    try {
        return decode_unguarded(bytes, channels, least_side, to, ground);
    } catch (const std::bad_alloc&) {
        return make_error(ErrorCode::OutOfMemory, "there is not enough memory to decode it");
    } catch (const std::length_error&) {
        return make_error(ErrorCode::OutOfMemory, "there is not enough memory to decode it");
    }
}

/// Puts the file's name before a bare reason.
Error named(const Error& error, const std::string& name) {
    if (error.message.starts_with("cannot read ")) return error;
    return make_error(error.code, "cannot read " + name + ": " + error.message, error.hint, error.detail);
}

}  // namespace

Result<ImageHeader> scan_picture_file(const std::string& path) {
    auto file = FileHandle::open_for_reading(path);
    if (!file) return file.error();
    const std::uint64_t size = static_cast<std::uint64_t>(std::max<std::int64_t>(file->size(), 0));
    auto head = read_part(*file, static_cast<std::size_t>(std::min<std::uint64_t>(size, kHeadBytes)));
    if (!head) return head.error();
    auto scan = scan_image(*head, head->size() == size);
    if (scan && scan->need_more) {
        const auto whole = read_whole(*file, size);
        if (!whole) return whole.error();
        scan = scan_image(*whole, true);
    }
    if (!scan) return scan.error();
    return header_of(*scan);
}

Result<ImageHeader> read_picture_file(const std::string& path, int channels, int least_side, PictureRows& to,
                                      std::uint8_t ground) {
    // The size in the header is judged first: a huge file behind it is then never read.
    auto header = scan_picture_file(path);
    if (!header) return header;
    auto file = FileHandle::open_for_reading(path);
    if (!file) return file.error();
    const auto bytes = read_whole(*file, static_cast<std::uint64_t>(std::max<std::int64_t>(file->size(), 0)));
    if (!bytes) return bytes.error();
    if (auto decoded = decode_bare(*bytes, channels, least_side, to, ground); !decoded) return decoded.error();
    return header;
}

Result<ImageHeader> read_image_header(const std::string& path) {
    auto header = scan_picture_file(path);
    if (!header) return named(header.error(), path);
    return header;
}

Result<ImageBuffer> decode_image(const std::string& path, int channels) {
    WholePicture image;
    if (auto done = read_picture_file(path, channels, 0, image); !done) return named(done.error(), path);
    return image.take();
}

Result<ImageBuffer> decode_image_bytes(std::span<const std::uint8_t> bytes, int channels, const std::string& name) {
    WholePicture image;
    if (auto done = decode_bare(bytes, channels, 0, image); !done) return named(done.error(), name);
    return image.take();
}

}  // namespace headroom
