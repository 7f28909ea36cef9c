// Pictures in and out: every conversion, and the refusal of everything damaged, hostile or foreign.
#include "core/io/pictures/image_codec.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

namespace headroom {
namespace {

using test::gradient;
using test::largest_difference;

Result<ImageBuffer> decoded(const std::string& bytes, int channels = 3) {
    const std::span<const std::uint8_t> span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return decode_image_bytes(span, channels, "picture");
}

std::string reason(const std::string& bytes) {
    const auto image = decoded(bytes);
    return image ? "decoded" : image.error().message;
}

std::array<int, 3> pixel(const ImageBuffer& image, int x, int y) {
    const std::uint8_t* p = image.pixels->data() + image.row_bytes() * static_cast<std::size_t>(y) +
                            static_cast<std::size_t>(x * image.channels);
    return {p[0], p[image.channels == 3 ? 1 : 0], p[image.channels == 3 ? 2 : 0]};
}

TEST(ImageCodec, PngRoundTripIsExact) {
    for (const int channels : {1, 3}) {
        const ImageBuffer image = gradient(37, 21, channels);
        const auto bytes = encode_png(image);
        ASSERT_TRUE(bytes);
        const auto back = decode_image_bytes(*bytes, channels, "x");
        ASSERT_TRUE(back);
        EXPECT_EQ(largest_difference(*back, image), 0);
    }
}

TEST(ImageCodec, JpegAndWebpDecodeClosely) {
    const ImageBuffer image = gradient(48, 40);
    for (const bool progressive : {false, true}) {
        const auto jpeg = decoded(test::jpeg_bytes(image, {.progressive = progressive}));
        ASSERT_TRUE(jpeg);
        EXPECT_LE(largest_difference(*jpeg, image), 6);
    }
    const auto webp = decoded(test::webp_bytes(48, 40, 3, *image.pixels));
    ASSERT_TRUE(webp);
    EXPECT_EQ(largest_difference(*webp, image), 0);
}

TEST(ImageCodec, ProgressiveScansAreLimited) {
    const ImageBuffer grey = gradient(16, 16, 1);
    EXPECT_EQ(reason(test::many_scans_jpeg(grey, 11 * 45)), "decoded") << "495 scans";
    EXPECT_EQ(reason(test::many_scans_jpeg(grey, 500)), "decoded");
    EXPECT_NE(reason(test::many_scans_jpeg(grey, 501)).find("it has more than 500 progressive scans"),
              std::string::npos);
    EXPECT_NE(reason(test::many_scans_jpeg(grey, 704)).find("it has more than 500 progressive scans"),
              std::string::npos);
    // 32 * 100 megapixels over the picture's: what a decoder may be made to do is bounded, whatever the size.
    const auto pixels = std::make_shared<std::vector<std::uint8_t>>(std::size_t{8192} * 8192, std::uint8_t{90});
    EXPECT_NE(reason(test::many_scans_jpeg({8192, 8192, 1, pixels}, 48)).find("it has more than 47 progressive scans"),
              std::string::npos);
}

TEST(ImageCodec, GreyAndColourConvertBothWays) {
    const ImageBuffer grey = gradient(16, 16, 1);
    const auto wide = decoded(test::jpeg_bytes(grey, {.quality = 100}));
    ASSERT_TRUE(wide);
    EXPECT_EQ(wide->channels, 3);
    EXPECT_NEAR(pixel(*wide, 15, 3)[2], 220, 2);
    const auto narrow = decoded(test::png_bytes(gradient(16, 16)), 1);
    ASSERT_TRUE(narrow);
    EXPECT_EQ(narrow->channels, 1);
    EXPECT_NEAR(pixel(*narrow, 0, 0)[0], .299 * 20 + .587 * 30 + .114 * 128, 1);
}

TEST(ImageCodec, CmykJpegKeepsItsColours) {
    const ImageBuffer image = gradient(32, 32);
    const auto back = decoded(test::jpeg_bytes(image, {.quality = 100, .cmyk = true}));
    ASSERT_TRUE(back);
    EXPECT_LE(largest_difference(*back, image), 4);
}

TEST(ImageCodec, SixteenBitIsRoundedToEight) {
    const auto image = decoded(test::png_bytes(2, 1, 16, 0, {0x80, 0x00, 0xFF, 0xFF}), 1);
    ASSERT_TRUE(image);
    EXPECT_EQ((*image->pixels)[0], 128);
    EXPECT_EQ((*image->pixels)[1], 255);
}

TEST(ImageCodec, PaletteAndItsTransparency) {
    const std::vector<std::uint8_t> palette{255, 0, 0, 0, 0, 255};
    const auto plain = decoded(test::png_bytes(2, 1, 8, 3, {0, 1}, palette));
    ASSERT_TRUE(plain);
    EXPECT_EQ(pixel(*plain, 1, 0), (std::array<int, 3>{0, 0, 255}));
    const auto clear = decoded(test::png_bytes(2, 1, 8, 3, {0, 1}, palette, {0, 255}));
    ASSERT_TRUE(clear);
    EXPECT_EQ(pixel(*clear, 0, 0), (std::array<int, 3>{255, 255, 255}));
    EXPECT_EQ(pixel(*clear, 1, 0), (std::array<int, 3>{0, 0, 255}));
}

TEST(ImageCodec, OneBitGreyIsBlackAndWhite) {
    const auto image = decoded(test::png_bytes(8, 1, 1, 0, {0b10100000}), 1);
    ASSERT_TRUE(image);
    EXPECT_EQ(std::vector<std::uint8_t>(image->pixels->begin(), image->pixels->begin() + 4),
              (std::vector<std::uint8_t>{255, 0, 255, 0}));
}

TEST(ImageCodec, AlphaIsCompositedOnWhite) {
    const std::vector<std::uint8_t> rgba{200, 100, 0, 255, 200, 100, 0, 0, 200, 100, 0, 128};
    const std::array<int, 3> half{200 * 128 / 255 + 127, 100 * 128 / 255 + 127, 127};
    for (const std::string& bytes : {test::png_bytes(3, 1, 8, 6, rgba), test::webp_bytes(3, 1, 4, rgba)}) {
        const auto image = decoded(bytes);
        ASSERT_TRUE(image);
        EXPECT_EQ(pixel(*image, 0, 0), (std::array<int, 3>{200, 100, 0}));
        EXPECT_EQ(pixel(*image, 1, 0), (std::array<int, 3>{255, 255, 255}));
        for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(pixel(*image, 2, 0)[c], half[c], 1);
    }
    const auto grey = decoded(test::png_bytes(2, 1, 8, 4, {10, 255, 10, 0}), 1);
    ASSERT_TRUE(grey);
    EXPECT_EQ(*grey->pixels, (std::vector<std::uint8_t>{10, 255}));
}

TEST(ImageCodec, FirstFrameOfAnAnimation) {
    std::vector<std::uint8_t> red, blue;
    for (int i = 0; i < 16 * 16; ++i)
        red.insert(red.end(), {255, 0, 0, 255}), blue.insert(blue.end(), {0, 0, 255, 255});
    const std::string bytes = test::animated_webp_bytes(16, 16, {red, blue});
    const auto image = decoded(bytes);
    ASSERT_TRUE(image) << reason(bytes);
    EXPECT_EQ(pixel(*image, 8, 8), (std::array<int, 3>{255, 0, 0}));
    EXPECT_NE(reason(bytes.substr(0, bytes.size() - 8)), "decoded");
}

// The stored picture is dark on the left; EXIF says which edge of the upright picture that is.
TEST(ImageCodec, ExifOrientationTurnsThePicture) {
    struct Case {
        int orientation;
        bool swaps;
        int left_x, left_y;
    };  // where the stored top left corner goes (0 or 1 of each axis)
    const ImageBuffer image = gradient(32, 16);
    const auto corner = pixel(image, 0, 0);
    for (const auto& c : {Case{1, false, 0, 0}, Case{2, false, 1, 0}, Case{3, false, 1, 1}, Case{4, false, 0, 1},
                          Case{5, true, 0, 0}, Case{6, true, 1, 0}, Case{7, true, 1, 1}, Case{8, true, 0, 1}}) {
        for (const bool big : {false, true}) {
            const auto upright = decoded(test::jpeg_bytes(image, {.orientation = c.orientation, .big_endian = big}));
            ASSERT_TRUE(upright);
            EXPECT_EQ(upright->width, c.swaps ? 16 : 32) << c.orientation;
            const auto found = pixel(*upright, c.left_x * (upright->width - 1), c.left_y * (upright->height - 1));
            for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], corner[i], 6) << c.orientation;
        }
    }
}

