// Writers for test pictures. Errors of the libraries end the test program, which is what a broken fixture deserves.
#include "tests/support/picture_files.h"

#include "core/base/random.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>
#include <zlib.h>

namespace headroom::test {
namespace {

std::string big32(std::uint32_t v) {
    return {static_cast<char>(v >> 24), static_cast<char>(v >> 16 & 0xFF), static_cast<char>(v >> 8 & 0xFF),
            static_cast<char>(v & 0xFF)};
}
std::string little32(std::uint32_t v) {
    std::string s = big32(v);
    std::reverse(s.begin(), s.end());
    return s;
}
std::string little24(std::uint32_t v) { return little32(v).substr(0, 3); }

std::string riff_chunk(const std::string& type, const std::string& body) {
    return type + little32(static_cast<std::uint32_t>(body.size())) + body +
           (body.size() % 2 ? std::string(1, '\0') : "");
}

/// A JPEG that is compressed into memory.
struct JpegToMemory {
    explicit JpegToMemory(const ImageBuffer& image) {
        info.err = jpeg_std_error(&errors);
        jpeg_create_compress(&info);
        jpeg_mem_dest(&info, &memory, &size);
        info.image_width = static_cast<JDIMENSION>(image.width);
        info.image_height = static_cast<JDIMENSION>(image.height);
    }
    ~JpegToMemory() {
        jpeg_destroy_compress(&info);
        std::free(memory);
    }
    JpegToMemory(const JpegToMemory&) = delete;
    JpegToMemory& operator=(const JpegToMemory&) = delete;

    std::string finish() {
        jpeg_finish_compress(&info);
        return {reinterpret_cast<char*>(memory), size};
    }

    jpeg_compress_struct info;
    jpeg_error_mgr errors;
    unsigned char* memory = nullptr;
    unsigned long size = 0;
};

}  // namespace

ImageBuffer gradient(int width, int height, int channels) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>();
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const int r = 20 + 200 * x / std::max(width - 1, 1), g = 30 + 180 * y / std::max(height - 1, 1);
            pixels->push_back(static_cast<std::uint8_t>(r));
            if (channels == 3)
                pixels->insert(pixels->end(), {static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(128)});
        }
    }
    return {width, height, channels, pixels};
}

std::string exif_block(int orientation, bool big_endian) {
    const auto value = static_cast<char>(orientation);
    if (big_endian) return std::string("MM\0*\0\0\0\10\0\1\1\x12\0\3\0\0\0\1\0", 19) + value + std::string(6, '\0');
    return std::string("II*\0\10\0\0\0\1\0\x12\1\3\0\1\0\0\0", 18) + value + std::string(7, '\0');
}

ImageBuffer drawing(int seed, int width, int height) {
    RandomStream random(7, RandomPurpose::Scene, static_cast<std::uint64_t>(seed));
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(static_cast<std::size_t>(width * height * 3), 128);
    for (int box = 0; box < 14; ++box) {
        const double left = random.uniform(0, 0.8), top = random.uniform(0, 0.8);
        const double right = left + random.uniform(0.1, 0.4), bottom = top + random.uniform(0.1, 0.4);
        std::uint8_t colour[3];
        for (std::uint8_t& c : colour) c = static_cast<std::uint8_t>(random.below(256));
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const double u = (x + 0.5) / width, v = (y + 0.5) / height;
                if (u < left || u > right || v < top || v > bottom) continue;
                for (std::size_t c = 0; c < 3; ++c)
                    (*pixels)[static_cast<std::size_t>(y * width + x) * 3 + c] = colour[c];
            }
        }
    }
    return {width, height, 3, pixels};
}

std::string jpeg_bytes(const ImageBuffer& image, const JpegOptions& options) {
    JpegToMemory jpeg(image);
    jpeg_compress_struct& info = jpeg.info;
    info.input_components = options.cmyk ? 4 : image.channels;
    info.in_color_space = options.cmyk ? JCS_CMYK : image.channels == 3 ? JCS_RGB : JCS_GRAYSCALE;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, options.quality, TRUE);
    if (options.progressive) jpeg_simple_progression(&info);
    jpeg_start_compress(&info, TRUE);
    if (options.orientation > 0) {
        const std::string body = std::string("Exif\0\0", 6) + exif_block(options.orientation, options.big_endian);
        jpeg_write_marker(&info, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(body.data()),
                          static_cast<unsigned>(body.size()));
    }
    std::vector<std::uint8_t> row(image.row_bytes() / static_cast<std::size_t>(image.channels) *
                                  static_cast<std::size_t>(info.input_components));
    for (int y = 0; y < image.height; ++y) {
        const std::uint8_t* from = image.pixels->data() + image.row_bytes() * static_cast<std::size_t>(y);
        if (options.cmyk) {
            for (std::size_t x = 0; x < static_cast<std::size_t>(image.width); ++x) {
                std::memcpy(&row[x * 4], from + x * 3, 3);  // inverted inks are the colours themselves
                row[x * 4 + 3] = 255;
            }
        } else {
            std::memcpy(row.data(), from, row.size());
        }
        JSAMPROW rows = row.data();
        jpeg_write_scanlines(&info, &rows, 1);
    }
    return jpeg.finish();
}

