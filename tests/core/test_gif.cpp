// The GIF writer, read back by a plain decoder: structure, loop, delays, and pixels close to the input.
#include "core/io/pictures/image_codec.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace headroom {
namespace {

struct GifFrame {
    int delay = 0;
    ImageBuffer image;
};
struct Gif {
    int width = 0, height = 0;
    bool loops = false, complete = false;
    std::vector<GifFrame> frames;
};

/// A small reader of the files that this writer makes; ends early on anything else.
class GifReader {
public:
    explicit GifReader(std::string bytes) : bytes_(std::move(bytes)) {}

    Gif read() {
        Gif gif;
        if (bytes_.substr(0, 6) != "GIF89a") return gif;
        gif.width = u16(6);
        gif.height = u16(8);
        at_ = 13;
        int delay = 0;
        while (at_ < bytes_.size()) {
            const int kind = byte();
            if (kind == 0x3B) {
                gif.complete = at_ == bytes_.size();
                break;
            }
            if (kind == 0x2C) {
                gif.frames.push_back({delay, frame()});
                continue;
            }
            if (kind != 0x21) break;
            const int label = byte();
            if (label == 0xF9) delay = u16(at_ + 2);
            if (label == 0xFF) gif.loops = bytes_.substr(at_ + 1, 11) == "NETSCAPE2.0" && u16(at_ + 14) == 0;
            blocks();
        }
        return gif;
    }

private:
    int byte() { return static_cast<unsigned char>(bytes_.at(at_++)); }
    int u16(std::size_t at) const {
        return static_cast<unsigned char>(bytes_.at(at)) | static_cast<unsigned char>(bytes_.at(at + 1)) << 8;
    }

    std::string blocks() {
        std::string data;
        while (const int length = byte()) {
            data += bytes_.substr(at_, static_cast<std::size_t>(length));
            at_ += static_cast<std::size_t>(length);
        }
        return data;
    }

    ImageBuffer frame() {
        const int width = u16(at_ + 4), height = u16(at_ + 6);
        at_ += 9;
        const std::string palette = bytes_.substr(at_, 768);
        at_ += 768;
        const int code_size = byte();
        const std::vector<int> indices = expand(blocks(), code_size);
        auto pixels = std::make_shared<std::vector<std::uint8_t>>();
        for (const int index : indices) {
            for (int c = 0; c < 3; ++c)
                pixels->push_back(static_cast<std::uint8_t>(palette[static_cast<std::size_t>(index * 3 + c)]));
        }
        return {width, height, 3, pixels};
    }

    static std::vector<int> expand(const std::string& data, int code_size) {
        const int clear = 1 << code_size, end = clear + 1;
        std::vector<std::vector<int>> table;
        std::vector<int> out, previous;
        int bits = code_size + 1;
        std::size_t bit = 0;
        const auto reset = [&] {
            table.clear();
            for (int i = 0; i < clear + 2; ++i) table.push_back({i});
            bits = code_size + 1;
            previous.clear();
        };
        reset();
        while (bit + static_cast<std::size_t>(bits) <= data.size() * 8) {
            int code = 0;
            for (int i = 0; i < bits; ++i, ++bit)
                code |= (static_cast<unsigned char>(data[bit / 8]) >> bit % 8 & 1) << i;
            if (code == clear) {
                reset();
                continue;
            }
            if (code == end) return out;
            if (code > static_cast<int>(table.size()) || (code == static_cast<int>(table.size()) && previous.empty()))
                return {};
            std::vector<int> entry =
                code < static_cast<int>(table.size()) ? table[static_cast<std::size_t>(code)] : previous;
            if (code == static_cast<int>(table.size())) entry.push_back(previous[0]);
            out.insert(out.end(), entry.begin(), entry.end());
            if (!previous.empty() && table.size() < 4096) {
                previous.push_back(entry[0]);
                table.push_back(previous);
                if (table.size() == std::size_t{1} << bits && bits < 12) ++bits;
            }
            previous = entry;
        }
        return {};  // no end code
    }

