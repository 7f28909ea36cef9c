// DevicePool: sequences worked out by hand from the rules of CUDA's caching allocator (core/memory/device_pool.h says which).
#include "core/memory/device_pool.h"
#include "core/memory/kept_blocks.h"
#include "core/memory/tape.h"
#include "tests/support/test_seed.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace headroom::test {
namespace {

using namespace headroom::literals;

PoolRules fixed_segments() {
    PoolRules rules;
    rules.expandable = false;
    return rules;
}

DevicePool::Block taken(DevicePool& pool, Bytes bytes, int stream = 0) {
    const auto block = pool.take(bytes, stream);
    EXPECT_TRUE(block) << bytes.count;
    return block.value_or(0);
}

TEST(DevicePool, RoundsToUnitsOf512Bytes) {
    DevicePool pool(fixed_segments());
    taken(pool, {1});
    EXPECT_EQ(pool.live(), Bytes{512});
    taken(pool, {512});
    taken(pool, {513});
    EXPECT_EQ(pool.live(), Bytes{512 + 512 + 1024});
    EXPECT_EQ(pool.held(), 2_MiB) << "all three in one segment of small blocks";
}

TEST(DevicePool, FixedSegmentsAreOf2And20MiBAndAbove10MiBAsLargeAsTheRequest) {
    DevicePool pool(fixed_segments());
    taken(pool, 1_MiB);
    EXPECT_EQ(pool.held(), 2_MiB) << "up to 1 MiB: a small block";
    taken(pool, 1_MiB + Bytes{1});
    EXPECT_EQ(pool.held(), 22_MiB);
    taken(pool, 10_MiB - Bytes{512});
    EXPECT_EQ(pool.held(), 22_MiB) << "from the rest of the segment of 20 MiB";
    taken(pool, 10_MiB);
    EXPECT_EQ(pool.held(), 32_MiB) << "from 10 MiB on a segment of its own";
    taken(pool, 10_MiB + Bytes{1});
    EXPECT_EQ(pool.held(), 44_MiB) << "in steps of 2 MiB";
}

TEST(DevicePool, AFixedLargeBlockIsSplitOnlyForMoreThan1MiB) {
    DevicePool pool(fixed_segments());
    const auto whole = taken(pool, 20_MiB);
    pool.give(whole);
    const auto most = taken(pool, 19_MiB);
    EXPECT_EQ(pool.live(), 20_MiB) << "the rest of exactly 1 MiB stays with the block";
    pool.give(most);
    taken(pool, 19_MiB - Bytes{512});
    EXPECT_EQ(pool.live(), 19_MiB - Bytes{512});
    EXPECT_EQ(pool.held(), 20_MiB);
}

TEST(DevicePool, TheSmallestBlockThatFitsIsTakenAndNeighboursJoin) {
    DevicePool pool(fixed_segments());
    const auto a = taken(pool, 32_MiB), b = taken(pool, 24_MiB);
    pool.give(a);
    pool.give(b);
    const auto c = taken(pool, 22_MiB);  // of b, whose rest is 2 MiB
    EXPECT_EQ(pool.held(), 56_MiB);
    taken(pool, 32_MiB);  // a is whole
    EXPECT_EQ(pool.held(), 56_MiB);
    pool.give(c);
    taken(pool, 24_MiB);  // b is whole again
    EXPECT_EQ(pool.held(), 56_MiB);
    EXPECT_EQ(pool.live(), 56_MiB);
}

TEST(DevicePool, ABlockThatLivesKeepsItsNeighboursApart) {
    DevicePool pool(fixed_segments());
    // Four quarters of a segment of 20 MiB.
    const auto a = taken(pool, 5_MiB), b = taken(pool, 5_MiB), c = taken(pool, 5_MiB);
    taken(pool, 5_MiB);
    EXPECT_EQ(pool.held(), 20_MiB);
    pool.give(a);
    pool.give(c);
    const auto apart = taken(pool, 9_MiB);
    EXPECT_EQ(pool.held(), 40_MiB) << "10 MiB are free, but not in one piece";
    pool.give(apart);
    pool.give(b);
    taken(pool, 15_MiB);
    EXPECT_EQ(pool.held(), 40_MiB) << "now a, b and c are one piece";
}

TEST(DevicePool, BlocksOfOneStreamServeNoOther) {
    for (const bool growing : {false, true}) {
        PoolRules rules;
        rules.expandable = growing;
        DevicePool pool(rules);
        pool.give(taken(pool, 20_MiB, 1));
        taken(pool, 20_MiB, 2);
        EXPECT_EQ(pool.held(), 40_MiB);
        taken(pool, 20_MiB, 1);
        EXPECT_EQ(pool.held(), 40_MiB);
    }
}

TEST(DevicePool, BlocksFromTheSplitLimitOnAreNeitherSplitNorWasted) {
    PoolRules rules = fixed_segments();
    rules.max_split = 64_MiB;
    DevicePool pool(rules);
    pool.give(taken(pool, 100_MiB));
    taken(pool, 30_MiB);
    EXPECT_EQ(pool.held(), 130_MiB) << "what is smaller than the limit gets no block above it";
    const auto close = taken(pool, 80_MiB + Bytes{512});
    EXPECT_EQ(pool.held(), 130_MiB) << "less than 20 MiB would be wasted";
    EXPECT_EQ(pool.live(), 130_MiB) << "and the block is not split";
    pool.give(close);
    taken(pool, 80_MiB);
    EXPECT_EQ(pool.held(), 210_MiB) << "20 MiB are too many";
}

TEST(DevicePool, AtTheLimitWholeFreeSegmentsAreGivenBack) {
    DevicePool pool(fixed_segments(), 100_MiB);
    const auto a = taken(pool, 40_MiB), b = taken(pool, 40_MiB);
    pool.give(a);
    taken(pool, 60_MiB);  // 80 + 60 > 100: a goes
    EXPECT_EQ(pool.held(), 100_MiB);
    EXPECT_EQ(pool.retries(), 1);
    EXPECT_FALSE(pool.take(2_MiB)) << "everything lives";
    pool.give(b);
    const auto part = taken(pool, 20_MiB);  // of b, which is split and so cannot be given back
    EXPECT_FALSE(pool.take(30_MiB));
    EXPECT_EQ(pool.held(), 100_MiB);
    pool.give(part);
    taken(pool, 30_MiB);
    EXPECT_EQ(pool.held(), 100_MiB) << "and whole again it serves";
}

TEST(DevicePool, WithASplitLimitOnlyAsMuchIsGivenBackAsIsWanted) {
    PoolRules rules = fixed_segments();
    rules.max_split = 20_MiB;
    rules.most_beyond = 2_MiB;
    DevicePool pool(rules, 100_MiB);
    const auto a = taken(pool, 30_MiB), b = taken(pool, 40_MiB), c = taken(pool, 22_MiB);
    for (const auto block : {a, b, c}) pool.give(block);
    taken(pool, 36_MiB);  // 92 held: the smallest of at least 36 goes, which is b
    EXPECT_EQ(pool.held(), 88_MiB);
    EXPECT_EQ(pool.retries(), 0);
    taken(pool, 48_MiB);  // none is as large: the largest ones go, a and then c
    EXPECT_EQ(pool.held(), 84_MiB);
    EXPECT_EQ(pool.retries(), 0);
}

TEST(DevicePool, AGrowingSegmentMapsPagesOf2And20MiB) {
    DevicePool pool(PoolRules{});
    taken(pool, {1});
    EXPECT_EQ(pool.held(), 2_MiB);
    taken(pool, 1_MiB);
    EXPECT_EQ(pool.held(), 2_MiB);
    taken(pool, 1_MiB);
    EXPECT_EQ(pool.held(), 4_MiB) << "the rest of the first page, just short of 1 MiB, and the next page";
    taken(pool, 30_MiB);
    EXPECT_EQ(pool.held(), 44_MiB) << "two pages of 20 MiB";
    taken(pool, 10_MiB);
    EXPECT_EQ(pool.held(), 44_MiB);
    taken(pool, 1_MiB + Bytes{1});
    EXPECT_EQ(pool.held(), 64_MiB);
}

TEST(DevicePool, AGrowingSegmentSplitsToTheLastUnit) {
    DevicePool pool(PoolRules{});
    pool.give(taken(pool, 20_MiB));
    taken(pool, 20_MiB - Bytes{512});
    EXPECT_EQ(pool.live(), 20_MiB - Bytes{512});
}

TEST(DevicePool, AFreeEndGrowsByWhatIsMissing) {
    DevicePool pool(PoolRules{});
    taken(pool, 10_MiB);
    pool.give(taken(pool, 10_MiB));
    taken(pool, 45_MiB);  // 10 MiB are free at the end: 35 more are two pages
    EXPECT_EQ(pool.held(), 60_MiB);
    DevicePool fixed(fixed_segments());
    taken(fixed, 10_MiB);
    fixed.give(taken(fixed, 10_MiB));
    taken(fixed, 45_MiB);
    EXPECT_EQ(fixed.held(), 66_MiB) << "10, 10 and 46 MiB";
}

TEST(DevicePool, HolesComeBeforeTheOpenEnd) {
    DevicePool pool(PoolRules{});
    const auto hole = taken(pool, 12_MiB);
    taken(pool, 20_MiB);
    pool.give(hole);  // free: 12 MiB in front, 8 MiB at the open end, which could grow
    taken(pool, 8_MiB);
    pool.give(taken(pool, 8_MiB));
    EXPECT_EQ(pool.held(), 40_MiB);
    taken(pool, 8_MiB);
    taken(pool, 4_MiB);
    EXPECT_EQ(pool.held(), 40_MiB) << "8 and 4 MiB in the hole, 8 at the end: nothing is left or was mapped";
    EXPECT_EQ(pool.live(), 40_MiB);
}

TEST(DevicePool, FreePagesOfAGrowingSegmentAreGivenBackFromItsMiddle) {
    DevicePool pool(PoolRules{});
    const auto first = taken(pool, 10_MiB), middle = taken(pool, 60_MiB), last = taken(pool, 10_MiB);
    EXPECT_EQ(pool.held(), 80_MiB);
    pool.give(middle);  // 10 to 70 MiB: the pages from 20 to 60 are free as a whole
    pool.empty_cache();
    EXPECT_EQ(pool.held(), 40_MiB);
    const auto again = taken(pool, 60_MiB);  // the same place: two pages are mapped again
    EXPECT_EQ(pool.held(), 80_MiB);
    for (const auto block : {first, again, last}) pool.give(block);
    pool.empty_cache();
    EXPECT_EQ(pool.held(), Bytes{}) << "and the segment ends with its last page";
    taken(pool, 1_MiB + Bytes{1});
    EXPECT_EQ(pool.held(), 20_MiB);
}

TEST(DevicePool, AtTheLimitGrowingSegmentsGiveBackTheirFreePages) {
    DevicePool pool(PoolRules{}, 60_MiB);
    pool.give(taken(pool, 40_MiB, 1));
    taken(pool, 30_MiB, 2);  // 40 + 30 > 60
    EXPECT_EQ(pool.retries(), 1);
    EXPECT_EQ(pool.held(), 40_MiB);
    EXPECT_FALSE(pool.take(30_MiB, 3));
}

TEST(DevicePool, TheAddressSpaceOfASegmentEndsIt) {
    PoolRules rules;
    rules.address_space = 40_MiB;
    DevicePool pool(rules);
    taken(pool, 30_MiB);
    taken(pool, 20_MiB);  // 10 MiB of space are left: another segment
    EXPECT_EQ(pool.held(), 60_MiB);
    taken(pool, 10_MiB);
    EXPECT_EQ(pool.held(), 60_MiB);
}

/// Nothing is lost or counted twice, whatever comes and goes.
TEST(DevicePool, IsEmptyAfterAnything) {
    std::mt19937 random(static_cast<std::uint32_t>(test::test_seed() + 11));
    for (const bool growing : {false, true}) {
        for (const Bytes split : {Bytes{}, 30_MiB}) {
            PoolRules rules;
            rules.expandable = growing;
            rules.max_split = split;
            DevicePool pool(rules, 700_MiB);
            std::vector<DevicePool::Block> alive;
            for (int i = 0; i < 20000; ++i) {
                if (!alive.empty() && random() % 2) {
                    const std::size_t which = random() % alive.size();
                    pool.give(alive[which]);
                    alive[which] = alive.back();
                    alive.pop_back();
                } else if (const auto block =
                               pool.take({std::int64_t{1} << (random() % 27)}, static_cast<int>(random() % 2))) {
                    alive.push_back(*block);
                }
                ASSERT_GE(pool.held(), pool.live());
                ASSERT_LE(pool.held(), 720_MiB) << "but for the last page";
            }
            for (const auto block : alive) pool.give(block);
            EXPECT_EQ(pool.live(), Bytes{});
            pool.empty_cache();
            EXPECT_EQ(pool.held(), Bytes{});
        }
    }
}

TEST(KeptBlocks, OfAGpuKeepsAsItsAllocatorDoes) {
    KeptBlocks kept(100_MiB, {}, PoolRules{});
    EXPECT_EQ(kept.most_held(), 100_MiB);
    const auto block = kept.take((30_MiB).count);
    EXPECT_EQ(kept.most_held(), 140_MiB);
    kept.give((30_MiB).count, block);
    kept.begin_step();
    EXPECT_EQ(kept.most_held(), 140_MiB) << "what was freed stays";
}

TEST(KeptBlocks, OfAGpuHoldLargeAndSmallResidentsApart) {
    const auto held = [](const Resident& resident) { return KeptBlocks(resident, {}, PoolRules{}).most_held(); };
    EXPECT_EQ(held(25_MiB), 40_MiB) << "as one block: two pages";
    EXPECT_EQ(held({25_MiB, std::vector<Bytes>{15_MiB}}), 20_MiB + 10_MiB);
    EXPECT_EQ(held({3_MiB, std::vector<Bytes>{}}), 4_MiB);
}

TEST(KeptBlocks, OfAGpuGoesBeyondALimitThatNothingFitsIn) {
    KeptBlocks kept(40_MiB, 60_MiB, PoolRules{});
    kept.take((40_MiB).count);
    EXPECT_EQ(kept.most_held(), 80_MiB);
}

}  // namespace
}  // namespace headroom::test
