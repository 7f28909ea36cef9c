// Tapes: lining up two probes, and playing what they have in common.
#include "core/memory/kept_blocks.h"
#include "core/memory/tape.h"
#include "tests/torch/trainer_fixture.h"
#include "tests/support/test_seed.h"

#include <random>

namespace headroom::test {
namespace {

/// A log of makes (positive) and frees (negative: of the block made n-th).
StepLog log_of(const std::vector<std::int64_t>& deltas, const std::vector<int>& freed) {
    StepLog log;
    std::size_t next = 0;
    std::uint64_t serial = 100;
    for (const std::int64_t d : deltas) {
        StepRecord r;
        r.role = Role::Activations;
        r.phase = Phase::G;
        r.delta = d;
        r.serial = d > 0 ? serial++ : 100 + static_cast<std::uint64_t>(freed[next++]);
        log.records.push_back(r);
    }
    return log;
}

TEST(StepTape, PeakMovesWithTheBatch) {
    // A fixed block of 1000 and, later, one of 10 per picture beside one of 20 per picture.
    const auto probe = [](std::int64_t n) { return log_of({1000, -1000, 10 * n, 20 * n, -10 * n, -20 * n}, {0, 1, 2}); };
    const auto tape = StepTape::from_probes(probe(2), 2, probe(4), 4);
    ASSERT_TRUE(tape);
    EXPECT_EQ(tape->play(2, {}).tensors.count, 1000);
    EXPECT_EQ(tape->play(100, {}).tensors.count, 3000);
    EXPECT_EQ(tape->play(100, Bytes{7}).tensors.count, 3007);
    EXPECT_EQ(tape->play(100, {}).roles[Role::Activations].count, 3000);
    ASSERT_EQ(tape->play(100, {}).by_phase.size(), 1u);
}

TEST(StepTape, ABlockThatOnlyOneProbeMakesKeepsItsSize) {
    const StepLog few = log_of({4000, 2000, -4000, -2000}, {0, 1});
    const StepLog more = log_of({8000, 90, -90, 4000, -8000, -4000}, {1, 0, 2});
    const auto tape = StepTape::from_probes(few, 2, more, 4);
    ASSERT_TRUE(tape);
    EXPECT_EQ(tape->play(8, {}).tensors.count, 24000);
    EXPECT_EQ(tape->play(1, {}).tensors.count, 3000);
}

TEST(StepTape, RefusesStepsThatHaveNothingInCommon) {
    EXPECT_FALSE(StepTape::from_probes(log_of({100, -100}, {0}), 2, log_of({5000, 7000, -5000, -7000}, {0, 1}), 4));
    EXPECT_FALSE(StepTape::from_probes(log_of({100}, {}), 4, log_of({100}, {}), 4));
    EXPECT_FALSE(StepTape::from_probes({}, 2, {}, 4));
}

TEST(StepTape, RefusesPartsThatDoNotBelongTogether) {
    using Kind = StepTape::Event::Kind;
    const StepTape::Event make{Kind::Make, Role::Other, Phase::G, 0}, free{Kind::Free, Role::Other, Phase::G, 0};
    EXPECT_TRUE(StepTape::from_parts({make, free}, {{8, 0, 1}}, 0));
    EXPECT_FALSE(StepTape::from_parts({free}, {{8, 0, 1}}, 0));
    EXPECT_FALSE(StepTape::from_parts({make, make}, {{8, 0, 1}}, 0));
    EXPECT_FALSE(StepTape::from_parts({make}, {}, 0));
}

TEST(KeptBlocks, HoldsWhatTheAllocatorHolds) {
    cpu_allocator::install();
    cpu_allocator::release_cache();
    for (const std::int64_t limit_mib : {0, 40}) {
        cpu_allocator::release_cache();
        const Bytes resident = cpu_allocator::counts().live_total;
        const Bytes limit = limit_mib ? resident + Bytes{limit_mib << 20} : Bytes{};
        cpu_allocator::set_limit(limit);
        cpu_allocator::begin_step(false);
        KeptBlocks played(resident, limit);
        std::mt19937 random(static_cast<std::uint32_t>(test::test_seed() + 2));
        std::vector<std::pair<at::Tensor, std::int64_t>> alive;
        std::int64_t live = 0;
        for (int i = 0; i < 2000; ++i) {
            const std::int64_t bytes = std::int64_t{1024} << (random() % 12);
            if ((random() % 2 || alive.size() > 20 || live + bytes > (36 << 20)) && !alive.empty()) {
                const std::size_t which = random() % alive.size();
                live -= alive[which].second;
                played.give(alive[which].second);
                alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(which));
            } else {
                alive.emplace_back(at::empty({bytes}, at::kByte), bytes);
                live += bytes;
                played.take(bytes);
            }
        }
        const AllocatorCounts counts = cpu_allocator::counts();
        EXPECT_EQ(played.most_held(), counts.at_peak.total()) << limit_mib;
        cpu_allocator::set_limit({});
    }
}

}  // namespace
}  // namespace headroom::test
