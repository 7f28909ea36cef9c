// The sampler's order is a permutation per epoch, a function of the seed alone; batches are copied and mirrored by position.
#include "tests/core/byte_pictures.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace headroom {
namespace {

/// Four-pixel pictures whose bytes tell their index and place.
test::BytePictures tiny_data() {
    test::BytePictures out(20, 2, 3, 0);
    for (int i = 0; i < 20; ++i)
        for (int b = 0; b < 12; ++b) out.change(i)[b] = static_cast<std::uint8_t>(i * 12 + b);
    return out;
}

std::vector<std::int64_t> epoch_order(std::int64_t count, std::uint64_t seed, std::int64_t epoch) {
    const Sampler sampler(count, seed);
    std::vector<std::int64_t> order;
    for (std::int64_t i = 0; i < count; ++i) order.push_back(sampler.index(epoch * count + i));
    return order;
}

TEST(Sampler, EveryEpochShowsEveryPictureOnce) {
    for (const std::int64_t count : {1, 2, 3, 5, 64, 1000, 4097}) {
        for (const std::int64_t epoch : {0, 1, 7}) {
            const auto order = epoch_order(count, 3, epoch);
            const std::set<std::int64_t> seen(order.begin(), order.end());
            EXPECT_EQ(static_cast<std::int64_t>(seen.size()), count);
            EXPECT_EQ(*seen.begin(), 0);
            EXPECT_EQ(*seen.rbegin(), count - 1);
        }
    }
}

TEST(Sampler, OrderDependsOnSeedAndEpochOnly) {
    EXPECT_EQ(epoch_order(500, 3, 2), epoch_order(500, 3, 2));
    EXPECT_NE(epoch_order(500, 3, 2), epoch_order(500, 3, 3));
    EXPECT_NE(epoch_order(500, 3, 2), epoch_order(500, 4, 2));
}

TEST(Sampler, OrderLooksRandom) {
    const auto order = epoch_order(4096, 1, 0);
    int rises = 0;
    double first_half = 0;
    for (std::size_t i = 1; i < order.size(); ++i) rises += order[i] > order[i - 1];
    for (std::size_t i = 0; i < order.size() / 2; ++i) first_half += static_cast<double>(order[i]);
    EXPECT_NEAR(rises / 4095.0, .5, .05);
    EXPECT_NEAR(first_half / 2048.0, 2048, 120);
}

TEST(Sampler, CountsEpochs) {
    const Sampler sampler(10, 1);
    EXPECT_EQ(sampler.epoch(9), 0);
    EXPECT_EQ(sampler.epoch(10), 1);
    EXPECT_EQ(sampler.left_in_epoch(0), 10);
    EXPECT_EQ(sampler.left_in_epoch(13), 7);
}

TEST(GatherBatch, CopiesThePicturesInOrder) {
    const test::BytePictures data = tiny_data();
    const Sampler sampler(20, 5);
    std::vector<std::uint8_t> out(7 * 12);
    gather_batch(data, sampler, false, 16, 7, out.data());
    for (int i = 0; i < 7; ++i)
        EXPECT_EQ(std::memcmp(&out[static_cast<std::size_t>(i) * 12], data.image(sampler.index(16 + i)), 12), 0) << i;
}

TEST(GatherBatch, MirrorsAboutHalfAndDoesNotDependOnTheSplit) {
    const test::BytePictures data = tiny_data();
    const Sampler sampler(20, 5);
    std::vector<std::uint8_t> whole(200 * 12), parts(200 * 12);
    gather_batch(data, sampler, true, 0, 200, whole.data());
    gather_batch(data, sampler, true, 0, 63, parts.data());
    gather_batch(data, sampler, true, 63, 137, &parts[63 * 12]);
    EXPECT_EQ(whole, parts);
    int mirrored = 0;
    for (int i = 0; i < 200; ++i) {
        const std::uint8_t* original = data.image(sampler.index(i));
        const std::uint8_t* got = &whole[static_cast<std::size_t>(i) * 12];
        const bool same = std::memcmp(got, original, 12) == 0;
        const bool flipped = std::memcmp(got, original + 3, 3) == 0 && std::memcmp(got + 3, original, 3) == 0 &&
                             std::memcmp(got + 6, original + 9, 3) == 0 && std::memcmp(got + 9, original + 6, 3) == 0;
        EXPECT_TRUE(same || flipped) << i;
        mirrored += flipped;
    }
    EXPECT_GT(mirrored, 70);
    EXPECT_LT(mirrored, 130);
}

}  // namespace
}  // namespace headroom
