// Scenes written for training on captions: the renderer's bytes, true labels, captions of the right seeds.
#include "core/data/shapes/captions.h"
#include "core/data/shapes/renderer.h"
#include "core/data/shapes/scene_export.h"
#include "core/io/tensors/tensor_file.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace headroom {
namespace {

using shapes::SceneRange;
using test::TempFolder;

const SceneRange kSeven{Variety::Full, 1000003, 7};

TEST(SceneExport, PicturesAreThoseOfTheirNumbers) {
    const TempFolder folder;
    const std::string path = folder.file("scenes.safetensors");
    ASSERT_TRUE(shapes::write_packed_scenes(path, kSeven, 32, [](const std::string&, double) {}, {}));
    const auto file = read_safetensors(path);
    ASSERT_TRUE(file) << file.error().message;
    const TensorView* images = file->find("images");
    ASSERT_NE(images, nullptr);
    EXPECT_EQ(images->dtype, DType::U8);
    ASSERT_EQ(images->shape, (std::vector<std::int64_t>{7, 32, 32, 3}));
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(images->data.data());
    for (const std::int64_t i : {0, 3, 6}) {
        std::vector<std::uint8_t> want(32 * 32 * 3);
        shapes::render_scene(shapes::make_scene(1000003 + i, Variety::Full), 32, want.data());
        EXPECT_TRUE(std::equal(want.begin(), want.end(), bytes + i * 32 * 32 * 3)) << i;
    }
}

TEST(SceneExport, LinesSayWhatTheSceneIs) {
    const TempFolder folder;
    const std::string path = folder.file("scenes.jsonl");
    ASSERT_TRUE(shapes::write_scene_captions(path, kSeven, 3, {}));
    std::istringstream lines(test::read_bytes(path));
    std::string line;
    std::int64_t index = kSeven.first;
    for (; std::getline(lines, line); ++index) {
        const auto row = nlohmann::json::parse(line);
        const shapes::Scene scene = shapes::make_scene(index, Variety::Full);
        EXPECT_EQ(row["index"], index);
        EXPECT_EQ(row["solid"], name_of(scene.solid));
        EXPECT_EQ(row["colour"], name_of(scene.colour));
        EXPECT_EQ(row["floor"], name_of(scene.floor));
        EXPECT_EQ(row["background"], name_of(scene.background));
        EXPECT_EQ(row["large"], scene.large);
        EXPECT_EQ(row["place"] == "left", scene.centre.x < -.3f);
        EXPECT_EQ(row["place"] == "right", scene.centre.x > .3f);
        ASSERT_EQ(row["captions"].size(), 3u);
        EXPECT_EQ(row["captions"][2], shapes::scene_caption(index, Variety::Full, 2));
    }
    EXPECT_EQ(index, kSeven.first + 7);
}

TEST(SceneExport, StopsWhenAsked) {
    const TempFolder folder;
    std::stop_source stop;
    stop.request_stop();
    const auto ended = shapes::write_packed_scenes(
        folder.file("s"), kSeven, 32, [](const std::string&, double) {}, stop.get_token());
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(shapes::write_scene_captions(folder.file("c"), kSeven, 3, stop.get_token()).error().code,
              ErrorCode::Cancelled);
}

}  // namespace
}  // namespace headroom
