// The built-in shapes: the same bytes for the same index, varied pictures, captions that tell the truth.
#include "core/data/shapes/captions.h"
#include "core/data/shapes/renderer.h"
#include "core/data/shapes/shapes_source.h"

#include <gtest/gtest.h>

#include <set>

namespace headroom {
namespace {

using shapes::make_scene;
using shapes::Scene;

std::vector<std::uint8_t> rendered(std::int64_t index, Variety variety, int size) {
    std::vector<std::uint8_t> rgb(static_cast<std::size_t>(size) * static_cast<std::size_t>(size) * 3);
    shapes::render_scene(make_scene(index, variety), size, rgb.data());
    return rgb;
}

TEST(Shapes, SameIndexSameBytes) {
    EXPECT_EQ(rendered(7, Variety::Full, 32), rendered(7, Variety::Full, 32));
    EXPECT_NE(rendered(7, Variety::Full, 32), rendered(8, Variety::Full, 32));
    EXPECT_NE(rendered(7, Variety::Full, 32), rendered(7, Variety::Demo, 32));
}

TEST(Shapes, PicturesAreNotFlat) {
    for (int i = 0; i < 24; ++i) {
        const auto rgb = rendered(i, Variety::Centred, 32);
        const std::set<std::uint8_t> values(rgb.begin(), rgb.end());
        EXPECT_GT(values.size(), 40u) << i;
    }
}

TEST(Shapes, SolidFloorAndBackgroundAreWhereTheyShouldBe) {
    for (int i = 0; i < 40; ++i) {
        Scene scene = make_scene(i, Variety::Centred);
        if (scene.solid == shapes::Solid::Torus) continue;  // its middle is a hole
        scene.colour_rgb = {1, 0, 0};
        scene.floor_rgb = {0, 1, 0};
        scene.background_rgb = {0, 0, 1};
        std::vector<std::uint8_t> rgb(64 * 64 * 3);
        shapes::render_scene(scene, 64, rgb.data());
        const std::uint8_t* middle = &rgb[(34 * 64 + 32) * 3];
        const std::uint8_t* bottom = &rgb[(63 * 64 + 1) * 3];
        const std::uint8_t* top = &rgb[1 * 3];
        EXPECT_GT(middle[0], 40) << i;
        EXPECT_GT(middle[0], middle[2] + 20) << i;
        EXPECT_GT(bottom[1], 60) << i;
        EXPECT_EQ(bottom[0] + bottom[2], 0) << i;
        EXPECT_GT(top[2], 150) << i;
        EXPECT_EQ(top[0] + top[1], 0) << i;
    }
}

TEST(Shapes, AResolutionIsTheSamePictureFiner) {
    const auto small = rendered(3, Variety::Centred, 16), large = rendered(3, Variety::Centred, 32);
    double difference = 0;
    for (int y = 0; y < 16; ++y) {
        for (int x = 0; x < 48; ++x) {
            const int c = x % 3, left = x / 3 * 2;
            const auto at = [&](int yy, int xx) { return large[static_cast<std::size_t>((yy * 32 + xx) * 3 + c)]; };
            const double mean =
                (at(2 * y, left) + at(2 * y, left + 1) + at(2 * y + 1, left) + at(2 * y + 1, left + 1)) / 4.0;
            difference += std::abs(mean - small[static_cast<std::size_t>(y * 48 + x)]);
        }
    }
    EXPECT_LT(difference / (16 * 48), 4.0);
}

TEST(Shapes, VarietiesDiffer) {
    std::set<shapes::Solid> solids;
    std::set<shapes::Place> places;
    for (int i = 0; i < 200; ++i) {
        const Scene demo = make_scene(i, Variety::Demo), centred = make_scene(i, Variety::Centred),
                    full = make_scene(i, Variety::Full);
        EXPECT_EQ(demo.background, shapes::Colour::White);
        EXPECT_TRUE(demo.large && centred.large);
        EXPECT_EQ(centred.place, shapes::Place::Centre);
        for (const Scene& scene : {demo, centred, full}) {
            EXPECT_NE(scene.colour, scene.floor);
            EXPECT_NE(scene.colour, scene.background);
            EXPECT_NE(scene.floor, scene.background);
        }
        solids.insert(full.solid);
        places.insert(full.place);
    }
    EXPECT_EQ(solids.size(), 6u);
    EXPECT_EQ(places.size(), 3u);
}

TEST(Shapes, GreyIsTheLumaOfColour) {
    const ShapesSource source(100, Variety::Demo);
    std::vector<std::uint8_t> rgb(16 * 16 * 3), grey(16 * 16);
    ASSERT_TRUE(source.render(5, 16, 3, rgb.data()));
    ASSERT_TRUE(source.render(5, 16, 1, grey.data()));
    for (std::size_t i = 0; i < grey.size(); ++i) {
        EXPECT_NEAR(grey[i], .299 * rgb[i * 3] + .587 * rgb[i * 3 + 1] + .114 * rgb[i * 3 + 2], 1.0);
    }
}

TEST(ShapesCaptions, NameOnlyWhatIsThere) {
    const auto& colours = EnumNames<shapes::Colour>::names;
    for (int i = 0; i < 300; ++i) {
        const Scene scene = make_scene(i, Variety::Full);
        const std::string caption = shapes::scene_caption(i, Variety::Full);
        const std::set<std::string_view> allowed{name_of(scene.colour), name_of(scene.floor),
                                                 name_of(scene.background)};
        for (const std::string_view colour : colours) {
            if (caption.find(colour) != std::string::npos) EXPECT_TRUE(allowed.contains(colour)) << caption;
        }
        EXPECT_EQ(caption.find(" a o"), std::string::npos) << caption;
        if (caption.find("small") != std::string::npos || caption.find("tiny") != std::string::npos)
            EXPECT_FALSE(scene.large) << caption;
        if (caption.find("on the left") != std::string::npos) EXPECT_EQ(scene.place, shapes::Place::Left) << caption;
        if (caption.find("cube") != std::string::npos) EXPECT_EQ(scene.solid, shapes::Solid::Cube) << caption;
    }
}

TEST(ShapesCaptions, WordingVariesWithTheSeedOnly) {
    std::set<std::string> wordings;
    for (std::uint64_t seed = 0; seed < 20; ++seed) wordings.insert(shapes::scene_caption(4, Variety::Full, seed));
    EXPECT_GT(wordings.size(), 5u);
    EXPECT_EQ(shapes::scene_caption(4, Variety::Full, 9), shapes::scene_caption(4, Variety::Full, 9));
}

}  // namespace
}  // namespace headroom