TEST(ImageCodec, OrientationOfPngAndWebp) {
    const ImageBuffer image = gradient(20, 10);
    std::string png = test::png_bytes(image);
    png.insert(33, test::png_chunk("eXIf", test::exif_block(6, true)));
    const auto upright = decoded(png);
    ASSERT_TRUE(upright) << reason(png);
    EXPECT_EQ(upright->width, 10);
    EXPECT_EQ(pixel(*upright, 9, 0), pixel(image, 0, 0));

    const std::string picture = test::webp_bytes(20, 10, 3, *image.pixels).substr(12);
    const std::string extended = std::string("VP8X\12\0\0\0\10\0\0\0\x13\0\0\11\0\0", 18);
    const std::string exif = test::exif_block(8, false);
    std::string body =
        "WEBP" + extended + picture + "EXIF" + static_cast<char>(exif.size()) + std::string(3, '\0') + exif;
    std::string webp =
        "RIFF" + std::string{static_cast<char>(body.size() & 0xFF), static_cast<char>(body.size() >> 8), '\0', '\0'} +
        body;
    const auto turned = decoded(webp);
    ASSERT_TRUE(turned) << reason(webp);
    EXPECT_EQ(turned->height, 20);
    EXPECT_EQ(pixel(*turned, 0, 19), pixel(image, 0, 0));
}

