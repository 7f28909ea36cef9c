// Held-out pictures: a part that is never trained on, the same one whatever the size.
#include "core/data/hold_out.h"
#include "tests/core/byte_pictures.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace headroom {
namespace {

/// Pictures of one pixel whose level is their number.
std::shared_ptr<const PackedDataset> numbered(int count) {
    auto out = std::make_shared<test::BytePictures>(count, 1, 1, 0);
    for (int i = 0; i < count; ++i) *out->change(i) = static_cast<std::uint8_t>(i);
    return out;
}

std::set<int> levels_of(const PackedDataset& data) {
    std::set<int> out;
    for (std::int64_t i = 0; i < data.count(); ++i) out.insert(*data.image(i));
    return out;
}

TEST(HoldOut, EveryPictureIsOnOneSide) {
    const auto all = numbered(41);
    const auto data = hold_out(all, 25);
    ASSERT_TRUE(data->held_out());
    EXPECT_EQ(data->count(), 31);
    EXPECT_EQ(data->held_out()->count(), 10);
    std::set<int> both = levels_of(*data);
    EXPECT_EQ(both.size(), 31u);
    both.merge(levels_of(*data->held_out()));
    EXPECT_EQ(both, levels_of(*all));
    EXPECT_NE(data->fingerprint(), all->fingerprint()) << "a run on the whole is no continuation of one on a part";
    EXPECT_NE(data->fingerprint(), data->held_out()->fingerprint());
    EXPECT_EQ(levels_of(*hold_out(numbered(41), 25)), levels_of(*data));
}

TEST(HoldOut, WhatRepeatsAPictureThatStaysWasSeen) {
    // The middle row, which is looked at first, is that of many; the first pixel is the picture's number. All else is black, so that by their looks, which
    // are those of nothing, none repeats another.
    const auto pictures = [](std::int64_t twin, std::int64_t of) {
        constexpr int kSide = 8;
        auto out = std::make_shared<test::BytePictures>(41, kSide, 1, 0);
        for (std::int64_t i = 0; i < out->count(); ++i) {
            const auto level = static_cast<std::uint8_t>(i == twin ? of : i);
            std::uint8_t* const pixels = out->change(i);
            std::fill_n(pixels, out->area(), std::uint8_t{0});
            std::fill_n(pixels + kSide / 2 * kSide, kSide, static_cast<std::uint8_t>(level % 3));
            *pixels = level;
        }
        return out;
    };
    const auto plain = hold_out(pictures(-1, -1), 25);
    ASSERT_EQ(plain->held_out()->count(), 10);
    const std::int64_t out = *plain->held_out()->image(0), other = *plain->held_out()->image(1),
                       stays = *plain->image(0);
    const auto twins = hold_out(pictures(out, stays), 25);
    EXPECT_EQ(twins->count(), 31) << "what is trained on stays as it is";
    EXPECT_EQ(twins->held_out()->count(), 9);
    EXPECT_FALSE(levels_of(*twins->held_out()).contains(static_cast<int>(stays)));
    EXPECT_EQ(twins->fingerprint(), plain->fingerprint());
    EXPECT_EQ(hold_out(pictures(out, other), 25)->held_out()->count(), 10) << "neither of two alike was seen";
}

TEST(HoldOut, WhatAllButRepeatsAPictureThatStaysWasSeen) {
    // Coarse patterns, one of which is there once more, a little lighter and with other noise, as a photograph that was saved twice.
    const auto pictures = [](std::int64_t twin, std::int64_t of) {
        constexpr int kSide = 32, kBlock = 4;
        auto out = std::make_shared<test::BytePictures>(40, kSide, 3, 5);  // noise at first
        for (std::int64_t i = 0; i < out->count(); ++i) {
            RandomStream random(9, RandomPurpose::Scene, static_cast<std::uint64_t>(i == twin ? of : i));
            std::vector<int> levels;
            for (int k = 0; k < (kSide / kBlock) * (kSide / kBlock) * 3; ++k)
                levels.push_back(20 + static_cast<int>(random.below(200)));
            for (int y = 0; y < kSide; ++y)
                for (int x = 0; x < kSide; ++x)
                    for (int c = 0; c < 3; ++c) {
                        std::uint8_t& pixel = out->change(i)[(y * kSide + x) * 3 + c];
                        const int level =
                            levels[static_cast<std::size_t>(((y / kBlock) * (kSide / kBlock) + x / kBlock) * 3 + c)];
                        pixel = static_cast<std::uint8_t>(level + pixel % 8 + (i == twin ? 6 : 0));
                    }
        }
        return out;
    };
    const std::shared_ptr<const PackedDataset> plain = pictures(-1, -1);
    const auto all_apart = hold_out(plain, 25);
    ASSERT_EQ(all_apart->held_out()->count(), 10);
    const auto place_of = [&](const std::uint8_t* picture) {
        for (std::int64_t i = 0; i < plain->count(); ++i)
            if (plain->image(i) == picture) return i;
        return std::int64_t{-1};
    };
    const std::int64_t out = place_of(all_apart->held_out()->image(0)),
                       other = place_of(all_apart->held_out()->image(1)), stays = place_of(all_apart->image(0));
    const auto twins = hold_out(pictures(out, stays), 25);
    EXPECT_EQ(twins->count(), 30) << "what is trained on stays as it is";
    EXPECT_EQ(twins->held_out()->count(), 9);
    EXPECT_EQ(hold_out(pictures(stays, out), 25)->held_out()->count(), 9) << "whichever of both is the copy";
    EXPECT_EQ(hold_out(pictures(out, other), 25)->held_out()->count(), 10) << "neither of two alike was seen";
}

TEST(HoldOut, NothingIsHeldOutWhereNothingIsWantedOrThere) {
    const auto all = numbered(9);
    EXPECT_EQ(hold_out(all, 0), all);
    EXPECT_EQ(hold_out(all, 10), all) << "less than one picture";
    EXPECT_FALSE(all->held_out());
}

TEST(HoldOut, IsTheSamePartAtEverySize) {
    const test::TempFolder cache;
    const auto opened = [&](int size, double percent) {
        TrainConfig config;
        config.data_count = 64;
        config.image_size = size;
        config.data_held_out = percent;
        const auto data = open_dataset(config, cache.path(), nullptr, {});
        EXPECT_TRUE(data);
        return *data;
    };
    for (const int size : {32, 64}) {
        const auto all = opened(size, 0), part = opened(size, 25);
        const std::size_t bytes = static_cast<std::size_t>(size * size * 3);
        ASSERT_EQ(part->count(), 48);
        ASSERT_EQ(part->held_out()->count(), 16);
        std::vector<std::int64_t> out;
        for (std::int64_t i = 0; i < 64; ++i)
            for (std::int64_t k = 0; k < 16; ++k)
                if (std::equal(all->image(i), all->image(i) + bytes, part->held_out()->image(k))) out.push_back(i);
        static std::vector<std::int64_t> of_the_first;
        if (of_the_first.empty()) of_the_first = out;
        EXPECT_EQ(out, of_the_first);
        EXPECT_EQ(out.size(), 16u);
    }
}

}  // namespace
}  // namespace headroom