std::string png_chunk(const std::string& type, const std::string& body) {
    const std::string covered = type + body;
    const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(covered.data()), static_cast<uInt>(covered.size()));
    return big32(static_cast<std::uint32_t>(body.size())) + covered + big32(static_cast<std::uint32_t>(crc));
}

std::string many_scans_jpeg(const ImageBuffer& image, int scans) {
    constexpr int kBits = 10;
    std::vector<jpeg_scan_info> script;
    for (int coefficient = 0; coefficient < 64; ++coefficient) {
        for (int bit = kBits; bit >= 0; --bit) {
            script.push_back({1, {0}, coefficient, coefficient, bit == kBits ? 0 : bit + 1, bit});
        }
    }
    script.resize(static_cast<std::size_t>(scans));
    JpegToMemory jpeg(image);
    jpeg_compress_struct& info = jpeg.info;
    info.input_components = 1;
    info.in_color_space = JCS_GRAYSCALE;
    jpeg_set_defaults(&info);
    info.scan_info = script.data();
    info.num_scans = scans;
    jpeg_start_compress(&info, TRUE);
    std::vector<std::uint8_t> pixels = *image.pixels;
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = pixels.data() + image.row_bytes() * info.next_scanline;
        jpeg_write_scanlines(&info, &row, 1);
    }
    return jpeg.finish();
}

std::string png_bytes(int width, int height, int bit_depth, int type, const std::vector<std::uint8_t>& samples,
                      const std::vector<std::uint8_t>& palette, const std::vector<std::uint8_t>& alpha) {
    const std::size_t stride = samples.size() / static_cast<std::size_t>(height);
    std::string raw;
    for (int y = 0; y < height; ++y) {
        raw += '\0';
        raw.append(reinterpret_cast<const char*>(samples.data()) + stride * static_cast<std::size_t>(y), stride);
    }
    uLongf length = compressBound(static_cast<uLong>(raw.size()));
    std::string packed(length, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &length, reinterpret_cast<const Bytef*>(raw.data()),
             static_cast<uLong>(raw.size()));
    packed.resize(length);
    const std::string header = big32(static_cast<std::uint32_t>(width)) + big32(static_cast<std::uint32_t>(height)) +
                               static_cast<char>(bit_depth) + static_cast<char>(type) + std::string(3, '\0');
    std::string bytes = "\x89PNG\r\n\x1A\n" + png_chunk("IHDR", header);
    if (!palette.empty()) bytes += png_chunk("PLTE", std::string(palette.begin(), palette.end()));
    if (!alpha.empty()) bytes += png_chunk("tRNS", std::string(alpha.begin(), alpha.end()));
    return bytes + png_chunk("IDAT", packed) + png_chunk("IEND", "");
}

std::string png_bytes(const ImageBuffer& image) {
    return png_bytes(image.width, image.height, 8, image.channels == 3 ? 2 : 0, *image.pixels);
}

std::string webp_bytes(int width, int height, int channels, const std::vector<std::uint8_t>& pixels) {
    std::uint8_t* memory = nullptr;
    const std::size_t size = channels == 4 ? WebPEncodeLosslessRGBA(pixels.data(), width, height, width * 4, &memory)
                                           : WebPEncodeLosslessRGB(pixels.data(), width, height, width * 3, &memory);
    std::string bytes(reinterpret_cast<char*>(memory), size);
    WebPFree(memory);
    return bytes;
}

std::string animated_webp_bytes(int width, int height, const std::vector<std::vector<std::uint8_t>>& frames) {
    const std::string size =
        little24(static_cast<std::uint32_t>(width - 1)) + little24(static_cast<std::uint32_t>(height - 1));
    std::string body = "WEBP" + riff_chunk("VP8X", little32(0x12) + size) + riff_chunk("ANIM", std::string(6, '\0'));
    for (const auto& frame : frames) {
        const std::string picture = webp_bytes(width, height, 4, frame).substr(12);
        body += riff_chunk("ANMF", little24(0) + little24(0) + size + little24(100) + '\0' + picture);
    }
    return riff_chunk("RIFF", body);
}

int largest_difference(const ImageBuffer& a, const ImageBuffer& b) {
    if (a.width != b.width || a.height != b.height || a.channels != b.channels || a.empty() || b.empty()) return 256;
    int largest = 0;
    for (std::size_t i = 0; i < a.pixels->size(); ++i)
        largest = std::max(largest, std::abs((*a.pixels)[i] - (*b.pixels)[i]));
    return largest;
}

}  // namespace headroom::test
