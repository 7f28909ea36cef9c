// Looking at a data set: repeated pictures, emptiness, colour, transparency, aspects, edges, grounds.
#include "core/data/dataset.h"
#include "core/data/dataset_facts.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/resample.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom {
namespace {

using test::drawing;

/// A square of `side` pixels, each as `pixel(x, y)` says: red, green, blue, alpha.
template <class Pixel> std::string rgba_bytes(int side, const Pixel& pixel) {
    std::vector<std::uint8_t> out;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            for (const int value : std::array<int, 4>(pixel(x, y))) out.push_back(static_cast<std::uint8_t>(value));
    return test::png_bytes(side, side, 8, 6, out);
}

bool in_disc(int x, int y, int left, int top, int radius) {
    return (x - left) * (x - left) + (y - top) * (y - top) < radius * radius;
}

class Facts : public testing::Test {
protected:
    Facts() { std::filesystem::create_directories(root()); }
    std::string root() const { return folder_.file("pictures"); }
    void put(const std::string& name, const std::string& bytes) const { test::write_bytes(root() + "/" + name, bytes); }
    DatasetReport look() const {
        DatasetQuery query;
        query.config.data_path = root();
        query.config.image_size = 32;
        query.config.data_max_bad = 100;
        query.look = true;
        query.thumbnails_wanted = 0;
        auto report = inspect_dataset(query, nullptr, {});
        EXPECT_TRUE(report) << (report ? "" : report.error().message);
        return report ? *report : DatasetReport{};
    }

    test::TempFolder folder_, cache_;
    const test::SetVariable cache_variable_{"XDG_CACHE_HOME", cache_.path()};
};

TEST(DctHash, IsThatOfScipysTransform) {
    std::array<float, 32 * 32> luma{};
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x)
            luma[static_cast<std::size_t>(y * 32 + x)] = static_cast<float>((x * 7 + y * 13 + (x * y) % 17 * 5) % 256);
    // scipy.fft.dct along both axes, [1:9, 1:9], bit i: number i is above the 33rd smallest.
    EXPECT_EQ(dct_hash(luma), 0x7adb9203f6d44194U);
}

TEST_F(Facts, RepeatedPicturesAreFoundThroughScalingAndCompression) {
    for (int i = 0; i < 30; ++i) put("d" + std::to_string(100 + i) + ".png", test::png_bytes(drawing(i)));
    put("x-compressed.jpg", test::jpeg_bytes(drawing(3), {.quality = 60}));
    put("y-smaller.png", test::png_bytes(resample(drawing(7), 70, 70, ResampleFilter::Lanczos)));
    put("z-same.png", test::png_bytes(drawing(11)));
    const DatasetReport report = look();
    ASSERT_TRUE(report.facts);
    EXPECT_EQ(report.facts->pictures, 33);
    EXPECT_EQ(report.facts->near_duplicates, 3);
    ASSERT_EQ(report.facts->examples.size(), 3U);
    EXPECT_EQ(report.facts->examples[0].first, "d103.png");
    EXPECT_EQ(report.facts->examples[0].second, "x-compressed.jpg");
    EXPECT_EQ(report.facts->examples[1].second, "y-smaller.png");
    EXPECT_EQ(report.facts->examples[2].first, "d111.png");
}

TEST_F(Facts, SidesAreThoseOfTheFilesWhateverIsDecodedOfThem) {
    put("a.jpg", test::jpeg_bytes(drawing(1, 1200, 900)));
    put("b.png", test::png_bytes(drawing(2, 1000, 700)));
    put("c.jpg", test::jpeg_bytes(drawing(3, 1100, 800), {.orientation = 6}));
    EXPECT_EQ(look().facts->median_side, 800);
}

TEST_F(Facts, OtherColoursAreOtherPictures) {
    const ImageBuffer one = drawing(4);
    auto swapped = std::make_shared<std::vector<std::uint8_t>>(*one.pixels);
    for (std::size_t i = 0; i < swapped->size(); ++i)
        (*swapped)[i] = static_cast<std::uint8_t>(i % 3 == 0 ? 0 : (*one.pixels)[i]);
    put("a.png", test::png_bytes(one));
    put("b.png", test::png_bytes({96, 96, 3, swapped}));
    EXPECT_EQ(look().facts->near_duplicates, 0);
}

