// Pictures between files and text to image: overlays and their transparency.
#include "core/io/pictures/image_codec.h"
#include "core/memory/libtorch.h"
#include "core/train/vqgan_clip/painted_picture.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace headroom {
namespace {

/// 8 x 8 of red; with `channels` 4 its left half is transparent.
ImageBuffer red(int channels) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>();
    for (int i = 0; i < 64; ++i) {
        pixels->insert(pixels->end(), {255, 0, 0});
        if (channels == 4) pixels->push_back(i % 8 < 4 ? 0 : 255);
    }
    return {8, 8, channels, std::move(pixels)};
}

at::Tensor blue() {
    at::Tensor out = at::zeros({1, 3, 8, 8});
    out.select(1, 2).fill_(1.0);
    return out;
}

std::vector<float> pixel(const at::Tensor& picture, int x, int y) {
    const at::Tensor p = picture[0].select(2, x).select(1, y).contiguous();
    return {p.const_data_ptr<float>(), p.const_data_ptr<float>() + 3};
}

using Colour = std::vector<float>;

TEST(Overlay, CoversWhereItIsOpaque) {
    const test::TempFolder folder;
    ASSERT_TRUE(write_png(folder.file("half.png"), red(4)));
    const auto half = read_overlay(folder.file("half.png"), 8, 8);
    ASSERT_TRUE(half) << half.error().message;
    const at::Tensor whole = overlaid(blue(), *half, 1.0), thin = overlaid(blue(), *half, 0.25);
    EXPECT_EQ(pixel(whole, 1, 4), (Colour{0, 0, 1}));
    EXPECT_EQ(pixel(whole, 6, 4), (Colour{1, 0, 0}));
    EXPECT_EQ(pixel(thin, 1, 4), (Colour{0, 0, 1}));
    EXPECT_EQ(pixel(thin, 6, 4), (Colour{0.25, 0, 0.75}));
}

TEST(Overlay, WithoutTransparencyCoversEverything) {
    const test::TempFolder folder;
    ASSERT_TRUE(write_png(folder.file("red.png"), red(3)));
    const auto overlay = read_overlay(folder.file("red.png"), 16, 16);
    ASSERT_TRUE(overlay) << overlay.error().message;
    EXPECT_EQ(overlay->sizes(), at::IntArrayRef({1, 4, 16, 16}));
    const at::Tensor covered = overlaid(at::zeros({1, 3, 16, 16}), *overlay, 1.0);
    for (const int x : {0, 7, 15}) EXPECT_EQ(pixel(covered, x, x), (Colour{1, 0, 0}));
    EXPECT_FALSE(read_overlay(folder.file("none.png"), 8, 8));
}

}  // namespace
}  // namespace headroom