TEST(ImageCodec, EveryTruncationIsAnError) {
    const ImageBuffer image = gradient(24, 24);
    for (const std::string& whole : {test::jpeg_bytes(image), test::jpeg_bytes(image, {.progressive = true}),
                                     test::png_bytes(image), test::webp_bytes(24, 24, 3, *image.pixels)}) {
        ASSERT_TRUE(decoded(whole));
        for (std::size_t length = 0; length < whole.size(); ++length) {
            EXPECT_FALSE(decoded(whole.substr(0, length))) << "cut at " << length << " of " << whole.size();
        }
    }
}

TEST(ImageCodec, AWrongCrcIsAnError) {
    std::string png = test::png_bytes(gradient(24, 24));
    png[png.size() - 16] ^= 1;  // the CRC of IDAT
    EXPECT_NE(reason(png).find("damaged"), std::string::npos) << reason(png);
    std::string ancillary = test::png_bytes(gradient(24, 24));
    std::string chunk = test::png_chunk("tEXt", "a");
    chunk.back() ^= 1;
    ancillary.insert(33, chunk);
    EXPECT_NE(reason(ancillary), "decoded");
}

TEST(ImageCodec, NoByteOfAFileCanCrashTheDecoders) {
    const ImageBuffer image = gradient(16, 16);
    for (const std::string& whole : {test::jpeg_bytes(image, {.orientation = 6}), test::png_bytes(image),
                                     test::webp_bytes(16, 16, 3, *image.pixels)}) {
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (const int change : {0x01, 0x80, 0xFF}) {
                std::string damaged = whole;
                damaged[at] = static_cast<char>(damaged[at] ^ change);
                const auto result = decoded(damaged);
                if (result)
                    EXPECT_EQ(result->pixels->size(), result->row_bytes() * static_cast<std::size_t>(result->height));
            }
        }
    }
}

TEST(ImageCodec, HugeSizesAreRefusedFromTheHeader) {
    const std::string huge_png = "\x89PNG\r\n\x1A\n" +
                                 test::png_chunk("IHDR", std::string("\0\0\x9C\x40\0\0\x9C\x40\x08\x02\0\0\0", 13)) +
                                 test::png_chunk("IDAT", "x");
    EXPECT_NE(reason(huge_png).find("40000 x 40000"), std::string::npos) << reason(huge_png);
    std::string huge_jpeg = test::jpeg_bytes(gradient(16, 16));
    const std::size_t frame = huge_jpeg.find("\xFF\xC0");
    huge_jpeg.replace(frame + 5, 4, "\xEA\x60\xEA\x60");
    EXPECT_NE(reason(huge_jpeg).find("60000 x 60000"), std::string::npos) << reason(huge_jpeg);
    huge_jpeg.replace(frame + 5, 4, "\x3A\x98\x3A\x98");
    EXPECT_EQ(reason(huge_jpeg),
              "cannot read picture: it has 15000 x 15000 pixels, and at most 100 megapixels are read");
    const test::TempFolder folder;
    test::write_bytes(folder.file("huge.png"), huge_png);
    EXPECT_FALSE(read_image_header(folder.file("huge.png")));
}

