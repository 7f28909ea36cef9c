// PNG through libpng. Its errors come by longjmp, so the function that it jumps within holds plain values only. A wrong CRC
// anywhere is an error.
#include "core/io/pictures/image_decoders.h"

#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

#include <png.h>

namespace headroom {
namespace {

struct PngSource {
    const std::uint8_t* bytes;
    std::size_t size, at;
    bool ran_out;
    char message[160];
};

struct PngReader {
    png_structp png = nullptr;
    png_infop info = nullptr;
    ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
    auto* source = static_cast<PngSource*>(png_get_error_ptr(png));
    if (source->ran_out) {
        std::snprintf(source->message, sizeof source->message, "it is cut off");
    } else {
        std::snprintf(source->message, sizeof source->message, "it is damaged (%s)", message);
    }
    png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep out, png_size_t length) {
    auto* source = static_cast<PngSource*>(png_get_io_ptr(png));
    if (length > source->size - source->at) {
        source->ran_out = true;
        png_error(png, "end of file");
    }
    std::memcpy(out, source->bytes + source->at, length);
    source->at += length;
}

/// Reads the header and asks for 8-bit grey, RGB or RGBA rows.
bool start(const PngReader& reader, PngSource* source) {
    png_structp png = reader.png;
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_read_fn(png, source, on_read);
    png_set_user_limits(png, static_cast<png_uint_32>(kMaxSide), static_cast<png_uint_32>(kMaxSide));
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_read_info(png, reader.info);
    const int type = png_get_color_type(png, reader.info);
    const bool transparent = (type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, reader.info, PNG_INFO_tRNS) != 0;
    png_set_expand(png);
    png_set_scale_16(png);
    if (transparent && (type & PNG_COLOR_MASK_COLOR) == 0) png_set_gray_to_rgb(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, reader.info);
    return true;
}

/// Row after row through `row`.
bool give_rows(const PngReader& reader, std::uint8_t* row, int height, PictureRows& to) {
    png_structp png = reader.png;
    if (setjmp(png_jmpbuf(png))) return false;
    for (int y = 0; y < height; ++y) {
        png_read_row(png, row, nullptr);
        to.row(row);
    }
    png_read_end(png, nullptr);
    return true;
}

/// An interlaced picture: every pass writes pixels of all of it.
bool read_passes(const PngReader& reader, std::uint8_t* out, std::size_t stride, int height) {
    png_structp png = reader.png;
    if (setjmp(png_jmpbuf(png))) return false;
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; ++pass) {
        for (int y = 0; y < height; ++y) png_read_row(png, out + stride * static_cast<std::size_t>(y), nullptr);
    }
    png_read_end(png, nullptr);
    return true;
}

}  // namespace

Result<void> decode_png(std::span<const std::uint8_t> bytes, const ImageScan& scan, PictureRows& to) {
    PngSource source{bytes.data(), bytes.size(), 0, false, "libpng could not be started"};
    PngReader reader;
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, on_error, on_warning);
    reader.info = reader.png ? png_create_info_struct(reader.png) : nullptr;
    if (!reader.info || !start(reader, &source)) return make_error(ErrorCode::BadFile, source.message);

    const int channels = png_get_channels(reader.png, reader.info);
    const std::size_t stride = png_get_rowbytes(reader.png, reader.info);
    const bool expected = png_get_bit_depth(reader.png, reader.info) == 8 && channels != 2 &&
                          stride == static_cast<std::size_t>(scan.width) * static_cast<std::size_t>(channels);
    if (!expected) return make_error(ErrorCode::BadFile, "its PNG headers contradict each other");
    const auto height = static_cast<std::size_t>(scan.height);
    const bool at_once = png_get_interlace_type(reader.png, reader.info) == PNG_INTERLACE_NONE;
    std::vector<std::uint8_t> pixels(at_once ? stride : stride * height);
    to.begin(scan.width, scan.height, channels);
    const bool whole = at_once ? give_rows(reader, pixels.data(), scan.height, to)
                               : read_passes(reader, pixels.data(), stride, scan.height);
    if (!whole) return make_error(ErrorCode::BadFile, source.message);
    for (std::size_t y = 0; y < height && !at_once; ++y) to.row(&pixels[stride * y]);
    return {};
}

}  // namespace headroom