    std::string bytes_;
    std::size_t at_ = 0;
};

Gif written(const ImageList& frames, double seconds) {
    const test::TempFolder folder;
    const auto done = write_gif(folder.file("a.gif"), frames, seconds);
    EXPECT_TRUE(done);
    return GifReader(test::read_bytes(folder.file("a.gif"))).read();
}

ImageBuffer noise(int width, int height, unsigned colours) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>();
    unsigned state = 1;
    for (int i = 0; i < width * height; ++i) {
        state = state * 1664525u + 1013904223u;
        pixels->push_back(static_cast<std::uint8_t>((state >> 16) % colours * (255 / colours)));
    }
    return {width, height, 1, pixels};
}

double mean_difference(const ImageBuffer& a, const ImageBuffer& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.pixels->size(); ++i) sum += std::abs((*a.pixels)[i] - (*b.pixels)[i]);
    return sum / static_cast<double>(a.pixels->size());
}

TEST(Gif, PlaysAsLongAsItsFramesWhateverHundredthsTheyTake) {
    for (const int a_second : {30, 40, 25}) {
        const ImageList frames(static_cast<std::size_t>(a_second), test::gradient(8, 8));
        int shown = 0;
        for (const GifFrame& frame : written(frames, 1.0 / a_second).frames) shown += frame.delay;
        EXPECT_EQ(shown, 100) << a_second;
    }
}

TEST(Gif, KeepsSizeOrderDelayAndLoops) {
    const Gif gif = written({test::gradient(40, 24), noise(40, 24, 2), test::gradient(40, 24)}, 0.25);
    EXPECT_TRUE(gif.complete);
    EXPECT_TRUE(gif.loops);
    EXPECT_EQ(gif.width, 40);
    EXPECT_EQ(gif.height, 24);
    ASSERT_EQ(gif.frames.size(), 3u);
    for (const GifFrame& frame : gif.frames) EXPECT_EQ(frame.delay, 25);
    EXPECT_EQ(test::largest_difference(gif.frames[0].image, gif.frames[2].image), 0);
    EXPECT_NE(test::largest_difference(gif.frames[0].image, gif.frames[1].image), 0);
}

TEST(Gif, ManyColoursComeOutClose) {
    const ImageBuffer image = test::gradient(120, 90);
    const Gif gif = written({image}, 0.1);
    ASSERT_EQ(gif.frames.size(), 1u);
    ASSERT_EQ(gif.frames[0].image.pixels->size(), image.pixels->size());
    EXPECT_LT(mean_difference(gif.frames[0].image, image), 5.0);
    EXPECT_LT(test::largest_difference(gif.frames[0].image, image), 40);
}

TEST(Gif, FewColoursComeOutExactly) {
    for (const unsigned colours : {2u, 7u, 255u}) {
        for (const int side : {1, 2, 13, 100, 180}) {
            const ImageBuffer image = noise(side, side, colours);
            const Gif gif = written({image}, 0.1);
            ASSERT_EQ(gif.frames.size(), 1u);
            ASSERT_EQ(gif.frames[0].image.pixels->size(), image.pixels->size() * 3) << colours << " colours, " << side;
            for (std::size_t i = 0; i < image.pixels->size(); ++i)
                ASSERT_EQ((*gif.frames[0].image.pixels)[i * 3], (*image.pixels)[i]);
        }
    }
}

TEST(Gif, FramesOfOtherSizesAreFitted) {
    const Gif gif = written({test::gradient(32, 32), test::gradient(64, 64)}, 0.1);
    ASSERT_EQ(gif.frames.size(), 2u);
    EXPECT_EQ(gif.frames[1].image.width, 32);
}

TEST(Gif, BadRequestsLeaveNoFile) {
    const test::TempFolder folder;
    EXPECT_EQ(write_gif(folder.file("a.gif"), {}, 0.1).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(write_gif(folder.file("no/a.gif"), {test::gradient(4, 4)}, 0.1).error().code, ErrorCode::Disk);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace headroom