TEST(ImageCodec, ManyScansAreRefused) {
    const std::string whole = test::jpeg_bytes(gradient(16, 16, 1), {.progressive = true});
    // The last scan (a refinement), repeated: each repetition is a scan of its own.
    const std::size_t last = whole.rfind("\xFF\xDA");
    std::string many = whole.substr(0, whole.size() - 2);
    for (int i = 0; i < 600; ++i) many += whole.substr(last, whole.size() - 2 - last);
    many += "\xFF\xD9";
    EXPECT_FALSE(decoded(many));
}

/// 5 x 4: in it at (1, 1) 4 x 3 interlaced pixels of four colours, of which the third is transparent; a comment stands before.
std::string small_gif() {
    constexpr unsigned char kBytes[] = {0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x05, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00,
                                        0x21, 0xfe, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x00, 0x21, 0xf9, 0x04, 0x01,
                                        0x07, 0x00, 0x02, 0x00, 0x2c, 0x01, 0x00, 0x01, 0x00, 0x04, 0x00, 0x03, 0x00,
                                        0xc1, 0xff, 0x00, 0x00, 0x00, 0xff, 0x00, 0x09, 0x09, 0x09, 0x00, 0x00, 0xff,
                                        0x02, 0x08, 0x44, 0xa8, 0x31, 0xe1, 0xc6, 0x89, 0x41, 0x01, 0x00, 0x3b};
    return {reinterpret_cast<const char*>(kBytes), sizeof kBytes};
}

TEST(ImageCodec, AGifIsItsFirstFrameOnItsCanvas) {
    const auto image = decoded(small_gif(), 4);
    ASSERT_TRUE(image) << image.error().message;
    ASSERT_EQ(image->width, 5);
    ASSERT_EQ(image->height, 4);
    const char* const rows[] = {"-----", "-rg-b", "-b-gr", "-ggbb"};
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 5; ++x) {
            const std::uint8_t* p = image->pixels->data() + 4 * (5 * y + x);
            const char wanted = rows[y][x];
            EXPECT_EQ(p[3], wanted == '-' ? 0 : 255) << x << " " << y;
            if (wanted == '-') continue;
            const std::array<int, 3> found{p[0], p[1], p[2]};
            EXPECT_EQ(found, (std::array{wanted == 'r' ? 255 : 0, wanted == 'g' ? 255 : 0, wanted == 'b' ? 255 : 0}))
                << x << " " << y;
        }
    }
    EXPECT_EQ(decoded(small_gif(), 3)->pixels->front(), 255) << "on white";
}

TEST(ImageCodec, GifsThatAreCutOffOrDamagedAreRefused) {
    const std::string whole = small_gif();
    for (std::size_t n = 1; n + 3 < whole.size(); ++n) EXPECT_FALSE(decoded(whole.substr(0, n))) << n;
    std::string wide = whole, colour = whole;
    wide[35] = 6;  // the picture's width: beyond the canvas
    EXPECT_NE(reason(wide).find("damaged"), std::string::npos);
    colour[39] = '\x40';  // no colours of its own, and the file has none
    EXPECT_NE(reason(colour).find("damaged"), std::string::npos);
    for (std::size_t at = 13; at < whole.size(); ++at) {
        for (const char with : {'\0', '\x7f', '\xff'}) {
            std::string damaged = whole;
            damaged[at] = with;
            (void)decoded(damaged);  // whatever comes, nothing is read or written beside it
        }
    }
}

TEST(ImageCodec, ForeignFilesAreNamed) {
    EXPECT_NE(reason("").find("empty"), std::string::npos);
    EXPECT_NE(reason("GIF89a....").find("cut off"), std::string::npos);
    EXPECT_NE(reason("BM and more").find("BMP"), std::string::npos);
    EXPECT_NE(reason("<!DOCTYPE html>").find("web page"), std::string::npos);
    EXPECT_NE(reason("version https://git-lfs.github.com/spec/v1\n").find("git-LFS"), std::string::npos);
    EXPECT_NE(reason("just some text").find("not a JPEG, PNG, WebP or GIF"), std::string::npos);
    EXPECT_NE(reason("\xFF\xD8\xFF").find("cut off"), std::string::npos);
}

TEST(ImageCodec, FilesAreReadByContentAndNamedInErrors) {
    const test::TempFolder folder;
    test::write_bytes(folder.file("picture.txt"), test::jpeg_bytes(gradient(30, 20), {.orientation = 6}));
    const auto header = read_image_header(folder.file("picture.txt"));
    ASSERT_TRUE(header);
    EXPECT_EQ(header->width, 20);
    EXPECT_EQ(header->height, 30);
    EXPECT_EQ(header->format, "jpeg");
    EXPECT_TRUE(decode_image(folder.file("picture.txt")));
    test::write_bytes(folder.file("bad.jpg"), "text");
    const auto bad = decode_image(folder.file("bad.jpg"));
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, ErrorCode::BadFile);
    EXPECT_NE(bad.error().message.find("bad.jpg"), std::string::npos);
    EXPECT_EQ(decode_image(folder.file("none.jpg")).error().code, ErrorCode::NotFound);
    EXPECT_FALSE(decode_image(folder.path()));
}

