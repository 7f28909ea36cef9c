// Animations: WebP read back frame by frame; MP4 through a program that is started without a shell and may be missing or fail.
#include "core/io/animation/animation.h"
#include "core/io/files/child_process.h"
#include "core/io/pictures/image_codec.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <webp/demux.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;

ImageBuffer plain(int width, int height, int channels, std::uint8_t shade) {
    const auto bytes =
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(channels);
    return {width, height, channels, std::make_shared<const std::vector<std::uint8_t>>(bytes, shade)};
}

/// A program that stands for ffmpeg: a script with this body.
std::string stand_in(const TempFolder& folder, const std::string& body) {
    const std::string path = folder.file("ffmpeg-stand-in");
    test::write_bytes(path, "#!/bin/sh\n" + body + "\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
}

std::size_t files_in(const std::string& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(Animation, WebpHoldsEveryFrameAndItsTime) {
    const TempFolder folder;
    const std::string path = folder.file("a.webp");
    // A grey frame and one of another size are brought to the first one's form.
    ASSERT_TRUE(
        write_animation(path, "webp", {plain(48, 32, 3, 20), plain(48, 32, 1, 130), plain(24, 16, 3, 240)}, 0.25));
    const std::string bytes = test::read_bytes(path);
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    WebPAnimDecoderOptions options;
    ASSERT_TRUE(WebPAnimDecoderOptionsInit(&options));
    options.color_mode = MODE_RGBA;
    const std::unique_ptr<WebPAnimDecoder, decltype(&WebPAnimDecoderDelete)> decoder(
        WebPAnimDecoderNew(&data, &options), &WebPAnimDecoderDelete);
    ASSERT_TRUE(decoder);
    WebPAnimInfo info;
    ASSERT_TRUE(WebPAnimDecoderGetInfo(decoder.get(), &info));
    EXPECT_EQ(info.canvas_width, 48u);
    EXPECT_EQ(info.canvas_height, 32u);
    EXPECT_EQ(info.frame_count, 3u);
    EXPECT_EQ(info.loop_count, 0u) << "for ever";
    const int shades[] = {20, 130, 240};
    for (int i = 0; i < 3; ++i) {
        std::uint8_t* frame = nullptr;
        int until = 0;
        ASSERT_TRUE(WebPAnimDecoderGetNext(decoder.get(), &frame, &until));
        EXPECT_EQ(until, 250 * (i + 1));
        EXPECT_NEAR(frame[4 * (48 * 16 + 24)], shades[i], 4) << i;
    }
}

TEST(Animation, AFrameOfAnotherShapeIsNotStretched) {
    const AnimationFrames frames{plain(40, 20, 3, 10), plain(10, 10, 3, 10), plain(20, 40, 1, 10),
                                 plain(20, 10, 3, 10)};
    /// How many pixels of it are dark, across and down its middle.
    const auto dark = [&](std::size_t index) {
        const auto frame = frames.read(index);
        EXPECT_TRUE(frame && frame->width == 40 && frame->height == 20);
        std::pair<int, int> out;
        const auto shade = [&](int x, int y) {
            return (*frame->pixels)[static_cast<std::size_t>((40 * y + x) * frame->channels)];
        };
        for (int x = 0; x < 40; ++x) out.first += shade(x, 10) == 10;
        for (int y = 0; y < 20; ++y) out.second += shade(20, y) == 10;
        EXPECT_TRUE(shade(0, 10) == shade(39, 10) && (shade(0, 10) == 10 || shade(0, 10) == 255))
            << "in the middle of white";
        return out;
    };
    EXPECT_EQ(dark(0), std::pair(40, 20));
    EXPECT_EQ(dark(1), std::pair(20, 20));
    EXPECT_EQ(dark(2), std::pair(10, 20));
    EXPECT_EQ(dark(3), std::pair(40, 20)) << "of the same shape, only larger";
    // Sides are whole pixels: what is left of one by rounding is no other shape.
    const AnimationFrames rounded{plain(80, 61, 3, 10), plain(101, 77, 3, 10)};
    EXPECT_EQ(rounded.read(1)->pixels->front(), 10);
}

TEST(Animation, BadRequestsAreRefused) {
    const TempFolder folder;
    EXPECT_EQ(write_animation(folder.file("a.webp"), "webp", {}, 0.1).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(write_animation(folder.file("a.avi"), "avi", {plain(8, 8, 3, 1)}, 0.1).error().code,
              ErrorCode::InvalidArgument);
    EXPECT_EQ(write_animation(folder.file("a.webp"), "webp", {plain(8, 8, 3, 1)}, 0).error().code,
              ErrorCode::InvalidArgument);
    EXPECT_EQ(write_animation(folder.file("a.webp"), "webp", {plain(16384, 1, 3, 1)}, 0.1).error().code,
              ErrorCode::InvalidArgument);
    EXPECT_EQ(write_animation(folder.file("no/a.webp"), "webp", {plain(8, 8, 3, 1)}, 0.1).error().code,
              ErrorCode::Disk);
    EXPECT_EQ(files_in(folder.path()), 0u);
}

TEST(Animation, WithoutTheProgramMp4IsExplained) {
    const TempFolder folder;
    const auto written = write_mp4(folder.file("a.mp4"), {plain(8, 8, 3, 1)}, 0.1, {}, "no-such-program-for-headroom");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::Environment);
    EXPECT_NE(written.error().message.find("no-such-program-for-headroom, which is not installed"), std::string::npos);
    EXPECT_NE(written.error().hint.find("GIF or WebP"), std::string::npos);
    const test::SetVariable programs("PATH", folder.path());
    const auto formats = animation_formats();
    ASSERT_EQ(formats.size(), 3u);
    EXPECT_TRUE(formats[0].available && formats[1].available);
    EXPECT_EQ(formats[2].name, "mp4");
    EXPECT_FALSE(formats[2].available);
    EXPECT_FALSE(formats[2].note.empty());
}

TEST(Animation, TheProgramGetsTheFramesAndItsArgumentsUntouched) {
    const TempFolder folder;
    const std::string target = folder.file("a; touch pwned $(touch pwned) 'x'.mp4");
    // Writes its arguments, one a line, and after them what it read.
    const std::string program = stand_in(
        folder, "for last; do :; done\nout=\"${last#file:}\"\nprintf '%s\\n' \"$@\" > \"$out\"\ncat >> \"$out\"");
    ASSERT_TRUE(write_mp4(target, {plain(3, 5, 3, 'A'), plain(3, 5, 1, 'B')}, 0.05, {}, program));
    const std::string got = test::read_bytes(target);
    EXPECT_NE(got.find("\n-video_size\n3x5\n-framerate\n20.000000\n-i\npipe:0\n"), std::string::npos) << got;
    const std::string frames = std::string(45, 'A') + std::string(45, 'B');
    ASSERT_GT(got.size(), 90u);
    EXPECT_EQ(got.substr(got.size() - 90), frames);
    EXPECT_EQ(files_in(folder.path()), 2u) << "the program and the film, nothing else";
    EXPECT_FALSE(fs::exists("pwned"));
}

TEST(Animation, AProgramThatFailsLeavesTheOldFile) {
    const TempFolder folder;
    const std::string target = folder.file("a.mp4");
    test::write_bytes(target, "earlier");
    const auto written = write_mp4(target, {plain(64, 64, 3, 1), plain(64, 64, 3, 1)}, 0.1, {},
                                   stand_in(folder, "echo no such encoder >&2\nexit 3"));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::Environment);
    EXPECT_NE(written.error().message.find("exit status 3"), std::string::npos);
    EXPECT_EQ(written.error().detail, "no such encoder\n");
    EXPECT_EQ(write_mp4(target, {plain(8, 8, 3, 1)}, 0.1, {},
                        stand_in(folder, "echo 'av: No space left on device' >&2\nexit 1"))
                  .error()
                  .code,
              ErrorCode::Disk);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(
        write_mp4(target, {plain(8, 8, 3, 1)}, 0.1, stop.get_token(), stand_in(folder, "cat > /dev/null; sleep 600"))
            .error()
            .code,
        ErrorCode::Cancelled);
    EXPECT_EQ(test::read_bytes(target), "earlier");
    EXPECT_EQ(files_in(folder.path()), 2u);
}

TEST(Animation, Mp4IsWrittenWhereTheProgramIs) {
    const TempFolder folder;
    ImageList frames;
    for (int i = 0; i < 12; ++i) frames.push_back(test::gradient(33, 47));
    const auto written = write_animation(folder.file("a.mp4"), "mp4", frames, 0.05);
    if (!animation_formats()[2].available) {
        EXPECT_EQ(written.error().code, ErrorCode::Environment);
        return;
    }
    ASSERT_TRUE(written) << written.error().message << written.error().detail;
    const std::string bytes = test::read_bytes(folder.file("a.mp4"));
    EXPECT_EQ(bytes.substr(4, 4), "ftyp");
    EXPECT_LT(bytes.find("moov"), bytes.find("mdat")) << "plays before it is loaded whole";
    EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(Animation, AnMp4SaysHowItsColoursAreMeantAndHasThem) {
    const std::string ffmpeg = find_program("ffmpeg");
    ASSERT_FALSE(ffmpeg.empty()) << "set-up installs it";
    const TempFolder folder;
    const std::uint8_t colours[][3]{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 0}, {0, 255, 255}, {255, 0, 255}};
    auto stripes = std::make_shared<std::vector<std::uint8_t>>();
    for (std::size_t i = 0; i < 96 * 32; ++i)
        stripes->insert(stripes->end(), colours[i % 96 / 16], colours[i % 96 / 16] + 3);
    const ImageBuffer picture{96, 32, 3, stripes};
    ASSERT_TRUE(write_animation(folder.file("a.mp4"), "mp4", {picture, picture}, 0.1));
    EXPECT_NE(test::read_bytes(folder.file("a.mp4")).find(std::string("colrnclx\0\1\0\1\0\1\0", 15)), std::string::npos)
        << "BT.709 and limited range stand in the header";
    ChildProcess decoder;
    ASSERT_TRUE(
        decoder.start(ffmpeg, {"-nostdin", "-loglevel", "error", "-i", "file:" + folder.file("a.mp4"), "-frames:v", "1",
                               "-f", "rawvideo", "-pix_fmt", "yuv420p", "file:" + folder.file("a.yuv")}));
    ASSERT_EQ(decoder.finish(), 0) << decoder.complaints();
    const std::string yuv = test::read_bytes(folder.file("a.yuv"));
    ASSERT_EQ(yuv.size(), 96u * 32 * 3 / 2);
    const auto byte = [&](std::size_t at) { return static_cast<double>(static_cast<unsigned char>(yuv[at])); };
    for (std::size_t i = 0; i < std::size(colours); ++i) {
        const std::size_t x = 16 * i + 8, chroma = 96 * 32 + 8 * 48 + x / 2;
        const double y = (byte(96 * 16 + x) - 16) / 219, u = (byte(chroma) - 128) / 224,
                     v = (byte(chroma + 48 * 16) - 128) / 224;
        // By BT.709's shares of red and blue.
        const double red = y + 2 * (1 - 0.2126) * v, blue = y + 2 * (1 - 0.0722) * u;
        const double green = (y - 0.2126 * red - 0.0722 * blue) / 0.7152;
        EXPECT_NEAR(255 * red, colours[i][0], 5) << i;
        EXPECT_NEAR(255 * green, colours[i][1], 5) << i;
        EXPECT_NEAR(255 * blue, colours[i][2], 5) << i;
    }
}

TEST(ChildProcess, ProgramsAreFoundInAbsoluteFoldersOnly) {
    const TempFolder folder;
    const std::string program = stand_in(folder, "exit 0");
    EXPECT_EQ(find_program(program), program);
    EXPECT_EQ(find_program(folder.path() + "/absent"), "");
    const fs::path here = fs::current_path();
    fs::current_path(folder.path());
    const test::SetVariable relative("PATH", ":.:relative");
    EXPECT_EQ(find_program("ffmpeg-stand-in"), "");
    const test::SetVariable absolute("PATH", ":.:" + folder.path());
    EXPECT_EQ(find_program("ffmpeg-stand-in"), program);
    fs::current_path(here);
}

}  // namespace
}  // namespace headroom
