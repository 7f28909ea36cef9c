// Nearest pictures of a packed data set: the same as looking at each, on any number of threads.
#include "core/data/nearest.h"
#include "tests/core/byte_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace headroom {
namespace {

ImageBuffer copy_of(const test::BytePictures& data, std::int64_t index) {
    return {data.size(), data.size(), 3,
            std::make_shared<const std::vector<std::uint8_t>>(data.image(index), data.image(index) + data.area())};
}

}  // namespace

TEST(Nearest, FindsThePictureItselfFirstAndThenWhatWasMadeOfIt) {
    test::BytePictures data(1500, 8, 3, 3);
    std::copy_n(data.image(700), data.area(), data.change(1400));
    for (std::size_t i = 0; i < data.area(); ++i) data.change(1400)[i] ^= 1;  // each off by one
    std::copy_n(data.image(700), data.area(), data.change(900));
    for (const std::int64_t workers : {1, 3}) {
        const auto found = nearest_pictures(data, copy_of(data, 700), 4, workers);
        ASSERT_TRUE(found) << found.error().message;
        ASSERT_EQ(found->size(), 4u);
        EXPECT_EQ((*found)[0], (Neighbour{700, 0}));
        EXPECT_EQ((*found)[1], (Neighbour{900, 0}));
        EXPECT_EQ((*found)[2].index, 1400);
        EXPECT_NEAR((*found)[2].distance, 1 / 255.0, 1e-12);
        EXPECT_GT((*found)[3].distance, 0.1);
    }
    EXPECT_EQ(nearest_pictures(data, copy_of(data, 0), 5000, 2)->size(), 1500u);
}

TEST(Nearest, TheLargestDifferenceDoesNotOverflow) {
    test::BytePictures data(2, 256, 3, 3);
    std::fill_n(data.change(0), data.area(), std::uint8_t{0});
    std::fill_n(data.change(1), data.area(), std::uint8_t{255});
    const auto found = nearest_pictures(data, copy_of(data, 0), 2, 1);
    EXPECT_EQ((*found)[1], (Neighbour{1, 1.0}));
}

TEST(Nearest, RefusesPicturesOfAnotherSizeAndStops) {
    const test::BytePictures data(1000, 8, 3, 3), other(1, 16, 3, 3);
    EXPECT_EQ(nearest_pictures(data, copy_of(other, 0), 3, 1).error().code, ErrorCode::InvalidArgument);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(nearest_pictures(data, copy_of(data, 0), 3, 1, stop.get_token()).error().code, ErrorCode::Cancelled);
}

}  // namespace headroom
