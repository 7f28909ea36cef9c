// The choice of segments to compute again, against trying all.
#include "core/memory/checkpointing/choose_segments.h"
#include "tests/support/test_seed.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

namespace headroom::test {
namespace {

std::vector<SegmentCost> random_chain(std::mt19937_64& random, std::size_t n) {
    std::vector<SegmentCost> out;
    for (std::size_t i = 0; i < n; ++i) {
        const auto number = [&](int most) {
            return Bytes{static_cast<std::int64_t>(random() % static_cast<unsigned>(most))};
        };
        SegmentCost s;
        s.boundary = number(20);
        s.kept = s.boundary + number(200);
        s.work = s.kept + number(50);
        s.seconds = static_cast<double>(1 + random() % 9);
        out.push_back(s);
    }
    return out;
}

double seconds_of(const std::vector<SegmentCost>& chain, std::uint64_t again) {
    double out = 0;
    for (std::size_t i = 0; i < chain.size(); ++i) out += (again >> i & 1) != 0 ? chain[i].seconds : 0;
    return out;
}

TEST(ChooseSegments, IsTheBestOfAllChoices) {
    std::mt19937_64 random(test::test_seed() + 10);
    int impossible = 0;
    for (int round = 0; round < 300; ++round) {
        const auto chain = random_chain(random, 1 + random() % 9);
        const std::uint64_t all = (std::uint64_t{1} << chain.size()) - 1;
        const Bytes budget{
            static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(chain_peak(chain, 0).count + 20))};
        double best = -1;
        for (std::uint64_t mask = 0; mask <= all; ++mask) {
            if (chain_peak(chain, mask) > budget) continue;
            if (const double s = seconds_of(chain, mask); best < 0 || s < best) best = s;
        }
        const auto choice = choose_segments(chain, budget);
        ASSERT_EQ(choice.has_value(), best >= 0) << round;
        if (!choice) {
            EXPECT_GT(chain_peak(chain, all), budget);
            ++impossible;
            continue;
        }
        EXPECT_DOUBLE_EQ(choice->extra_seconds, best) << round;
        EXPECT_DOUBLE_EQ(seconds_of(chain, choice->again), best);
        EXPECT_EQ(chain_peak(chain, choice->again), choice->peak);
        EXPECT_LE(choice->peak, budget);
    }
    EXPECT_GT(impossible, 20);
    EXPECT_LT(impossible, 280);
}

TEST(ChooseSegments, TakesNothingWhereThereIsRoomAndNotTheLastWhoseRecomputationIsThePeak) {
    const std::vector<SegmentCost> chain{{Bytes{100}, Bytes{10}, Bytes{100}, 1},
                                         {Bytes{100}, Bytes{10}, Bytes{100}, 1}};
    EXPECT_EQ(choose_segments(chain, Bytes{200})->again, 0u);
    // The second is the peak while it is computed, whatever is done with it.
    EXPECT_EQ(choose_segments(chain, Bytes{110})->again, 1u);
    EXPECT_FALSE(choose_segments(chain, Bytes{109}));
    EXPECT_TRUE(choose_segments({}, Bytes{}));
}

TEST(ChooseSegments, IsQuickForDeepNetworks) {
    std::mt19937_64 random(test::test_seed() + 2);
    auto chain = random_chain(random, 48);
    for (SegmentCost& s : chain) s.seconds += 1e-6 * static_cast<double>(random() % 1000000);  // no two sums alike
    const Bytes budget{(chain_peak(chain, 0).count + chain_peak(chain, (std::uint64_t{1} << 48) - 1).count) / 2};
    const auto choice = choose_segments(chain, budget);
    ASSERT_TRUE(choice);
    EXPECT_LE(choice->peak, budget);
    EXPECT_GT(std::popcount(choice->again), 0);
    EXPECT_LT(std::popcount(choice->again), 48);
}

}  // namespace
}  // namespace headroom::test
