// Writes PNG through libpng. libpng reports errors by longjmp, so the function that it jumps within holds plain values only.
#include "core/io/files/atomic_file.h"
#include "core/io/pictures/image_codec.h"

#include <csetjmp>
#include <cstdio>
#include <exception>

#include <png.h>

namespace headroom {
namespace {

struct PngSink {
    std::vector<std::uint8_t>* bytes;
    char message[128] = "";
};

void on_write(png_structp png, png_bytep data, png_size_t length) {
    auto* sink = static_cast<PngSink*>(png_get_io_ptr(png));
    bool failed = false;
    try {
        sink->bytes->insert(sink->bytes->end(), data, data + length);
    } catch (const std::exception&) { failed = true; }
    if (failed) png_error(png, "not enough memory");
}

void on_flush(png_structp) {}

[[noreturn]] void on_encode_error(png_structp png, png_const_charp message) {
    auto* sink = static_cast<PngSink*>(png_get_error_ptr(png));
    std::snprintf(sink->message, sizeof sink->message, "%s", message);
    png_longjmp(png, 1);
}

void on_encode_warning(png_structp, png_const_charp) {}

bool encode(const ImageBuffer& image, const std::uint8_t* pixels, png_text* texts, int text_count, PngSink* sink) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, sink, on_encode_error, on_encode_warning);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    if (!info) {
        png_destroy_write_struct(&png, nullptr);
        return false;
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, sink, on_write, on_flush);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
                 image.channels == 1   ? PNG_COLOR_TYPE_GRAY
                 : image.channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA
                                       : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (text_count > 0) png_set_text(png, info, texts, text_count);
    png_write_info(png, info);
    const std::size_t stride = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.channels);
    for (int y = 0; y < image.height; ++y) png_write_row(png, pixels + stride * static_cast<std::size_t>(y));
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    return true;
}

}  // namespace

Result<std::vector<std::uint8_t>> encode_png(const ImageBuffer& image, const ImageNotes& notes) {
    const bool sound = image.pixels && image.width > 0 && image.height > 0 &&
                       (image.channels == 1 || image.channels == 3 || image.channels == 4) &&
                       image.pixels->size() == image.row_bytes() * static_cast<std::size_t>(image.height);
    if (!sound) return make_error(ErrorCode::InvalidArgument, "There is no picture to write as PNG.");
    std::vector<std::uint8_t> bytes;
    PngSink sink{&bytes};
    ImageNotes kept = notes;  // libpng asks for texts that it may write to, and does not
    std::vector<png_text> texts(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        texts[i] = {};
        const bool long_text = kept[i].second.size() > 1000;
        texts[i].compression = long_text ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE;
        texts[i].key = kept[i].first.data();
        texts[i].text = kept[i].second.data();
        texts[i].itxt_length = kept[i].second.size();
    }
    if (!encode(image, image.pixels->data(), texts.data(), static_cast<int>(texts.size()), &sink)) {
        return make_error(ErrorCode::Internal, "The picture could not be written as PNG.", {}, sink.message);
    }
    return bytes;
}

Result<void> write_png(const std::string& path, const ImageBuffer& image, const ImageNotes& notes) {
    auto bytes = encode_png(image, notes);
    if (!bytes) return bytes.error();
    return write_file_atomic(path, std::as_bytes(std::span(*bytes)));
}

}  // namespace headroom