TEST_F(Facts, ShapesOfOneKindAndOtherColoursRepeatNothing) {
    DatasetQuery query;
    query.config.data_path = "shapes";
    query.config.data_variety = Variety::Demo;
    query.config.data_count = 2048;
    query.config.image_size = 32;
    query.look = true;
    query.thumbnails_wanted = 0;
    const auto report = inspect_dataset(query, nullptr, {});
    ASSERT_TRUE(report && report->facts);
    EXPECT_EQ(report->facts->pictures, 2048);
    EXPECT_LT(report->facts->near_duplicates, 2048 / 20) << "one in seven has the hash of another";
}

TEST_F(Facts, CounselFindsTheSameRepeats) {
    for (int i = 0; i < 30; ++i) put("d" + std::to_string(100 + i) + ".png", test::png_bytes(drawing(i)));
    put("x-compressed.jpg", test::jpeg_bytes(drawing(3), {.quality = 60}));
    put("y-smaller.png", test::png_bytes(resample(drawing(7), 70, 70, ResampleFilter::Lanczos)));
    put("z-same.png", test::png_bytes(drawing(11)));
    DatasetQuery query;
    query.config.data_path = root();
    query.config.image_size = 64;
    query.thumbnails_wanted = 33;
    auto report = inspect_dataset(query, nullptr, {});
    ASSERT_TRUE(report);
    ASSERT_EQ(report->thumbnails.size(), 33U);
    EXPECT_DOUBLE_EQ(facts_of(*report, {}).twins, 3.0 / 33) << "of pictures as training sees them";
    report->facts = DatasetFacts{.pictures = 100, .near_duplicates = 7};
    EXPECT_DOUBLE_EQ(facts_of(*report, {}).twins, 0.07) << "of all, where all were looked at";
}

TEST_F(Facts, AThousandAlikeAreComparedInBoundedTime) {
    std::vector<PictureLook> looks(20000);
    for (PictureLook& l : looks) l.read = true;
    const auto found = near_duplicates(looks, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->size(), looks.size() - 1);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(near_duplicates(looks, stop.get_token()).error().code, ErrorCode::Cancelled);
}

TEST_F(Facts, EmptinessColourTransparencyAndAspects) {
    const auto flat = std::make_shared<std::vector<std::uint8_t>>(64 * 64 * 3, 90);
    put("empty.png", test::png_bytes({64, 64, 3, flat}));
    ImageBuffer grey = drawing(2);
    auto levels = std::make_shared<std::vector<std::uint8_t>>(*grey.pixels);
    for (std::size_t i = 0; i < levels->size(); ++i) (*levels)[i] = (*levels)[i - i % 3];
    put("grey.png", test::png_bytes({96, 96, 3, levels}));
    put("wide.png", test::png_bytes(drawing(5, 160, 80)));
    put("high.png", test::png_bytes(drawing(6, 80, 160)));
    // A black disc on nothing.
    put("disc.png", rgba_bytes(64, [](int x, int y) {
            return std::array{0, 0, 0, in_disc(x, y, 32, 32, 20) ? 255 : 0};
        }));
    const DatasetFacts f = *look().facts;
    EXPECT_EQ(f.pictures, 5);
    EXPECT_DOUBLE_EQ(f.empty, 0.2);
    EXPECT_DOUBLE_EQ(f.grey, 0.6) << "the grey one, the flat one and the disc";
    EXPECT_DOUBLE_EQ(f.transparent, 0.2);
    EXPECT_DOUBLE_EQ(f.light_ground, 0.2);
    EXPECT_DOUBLE_EQ(f.wide, 0.2);
    EXPECT_DOUBLE_EQ(f.high, 0.2);
    EXPECT_EQ(f.median_side, 80);
    EXPECT_GT(f.edges, 0.02);
    EXPECT_LT(f.edges, 0.4);
}

TEST_F(Facts, ColoursThatNobodySeesCountForNothing) {
    // Each pixel of the look is the mean of 4 x 4 here: along the edge of some that are black and some that are nothing, but red.
    put("disc.png", rgba_bytes(256, [](int x, int y) {
            return in_disc(x, y, 128, 128, 80) ? std::array{0, 0, 0, 255} : std::array{255, 0, 0, 0};
        }));
    const DatasetFacts f = *look().facts;
    EXPECT_EQ(f.grey, 1);
    EXPECT_EQ(f.pale, 0);
    const PictureLook halves = look_at(*decode_image(root() + "/disc.png", 4));
    EXPECT_TRUE(halves.grey) << "nor of a picture that is there";
}

