// Resampling against Pillow's bytes (tests/bench/rrdb_peer.py made them), alpha through a PNG and back, and the texts of a PNG.
#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/resample.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <zlib.h>
#include <cstdlib>
#include <fstream>

namespace headroom {
namespace {

using test::TempFolder;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

ImageBuffer stored(const std::string& name, int channels) {
    auto image = decode_image(std::string(HEADROOM_TEST_DATA) + "/resample/" + name + ".png", channels);
    EXPECT_TRUE(image) << (image ? "" : image.error().message);
    return image ? *image : ImageBuffer{};
}

int most_apart(const ImageBuffer& a, const ImageBuffer& b) {
    EXPECT_EQ(a.pixels->size(), b.pixels->size());
    int most = 0;
    for (std::size_t i = 0; i < a.pixels->size(); ++i) most = std::max(most, std::abs((*a.pixels)[i] - (*b.pixels)[i]));
    return most;
}

TEST(Resample, IsPillowsToTheBit) {
    for (const auto& [name, channels] : {std::pair{"rgb", 3}, {"rgba", 4}}) {
        const ImageBuffer from = stored(name, channels);
        for (const auto& [kernel, filter] :
             {std::pair{"lanczos", ResampleFilter::Lanczos}, {"bicubic", ResampleFilter::Bicubic}}) {
            for (const auto& [width, height] : {std::pair{26, 18}, {39, 27}, {52, 36}, {6, 4}, {13, 20}}) {
                const std::string file =
                    std::string(name) + "-" + kernel + "-" + std::to_string(width) + "x" + std::to_string(height);
                const ImageBuffer got = resample(from, width, height, filter);
                ASSERT_EQ(got.width, width);
                ASSERT_EQ(got.height, height);
                EXPECT_EQ(most_apart(got, stored(file, channels)), 0) << file;
            }
        }
    }
}

TEST(Resample, GreyIsAColourOfItsOwnAndTheSameSizeTheSamePicture) {
    const ImageBuffer grey = test::gradient(11, 7, 1);
    const ImageBuffer wide = resample(grey, 22, 14, ResampleFilter::Lanczos);
    EXPECT_EQ(wide.channels, 1);
    EXPECT_EQ(wide.pixels->size(), 22u * 14u);
    EXPECT_EQ(resample(grey, 11, 7, ResampleFilter::Lanczos).pixels, grey.pixels);
    EXPECT_TRUE(resample({}, 4, 4, ResampleFilter::Lanczos).empty());
    EXPECT_TRUE(resample(grey, 0, 4, ResampleFilter::Lanczos).empty());
}

TEST(Resample, InFloatsItIsTheSameBeforeRounding) {
    ImageBuffer from = stored("rgb", 3);
    // Bytes between the passes end at 0 and 255, floats do not: a picture that stays away from both.
    std::vector<std::uint8_t> mild = *from.pixels;
    for (std::uint8_t& byte : mild) byte = static_cast<std::uint8_t>(64 + byte / 2);
    from.pixels = std::make_shared<std::vector<std::uint8_t>>(std::move(mild));
    for (const auto& [width, height] : {std::pair{39, 27}, {6, 4}}) {
        const std::vector<float> got = resample_floats(from, width, height, ResampleFilter::Bicubic);
        const ImageBuffer rounded = resample(from, width, height, ResampleFilter::Bicubic);
        ASSERT_EQ(got.size(), rounded.pixels->size());
        bool between = false;
        for (std::size_t i = 0; i < got.size(); ++i) {
            const float byte = (*rounded.pixels)[i];
            // Twice rounded, across and down, there.
            EXPECT_NEAR(got[i], byte, 1.2f) << i;
            between = between || std::abs(got[i] - byte) > 0.25f;
        }
        EXPECT_TRUE(between) << "floats are not bytes";
    }
    const std::vector<float> same = resample_floats(from, from.width, from.height, ResampleFilter::Bicubic);
    EXPECT_TRUE(std::equal(same.begin(), same.end(), from.pixels->begin(), from.pixels->end()));
    EXPECT_TRUE(resample_floats({}, 3, 3, ResampleFilter::Bicubic).empty());
}

TEST(PngAlpha, ComesBackAsItWas) {
    const TempFolder folder;
    const ImageBuffer rgba = stored("rgba", 4);
    ASSERT_TRUE(write_png(folder.file("a.png"), rgba));
    const auto back = decode_image(folder.file("a.png"), 4);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back->pixels, *rgba.pixels);
    const auto opaque = decode_image_bytes(*encode_png(test::gradient(3, 2)), 4, "x");
    ASSERT_TRUE(opaque);
    EXPECT_EQ((*opaque->pixels)[3], 255);
    // Without a wish for alpha the picture lies on white.
    EXPECT_EQ((*decode_image(folder.file("a.png"), 3)->pixels)[0], 255);
}

TEST(PngNotes, ComeBackAsTheyWereWritten) {
    const TempFolder folder;
    const ImageNotes notes{{"prompt", "ein roter Würfel"}, {"empty", ""}, {"two lines", "a\nb"}};
    ASSERT_TRUE(write_png(folder.file("n.png"), test::gradient(5, 4), notes));
    const auto read = read_png_notes(folder.file("n.png"));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, notes);
    std::ofstream(folder.file("no.png")) << "GIF89a and more";
    EXPECT_THAT(*read_png_notes(folder.file("no.png")), IsEmpty());
    EXPECT_EQ(read_png_notes(folder.file("absent.png")).error().code, ErrorCode::NotFound);
}

std::string chunk(const std::string& type, const std::string& data) {
    const auto number = [](std::uint32_t n) {
        std::string out;
        for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(n >> shift & 255);
        return out;
    };
    const std::string body = type + data;
    return number(static_cast<std::uint32_t>(data.size())) + body +
           number(static_cast<std::uint32_t>(
               crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
}

TEST(PngNotes, OlderFormsAreReadAndDamagedOnesAreNot) {
    const TempFolder folder;
    const auto plain = *encode_png(test::gradient(4, 4));
    const std::string bytes(plain.begin(), plain.end());
    std::string packed(200, '\0');
    uLongf length = packed.size();
    compress(reinterpret_cast<Bytef*>(packed.data()), &length, reinterpret_cast<const Bytef*>("packed words"), 12);
    packed.resize(length);
    using std::string_literals::operator""s;
    const std::string texts = chunk("tEXt", "Latin\0caf\xE9"s) + chunk("zTXt", "zipped\0\0"s + packed) +
                              chunk("iTXt", "both\0\1\0de\0\0"s + packed) + chunk("zTXt", "torn\0\0xx"s) +
                              chunk("tEXt", "");
    std::ofstream(folder.file("t.png"), std::ios::binary) << bytes.substr(0, 33) << texts << bytes.substr(33);
    const auto notes = read_png_notes(folder.file("t.png"));
    ASSERT_TRUE(notes);
    EXPECT_THAT(*notes, ElementsAre(Pair("Latin", "café"), Pair("zipped", "packed words"), Pair("both", "packed words"),
                                    Pair("torn", "")));
}

}  // namespace
}  // namespace headroom