TEST(ImageCodec, AHeaderBehindALongProfileIsFound) {
    const std::string jpeg = test::jpeg_bytes(gradient(30, 20));
    std::string profile;
    for (int i = 0; i < 3; ++i) profile += std::string("\xFF\xE2\xFF\xFF", 4) + std::string(65533, 'p');
    const test::TempFolder folder;
    test::write_bytes(folder.file("long.jpg"), jpeg.substr(0, 2) + profile + jpeg.substr(2));
    const auto header = read_image_header(folder.file("long.jpg"));
    ASSERT_TRUE(header);
    EXPECT_EQ(header->width, 30);
    EXPECT_TRUE(decode_image(folder.file("long.jpg")));
}

TEST(ImageResize, ShrinkingAverages) {
    const ImageBuffer image{
        4, 2, 1,
        std::make_shared<std::vector<std::uint8_t>>(std::vector<std::uint8_t>{0, 10, 100, 110, 20, 30, 120, 130})};
    const ImageBuffer half = resize_image(image, 2, 1);
    EXPECT_EQ(*half.pixels, (std::vector<std::uint8_t>{15, 115}));
    const ImageBuffer odd = resize_image(gradient(30, 30), 7, 11);
    const auto mean = [](const ImageBuffer& i) {
        return std::accumulate(i.pixels->begin(), i.pixels->end(), 0.0) / static_cast<double>(i.pixels->size());
    };
    EXPECT_NEAR(mean(odd), mean(gradient(30, 30)), 1.0);
}

TEST(ImageResize, EnlargingIsSmoothAndKeepsFlatColours) {
    const ImageBuffer large = resize_image(gradient(8, 8), 64, 64);
    for (int x = 1; x < 64; ++x) EXPECT_LE(std::abs(pixel(large, x, 30)[0] - pixel(large, x - 1, 30)[0]), 8);
    const ImageBuffer flat{5, 5, 1, std::make_shared<std::vector<std::uint8_t>>(25, std::uint8_t{77})};
    const ImageBuffer still_flat = resize_image(flat, 33, 17);
    for (const std::uint8_t value : *still_flat.pixels) EXPECT_EQ(value, 77);
    EXPECT_EQ(largest_difference(resize_image(gradient(9, 7), 9, 7), gradient(9, 7)), 0);
}

TEST(ImageGrid, LaysPicturesOutOnWhite) {
    const ImageBuffer grid = compose_grid({gradient(4, 4), gradient(4, 4), gradient(4, 4)}, 2, 1);
    EXPECT_EQ(grid.width, 11);
    EXPECT_EQ(grid.height, 11);
    EXPECT_EQ(pixel(grid, 0, 0), (std::array<int, 3>{255, 255, 255}));
    EXPECT_EQ(pixel(grid, 1, 1), pixel(gradient(4, 4), 0, 0));
    EXPECT_EQ(pixel(grid, 6, 1), pixel(gradient(4, 4), 0, 0));
    EXPECT_EQ(pixel(grid, 4, 9), pixel(gradient(4, 4), 3, 3));
    EXPECT_EQ(pixel(grid, 8, 8), (std::array<int, 3>{255, 255, 255}));
    EXPECT_TRUE(compose_grid({}, 3).empty());
    EXPECT_EQ(compose_grid(ImageList(5, gradient(4, 4))).width, 3 * (4 + kGridGap) + kGridGap);
}

TEST(ImageCodec, WritePngReportsAnImpossiblePath) {
    const test::TempFolder folder;
    ASSERT_TRUE(write_png(folder.file("a.png"), gradient(4, 4)));
    EXPECT_TRUE(decode_image(folder.file("a.png")));
    const auto failed = write_png(folder.file("no/such/folder.png"), gradient(4, 4));
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::Disk);
    EXPECT_FALSE(write_png(folder.file("b.png"), ImageBuffer{}));
    EXPECT_FALSE(std::filesystem::exists(folder.file("b.png")));
}

}  // namespace
}  // namespace headroom