TEST_F(Facts, WhiteOnNothingIsSeenOnBlack) {
    for (const int left : {40, 90}) {
        put("disc" + std::to_string(left) + ".png", rgba_bytes(128, [left](int x, int y) {
                return in_disc(x, y, left, 64, 30) ? std::array{255, 255, 255, 255} : std::array{0, 0, 0, 0};
            }));
    }
    // A page with round corners is white too, but what stands on it is not.
    put("page.png", rgba_bytes(128, [](int x, int y) {
            const bool page = in_disc(x, y, 64, 64, 80), line = y % 16 == 3 && x > 20 && x < 108;
            return std::array{line ? 0 : 255, line ? 0 : 255, line ? 0 : 255, page ? 255 : 0};
        }));
    const DatasetReport report = look();
    EXPECT_EQ(report.facts->transparent, 1);
    EXPECT_DOUBLE_EQ(report.facts->pale, 2.0 / 3);
    EXPECT_EQ(report.facts->light_ground, 1) << "nothing is as good as white";
    EXPECT_EQ(report.facts->empty, 0) << "as they would be on white";
    EXPECT_EQ(report.facts->near_duplicates, 0);
    EXPECT_EQ(report.suggestion->patch().at("data.ground"), ParamValue(std::string("black")));
}

TEST_F(Facts, BrokenFilesAreNoPicturesOfIt) {
    put("good.png", test::png_bytes(drawing(1)));
    put("broken.png", "not a picture");
    EXPECT_EQ(look().facts->pictures, 1);
}

TEST_F(Facts, TheGroundOfABorderAndWhatACropWouldTake) {
    const auto on = [](std::array<int, 3> ground) {
        return rgba_bytes(64, [ground](int x, int y) {
            return in_disc(x, y, 32, 32, 20) ? std::array{200, 40, 40, 255}
                                             : std::array{ground[0], ground[1], ground[2], 255};
        });
    };
    put("a.png", on({4, 8, 2}));
    put("b.png", on({0, 0, 0}));
    put("c.png", on({128, 120, 130}));
    put("d.png", on({252, 255, 250}));
    put("e.png", on({0, 0, 200}));
    put("f.png", test::png_bytes(test::gradient(160, 100)));
    put("g.png", test::png_bytes(test::gradient(150, 100)));
    put("h.png", test::png_bytes(test::gradient(60, 100)));
    const DatasetReport report = look();
    const DatasetFacts& f = *report.facts;
    EXPECT_DOUBLE_EQ(f.black_ground, 2.0 / 8);
    EXPECT_DOUBLE_EQ(f.grey_ground, 1.0 / 8);
    EXPECT_DOUBLE_EQ(f.light_ground, 1.0 / 8) << "blue is none of them";
    EXPECT_DOUBLE_EQ(f.cut, 2.0 / 8) << "a third of 150 x 100 is not more than a third";
    EXPECT_EQ(report.smallest_side, 60);
    EXPECT_EQ(report.largest_side, 160);
}

TEST_F(Facts, WhatWasFoundIsThereTheSecondTime) {
    for (int i = 0; i < 6; ++i) put(std::to_string(i) + ".png", test::png_bytes(drawing(i, 96 + i, 96)));
    put("z-same.png", test::png_bytes(drawing(3, 99, 96)));
    const DatasetReport first = look();
    ASSERT_EQ(first.facts->near_duplicates, 1);
    std::string kept;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(cache_.path()))
        if (entry.path().filename().string().starts_with("facts-")) kept = entry.path().string();
    ASSERT_FALSE(kept.empty());
    EXPECT_EQ(*look().facts, *first.facts);
    // What is read there is what is told: nobody looks again.
    const std::string told = test::read_bytes(kept);
    EXPECT_NE(told.find("\"repeated_at\":[6]"), std::string::npos) << told;
    const auto says = [&](const std::string& from, const std::string& to) {
        std::string other = told;
        other.replace(other.find(from), from.size(), to);
        test::write_bytes(kept, other);
        return look();
    };
    EXPECT_EQ(says("\"pictures\":7", "\"pictures\":9").facts->pictures, 9);
    EXPECT_EQ(says("\"largest_side\":101", "\"largest_side\":900").largest_side, 900);
    EXPECT_EQ(*says("\"pictures\":7", "\"pictures\":").facts, *first.facts) << "one that is damaged is made anew";
    EXPECT_EQ(says("\"repeated_at\":[6],", "\"repeated_at\":[7],\"median_side\":1,").facts->median_side, 96)
        << "and so is one with places that there are not";
    std::filesystem::last_write_time(kept,
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(24 * 100));
    put("more.png", test::png_bytes(drawing(20)));
    EXPECT_EQ(look().facts->pictures, 8) << "other files are other pictures";
    EXPECT_FALSE(std::filesystem::exists(kept)) << "what nobody asked for in a long time goes";
}

}  // namespace
}  // namespace headroom
