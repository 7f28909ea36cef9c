// Nearest pictures of a packed data set: the same as looking at each, on any number of threads.
#include "core/base/random.h"
#include "core/data/nearest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace headroom {
namespace {

class Pictures final : public PackedDataset {
public:
    Pictures(std::int64_t count, int size)
        : count_(count), size_(size), bytes_(static_cast<std::size_t>(count) * area()) {
        RandomStream random(3, RandomPurpose::Scene, 0);
        for (std::uint8_t& byte : bytes_) byte = static_cast<std::uint8_t>(random.below(256));
    }
    std::int64_t count() const override { return count_; }
    int size() const override { return size_; }
    int channels() const override { return 3; }
    const std::uint8_t* image(std::int64_t i) const override {
        return bytes_.data() + static_cast<std::size_t>(i) * area();
    }
    std::uint8_t* change(std::int64_t i) { return bytes_.data() + static_cast<std::size_t>(i) * area(); }
    std::string name() const override { return {}; }
    std::string kind() const override { return {}; }
    std::string fingerprint() const override { return {}; }
    const std::vector<RejectedFile>& rejected() const override { return none_; }
    std::size_t area() const { return static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_) * 3; }

private:
    std::int64_t count_;
    int size_;
    std::vector<std::uint8_t> bytes_;
    std::vector<RejectedFile> none_;
};

ImageBuffer copy_of(const Pictures& data, std::int64_t index) {
    return {data.size(), data.size(), 3,
            std::make_shared<const std::vector<std::uint8_t>>(data.image(index), data.image(index) + data.area())};
}

}  // namespace

TEST(Nearest, FindsThePictureItselfFirstAndThenWhatWasMadeOfIt) {
    Pictures data(1500, 8);
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
    Pictures data(2, 256);
    std::fill_n(data.change(0), data.area(), std::uint8_t{0});
    std::fill_n(data.change(1), data.area(), std::uint8_t{255});
    const auto found = nearest_pictures(data, copy_of(data, 0), 2, 1);
    EXPECT_EQ((*found)[1], (Neighbour{1, 1.0}));
}

TEST(Nearest, RefusesPicturesOfAnotherSizeAndStops) {
    const Pictures data(1000, 8), other(1, 16);
    EXPECT_EQ(nearest_pictures(data, copy_of(other, 0), 3, 1).error().code, ErrorCode::InvalidArgument);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(nearest_pictures(data, copy_of(data, 0), 3, 1, stop.get_token()).error().code, ErrorCode::Cancelled);
}

}  // namespace headroom
