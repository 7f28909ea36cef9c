// Tapes: lining up two probes, and playing what they have in common.
#include "core/memory/kept_blocks.h"
#include "core/memory/tape.h"
#include "tests/support/test_seed.h"
#include "tests/torch/trainer_fixture.h"

#include <fstream>
#include <random>
#include <string>

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
    const auto probe = [](std::int64_t n) {
        return log_of({1000, -1000, 10 * n, 20 * n, -10 * n, -20 * n}, {0, 1, 2});
    };
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

TEST(StepTape, WhatAStepLeavesToBeShownLivesUntilTheNextIsMade) {
    // A block of 100 per picture that stays, and one of 1000 before it.
    const auto probe = [](std::int64_t n) {
        StepLog log = log_of({1000, 100 * n, -1000}, {0});
        for (const std::int64_t change : {-100 * n, 100 * n}) {
            StepRecord shown = log.records[1];
            shown.delta = change;
            if (change > 0) shown.role = Role::Preview;
            log.records.push_back(shown);
        }
        return log;
    };
    const auto tape = StepTape::from_probes(probe(2), 2, probe(4), 4);
    ASSERT_TRUE(tape);
    const TapePeak peak = tape->play(8, Bytes{7});
    EXPECT_EQ(peak.outlived.count, 800);
    EXPECT_EQ(peak.tensors.count, 7 + 1000 + 2 * 800);
    EXPECT_EQ(peak.roles[Role::Preview].count, 2 * 800);
    EXPECT_EQ(tape->play(8, Bytes{7}, {}, PoolRules{}, true).tensors, peak.tensors);
}

/// Kilobytes: the most that was resident since it was last forgotten.
std::int64_t most_resident() {
    std::ifstream in("/proc/self/status");
    for (std::string word; in >> word;) {
        if (word == "VmHWM:") break;
    }
    std::int64_t kilobytes = 0;
    in >> kilobytes;
    return kilobytes;
}

/// A step of a block that lasts and of `count` that come and go; `extra` says how many bytes another one has before the i-th.
template <class Extra> StepLog step_of(int count, std::int64_t pictures, Extra extra) {
    StepLog log;
    std::uint64_t serial = 100;
    const auto add = [&](std::uint64_t block, std::int64_t delta) {
        StepRecord r;
        r.role = Role::Activations;
        r.phase = Phase::G;
        r.delta = delta;
        r.serial = block;
        log.records.push_back(r);
    };
    const auto comes_and_goes = [&](std::int64_t bytes) {
        add(serial, bytes);
        add(serial++, -bytes);
    };
    add(serial++, std::int64_t{1} << 40);
    for (int i = 0; i < count; ++i) {
        if (const std::int64_t bytes = extra(i); bytes > 0) comes_and_goes(bytes);
        comes_and_goes((1000 + 997 * i % 65536) * pictures);
    }
    return log;
}

TEST(StepTape, FindsThePartnersAmongBlocksThatOnlyOneProbeMakes) {
    std::mt19937 random(static_cast<std::uint32_t>(test::test_seed() + 3));
    constexpr int kBlocks = 3000;
    // Blocks of a few bytes have no partner of thousands; some of either probe's stand at both ends and in a row.
    const auto few_extra = [&](int i) { return i == 0 || random() % 4 == 0 ? 300 : 0; };
    const auto more_extra = [&](int i) { return i == 0 || random() % 3 == 0 ? 100 : 0; };
    const StepLog few = step_of(kBlocks, 2, few_extra), more = step_of(kBlocks, 4, more_extra);
    const auto tape = StepTape::from_probes(few, 2, more, 4);
    ASSERT_TRUE(tape);
    int partners = 0;
    for (const StepTape::Block& block : tape->blocks()) {
        if (block.per_picture == 0) continue;
        ASSERT_EQ(block.per_picture, 1000 + 997 * partners % 65536) << "block " << partners;
        ++partners;
    }
    EXPECT_EQ(partners, kBlocks);
}

TEST(StepTape, TakesLittleMemoryForProbesThatDiffer) {
    constexpr int kBlocks = 12000;  // a table of them would take 288 MB
    const StepLog few = step_of(kBlocks, 2, [](int i) { return i == 0 || i + 1 == kBlocks ? 300 : 0; });
    const StepLog more = step_of(kBlocks, 4, [](int i) { return i == 0 || i + 1 == kBlocks ? 100 : 0; });
    ASSERT_TRUE(std::ofstream("/proc/self/clear_refs") << "5" << std::flush);
    const std::int64_t before = most_resident();
    ASSERT_GT(before, 0);
    ASSERT_TRUE(StepTape::from_probes(few, 2, more, 4));
    EXPECT_LT(most_resident() - before, 64 << 10);
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
