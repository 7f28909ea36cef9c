// JPEG through libjpeg-turbo. Its errors come by longjmp, so the function that it jumps within holds plain values only. Warnings
// about the data are errors: they are how the library says that it made pixels up.
#include "core/io/pictures/image_decoders.h"

#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <jerror.h>
#include <jpeglib.h>

namespace headroom {
namespace {

struct Decoder {
    jpeg_decompress_struct info;
    jpeg_error_mgr errors;
    jpeg_progress_mgr progress;
    std::jmp_buf jump;
    int max_scans;
    char message[JMSG_LENGTH_MAX + 32];
};

Decoder& decoder_of(j_common_ptr info) { return *static_cast<Decoder*>(info->client_data); }

[[noreturn]] void fail(Decoder& decoder) { std::longjmp(decoder.jump, 1); }

void on_error(j_common_ptr info) {
    Decoder& decoder = decoder_of(info);
    char text[JMSG_LENGTH_MAX];
    (*info->err->format_message)(info, text);
    std::snprintf(decoder.message, sizeof decoder.message, "it is damaged (%s)", text);
    fail(decoder);
}

void on_message(j_common_ptr info, int level) {
    if (level >= 0) return;
    const int code = info->err->msg_code;
    if (code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR) return;  // about labels, not about pixels
    Decoder& decoder = decoder_of(info);
    if (code != JWRN_JPEG_EOF) on_error(info);
    std::snprintf(decoder.message, sizeof decoder.message, "it is cut off");
    fail(decoder);
}

void on_output(j_common_ptr) {}

void on_progress(j_common_ptr info) {
    Decoder& decoder = decoder_of(info);
    if (decoder.info.input_scan_number <= decoder.max_scans) return;
    std::snprintf(decoder.message, sizeof decoder.message, "it has more than %d progressive scans", decoder.max_scans);
    fail(decoder);
}

void set_up(Decoder& decoder, const ImageScan& scan) {
    decoder.info.err = jpeg_std_error(&decoder.errors);
    decoder.errors.error_exit = on_error;
    decoder.errors.emit_message = on_message;
    decoder.errors.output_message = on_output;
    decoder.info.client_data = &decoder;
    decoder.progress = {};
    decoder.progress.progress_monitor = on_progress;
    // Every scan visits every block: large pictures get fewer, so that a small file cannot ask for hours of work.
    const std::int64_t affordable = 32 * kMaxPixels / (std::int64_t{scan.width} * scan.height);
    decoder.max_scans = static_cast<int>(std::clamp<std::int64_t>(affordable, 32, kMaxScans));
}

/// By how much smaller a picture can be decoded: the inverse transform of fewer frequencies.
unsigned reduction(const jpeg_decompress_struct& info, int least_side) {
    const unsigned side = std::min(info.image_width, info.image_height);
    unsigned by = 1;
    while (least_side > 0 && by < 8 && side / (by * 2) >= static_cast<unsigned>(least_side)) by *= 2;
    return by;
}

/// Reads the header and starts; false with decoder.message set on failure.
bool start(Decoder& decoder, const std::uint8_t* bytes, std::size_t size, int least_side) {
    if (setjmp(decoder.jump)) return false;
    jpeg_create_decompress(&decoder.info);
    decoder.info.client_data = &decoder;
    decoder.info.progress = &decoder.progress;
    jpeg_mem_src(&decoder.info, bytes, static_cast<unsigned long>(size));
    jpeg_read_header(&decoder.info, TRUE);
    const J_COLOR_SPACE stored = decoder.info.jpeg_color_space;
    if (stored == JCS_GRAYSCALE) {
        decoder.info.out_color_space = JCS_GRAYSCALE;
    } else if (stored == JCS_CMYK || stored == JCS_YCCK) {
        decoder.info.out_color_space = JCS_CMYK;
    } else {
        decoder.info.out_color_space = JCS_RGB;
    }
    decoder.info.scale_num = 1;
    decoder.info.scale_denom = reduction(decoder.info, least_side);
    jpeg_start_decompress(&decoder.info);
    return true;
}

/// CMYK to RGB in place, without a colour profile. Adobe's files store the inks inverted.
void inks_to_rgb(std::uint8_t* pixels, std::size_t count, bool inverted) {
    const unsigned flip = inverted ? 0 : 255;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* ink = pixels + i * 4;
        const unsigned c = ink[0] ^ flip, m = ink[1] ^ flip, y = ink[2] ^ flip, k = ink[3] ^ flip;
        std::uint8_t* rgb = pixels + i * 3;
        rgb[0] = static_cast<std::uint8_t>((c * k + 127) / 255);
        rgb[1] = static_cast<std::uint8_t>((m * k + 127) / 255);
        rgb[2] = static_cast<std::uint8_t>((y * k + 127) / 255);
    }
}

/// Row after row through `row`.
bool give_rows(Decoder& decoder, std::uint8_t* row, PictureRows& to) {
    if (setjmp(decoder.jump)) return false;
    const bool inks = decoder.info.output_components == 4, inverted = decoder.info.saw_Adobe_marker;
    while (decoder.info.output_scanline < decoder.info.output_height) {
        jpeg_read_scanlines(&decoder.info, &row, 1);
        if (inks) inks_to_rgb(row, decoder.info.output_width, inverted);
        to.row(row);
    }
    jpeg_finish_decompress(&decoder.info);
    return true;
}

/// Frees the library's memory whichever way the decoding ends.
struct Cleanup {
    Decoder& decoder;
    ~Cleanup() { jpeg_destroy_decompress(&decoder.info); }
};

}  // namespace

Result<void> decode_jpeg(std::span<const std::uint8_t> bytes, const ImageScan& scan, int least_side, PictureRows& to) {
    Decoder decoder;
    std::memset(&decoder.info, 0, sizeof decoder.info);
    set_up(decoder, scan);
    const Cleanup cleanup{decoder};
    const auto failed = [&] { return make_error(ErrorCode::BadFile, decoder.message); };
    if (!start(decoder, bytes.data(), bytes.size(), least_side)) return failed();
    const jpeg_decompress_struct& info = decoder.info;
    if (static_cast<int>(info.image_width) != scan.width || static_cast<int>(info.image_height) != scan.height)
        return make_error(ErrorCode::BadFile, "its JPEG headers contradict each other");
    std::vector<std::uint8_t> row(std::size_t{info.output_width} * static_cast<std::size_t>(info.output_components));
    to.begin(static_cast<int>(info.output_width), static_cast<int>(info.output_height),
             info.output_components == 1 ? 1 : 3);
    if (!give_rows(decoder, row.data(), to)) return failed();
    return {};
}

}  // namespace headroom
