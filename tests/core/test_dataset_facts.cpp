// Looking at a data set: repeated pictures, emptiness, colour, transparency, aspects, edges; and what is proposed from it.
#include "core/api/param_schema.h"
#include "core/base/random.h"
#include "core/data/dataset.h"
#include "core/data/dataset_facts.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/registry.h"
#include "core/families/suggestion.h"
#include "core/io/pictures/resample.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <utility>

namespace headroom {
namespace {

/// Boxes of places, sizes and colours that differ with `seed`.
ImageBuffer drawing(int seed, int width = 96, int height = 96) {
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
    EXPECT_DOUBLE_EQ(facts_of(*report).twins, 3.0 / 33) << "of pictures as training sees them";
    report->facts = DatasetFacts{.pictures = 100, .near_duplicates = 7};
    EXPECT_DOUBLE_EQ(facts_of(*report).twins, 0.07) << "of all, where all were looked at";
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
    std::vector<std::uint8_t> disc;
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) {
            const bool inside = (x - 32) * (x - 32) + (y - 32) * (y - 32) < 400;
            disc.insert(disc.end(), {0, 0, 0, static_cast<std::uint8_t>(inside ? 255 : 0)});
        }
    put("disc.png", test::png_bytes(64, 64, 8, 6, disc));
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

TEST_F(Facts, BrokenFilesAreNoPicturesOfIt) {
    put("good.png", test::png_bytes(drawing(1)));
    put("broken.png", "not a picture");
    EXPECT_EQ(look().facts->pictures, 1);
}

TEST(Suggestion, EverySuchRecipeIsSoundAndHasReasons) {
    for (const std::int64_t pictures : {1, 80, 316, 6000, 200000}) {
        for (const int side : {32, 64, 500}) {
            for (int bits = 0; bits < 32; ++bits) {
                DatasetFacts f;
                f.pictures = pictures;
                f.near_duplicates = bits & 1 ? pictures / 4 : 0;
                f.grey = bits & 2 ? 1 : 0;
                f.light_ground = bits & 4 ? 0.9 : 0;
                f.wide = bits & 8 ? 0.8 : 0;
                f.transparent = f.empty = bits & 16 ? 0.5 : 0;
                f.median_side = side;
                const auto recipe = suggest_recipe(f, (bits & 1) != 0);
                ASSERT_TRUE(recipe);
                const auto config = with_patch(default_config(recipe->model), recipe->patch());
                ASSERT_TRUE(config) << config.error().message;
                EXPECT_TRUE(check_config(*config, true).empty());
                std::size_t keys = 0;
                for (const SuggestedChange& change : recipe->changes) {
                    EXPECT_EQ(change.reason.find('{'), std::string::npos) << change.reason;
                    EXPECT_TRUE(change.reason.ends_with('.')) << change.reason;
                    EXPECT_FALSE(change.words.empty());
                    keys += change.values.size();
                }
                EXPECT_GE(keys, recipe->patch().size());
                EXPECT_EQ(config->data_grey, f.grey > 0.98);
                EXPECT_EQ(config->data_fit == FitMode::Pad, f.wide > 0 && f.light_ground > 0);
            }
        }
    }
    EXPECT_FALSE(suggest_recipe({})) << "no pictures";
}

TEST(Suggestion, FewPicturesAreALightGansWhereAGpuTrainsIt) {
    DatasetFacts f;
    f.pictures = 316;
    f.median_side = 400;
    EXPECT_EQ(suggest_recipe(f, true)->model, kLightGan);
    EXPECT_EQ(suggest_recipe(f, false)->model, kDcgan);
    f.pictures = 20000;
    EXPECT_EQ(suggest_recipe(f, true)->model, kDcgan);
}

TEST(Suggestion, ALightGanGrowsToWhatItsPicturesShow) {
    DatasetFacts f;
    const auto proposed = [&f](std::int64_t pictures, int side) {
        f.pictures = pictures;
        f.median_side = side;
        const auto recipe = suggest_recipe(f, true);
        EXPECT_EQ(recipe->model, kLightGan);
        return *with_patch(default_config(recipe->model), recipe->patch());
    };
    for (const auto& [side, last] : {std::pair(100, 0), {128, 128}, {255, 128}, {256, 256}, {400, 256}}) {
        const TrainConfig c = proposed(316, side);
        EXPECT_EQ(c.image_size, 64) << side;
        EXPECT_EQ(c.grow_to, last) << side;
        // The last size is trained for longer than all before it.
        const std::int64_t stages = last == 256 ? 2 : last == 128 ? 1 : 0;
        EXPECT_LT(2 * stages * c.grow_after, c.steps * c.effective_batch()) << side;
    }
    const TrainConfig c = proposed(316, 400);
    EXPECT_EQ(c.scores_every, 1000);
    EXPECT_EQ(c.best_by, BestBy::Kid);
    EXPECT_EQ(c.data_held_out, 10);
    EXPECT_EQ(doubt_in(c), "");
    EXPECT_EQ(proposed(120, 400).data_held_out, 0) << "too few to do without some";
}

TEST(Suggestion, RunsAreScoredAndOfSomeHundredPicturesATenthIsHeldOut) {
    DatasetFacts f;
    f.median_side = 400;
    for (const bool on_gpu : {false, true}) {
        f.pictures = 316;
        const ParamPatch hundreds = suggest_recipe(f, on_gpu)->patch();
        EXPECT_EQ(hundreds.at("scores.every"), ParamValue(std::int64_t{1000}));
        EXPECT_EQ(hundreds.at("checkpoint.best"), ParamValue(std::string("kid")));
        EXPECT_EQ(hundreds.at("data.held_out"), ParamValue(10.0));
        f.pictures = 80;
        const ParamPatch few = suggest_recipe(f, on_gpu)->patch();
        EXPECT_TRUE(few.contains("scores.every"));
        EXPECT_FALSE(few.contains("data.held_out")) << "each is needed, and eight would tell nothing";
        f.pictures = 20;
        EXPECT_FALSE(suggest_recipe(f, on_gpu)->patch().contains("scores.every")) << "a KID that is all error";
    }
}

TEST(Suggestion, ReasonsNameTheFigures) {
    DatasetFacts f;
    f.pictures = 316;
    f.near_duplicates = 16;
    f.median_side = 400;
    f.wide = 0.5;
    f.light_ground = 0.96;
    const auto recipe = suggest_recipe(f);
    std::string all;
    for (const SuggestedChange& change : recipe->changes) all += change.reason + "\n";
    EXPECT_NE(all.find("50 % of the pictures are not square and 96 % lie on white"), std::string::npos) << all;
    EXPECT_NE(all.find("300 distinct pictures"), std::string::npos) << all;
    EXPECT_NE(all.find("16 pictures all but repeat others"), std::string::npos) << all;
}

TEST(Suggestion, StepsGrowWithTheCountAndEdgesAreNamed) {
    const std::pair<std::int64_t, std::int64_t> wanted[] = {
        {1, 5000}, {300, 11000}, {1000, 20000}, {6000, 49000}, {200000, 60000}};
    for (const auto& [pictures, steps] : wanted) {
        DatasetFacts f;
        f.pictures = pictures;
        f.median_side = 400;
        f.edges = 0.09;
        const auto recipe = suggest_recipe(f);
        ASSERT_TRUE(recipe);
        EXPECT_EQ(recipe->patch().at("steps"), ParamValue(steps)) << pictures;
        std::string words, reasons;
        for (const SuggestedChange& change : recipe->changes) {
            words += change.words + "\n";
            reasons += change.reason + "\n";
        }
        EXPECT_NE(words.find(std::to_string(steps) + " steps at most"), std::string::npos) << words;
        EXPECT_NE(reasons.find("9 % of the pixels"), std::string::npos) << reasons;
        EXPECT_EQ(recipe->patch().at("model.upsampling"), ParamValue(std::string("bilinear")));
    }
}

}  // namespace
}  // namespace headroom
