// A refusal at every allocation, one after the other: whatever happens, nothing is lost and nothing leaks.
#include "core/families/dcgan/dcgan_config.h"
#include "core/train/run/pictures.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/trainer_fixture.h"

#include <cstdlib>
#include <optional>
#include <set>

namespace headroom::test {
namespace {

TrainConfig tiny() {
    TrainConfig c = small_config();
    c.edit<DcganConfig>().latent = 8;
    c.edit<DcganConfig>().width_g = c.width_d = 4;
    c.batch_micro = 4;
    c.memory_timeline = false;
    return c;
}

Bytes live() { return cpu_allocator::live_of_all().total(); }

/// Every n-th allocation is tried; all of them with HEADROOM_EVERY_ALLOCATION set.
std::int64_t stride(std::int64_t n) { return std::getenv("HEADROOM_EVERY_ALLOCATION") ? 1 : n; }

using Bits = StoredBytes;

/// Weights, statistics, moments and averages as bytes.
template <class Run> Bits bits(Run& run) { return run.state(); }

const OomRecovered* recovery_in(const std::vector<Event>& events) {
    for (const Event& e : events) {
        if (const auto* oom = std::get_if<OomRecovered>(&e)) return oom;
    }
    return nullptr;
}

struct Case {
    const char* name;
    TrainConfig config;
};

std::vector<Case> cases() {
    std::vector<Case> out{{"plain", tiny()}};
    const auto add = [&](const char* name, auto change) {
        out.push_back({name, tiny()});
        change(out.back().config);
    };
    add("accumulation", [](TrainConfig& c) {
        c.batch_micro = 2;
        c.batch_accumulate = 2;
    });
    add("wgan_gp", [](TrainConfig& c) {
        c.edit<DcganConfig>().loss = GanLoss::WganGp;
        c.norm_d = NormKind::Instance;
    });
    add("r1", [](TrainConfig& c) {
        c.edit<DcganConfig>().r1_gamma = 1;
        c.edit<DcganConfig>().r1_every = 1;
    });
    add("checkpointing", [](TrainConfig& c) { c.checkpointing = Checkpointing::On; });
    add("bf16", [](TrainConfig& c) { c.precision = Precision::Bf16; });
    add("two_d_steps", [](TrainConfig& c) { c.edit<DcganConfig>().d_steps = 2; });
    add("adaptive", [](TrainConfig& c) {
        c.edit<DcganConfig>().diffaug_translation = c.augment_adapt = true;
        c.edit<DcganConfig>().augment_strength = 0.5;
        c.edit<DcganConfig>().upsampling = Upsampling::Resize;
    });
    add("clip", [](TrainConfig& c) { c.clip = 1; });
    return out;
}

class FaultInjection : public ::testing::TestWithParam<Case> {};

/// What must be true after a step in which one allocation was refused and nothing but caches had to go. Returns its phase; none: nothing was refused.
template <class Run> std::optional<Phase> survived_phase(const Run& run, const StepOutcome& outcome, std::int64_t n) {
    EXPECT_TRUE(outcome.done) << "allocation " << n << ": " << outcome.error.message << "; " << outcome.error.detail;
    const OomRecovered* told = recovery_in(run.events);
    if (!outcome.done || !told) return std::nullopt;
    EXPECT_TRUE(told->survived);
    EXPECT_GT(told->requested.count, 0);
    EXPECT_TRUE(told->ledger);
    EXPECT_EQ(told->ledger->now.total(), told->ledger->device_total);
    EXPECT_EQ(told->ledger->now.roles.total(), told->live);
    EXPECT_TRUE(told->after.empty()) << "the settings stay: giving caches back was enough";
    return told->phase;
}

void expect_every_part(int survived, const std::set<Phase>& phases) {
    EXPECT_GT(survived, 13);
    EXPECT_TRUE(phases.contains(Phase::DReal) && phases.contains(Phase::DFake) && phases.contains(Phase::G));
}

TEST_P(FaultInjection, AtEveryAllocationOfAFirstStepGivesTheBitsOfACleanOne) {
    const TrainConfig c = GetParam().config;
    const Bytes outside = live();
    std::optional<TrainerRun> clean(c);
    clean->steps(1);
    const Bits wanted = bits(*clean);
    const Bytes of_a_run = live() - outside;
    clean.reset();
    std::set<Phase> phases;
    int survived = 0;
    for (std::int64_t n = 1;; n += stride(47)) {
        ASSERT_LT(n, 20000) << "a step has more allocations than expected";
        TrainerRun run(c);
        cpu_allocator::refuse_nth(n);
        const StepOutcome outcome = run.trainer->step();
        cpu_allocator::refuse_nth(0);
        const auto phase = survived_phase(run, outcome, n);
        if (HasFailure()) return;
        if (!phase) break;
        ++survived;
        phases.insert(*phase);
        ASSERT_EQ(live() - outside, of_a_run) << "allocation " << n << " left bytes behind";
        ASSERT_EQ(differing(wanted, bits(run)), "") << "allocation " << n;
    }
    expect_every_part(survived, phases);
}

TEST_P(FaultInjection, AtEveryAllocationOfLaterStepsGivesTheBitsOfCleanOnes) {
    TrainerRun clean(GetParam().config), run(GetParam().config);
    clean.steps(2);
    run.steps(2);
    const Bytes of_both = live();
    std::set<Phase> phases;
    int survived = 0;
    for (std::int64_t n = 1;; n += stride(26)) {
        ASSERT_LT(n, 20000) << "a step has more allocations than expected";
        clean.steps(1);
        run.events.clear();
        run.trainer->note_relief_for_tests(false);  // however many were refused lately
        cpu_allocator::refuse_nth(n);
        const StepOutcome outcome = run.trainer->step();
        cpu_allocator::refuse_nth(0);
        const auto phase = survived_phase(run, outcome, n);
        if (HasFailure()) return;
        ASSERT_EQ(live(), of_both) << "allocation " << n << " left bytes behind";
        ASSERT_EQ(differing(bits(clean), bits(run)), "") << "allocation " << n;
        if (!phase) break;
        ++survived;
        phases.insert(*phase);
    }
    expect_every_part(survived, phases);
}

TEST_P(FaultInjection, WithRungsGivesTheBitsOfTheSmallerMicroBatch) {
    const TrainConfig c = GetParam().config;
    std::map<std::int64_t, Bits> wanted;
    int rungs = 0;
    for (std::int64_t n = 1;; n += stride(91)) {
        ASSERT_LT(n, 20000);
        TrainerRun run(c);
        run.trainer->note_relief_for_tests();
        cpu_allocator::refuse_nth(n);
        const StepOutcome outcome = run.trainer->step();
        cpu_allocator::refuse_nth(0);
        ASSERT_TRUE(outcome.done) << "allocation " << n << ": " << outcome.error.message << "; "
                                  << outcome.error.detail;
        if (!recovery_in(run.events)) break;
        ++rungs;
        const TrainConfig now = run.trainer->config();
        ASSERT_EQ(now.effective_batch(), c.effective_batch());
        ASSERT_LT(now.batch_micro, c.batch_micro);
        if (!wanted.contains(now.batch_micro)) {
            TrainerRun reference(now);
            reference.steps(1);
            wanted[now.batch_micro] = bits(reference);
        }
        ASSERT_EQ(differing(wanted[now.batch_micro], bits(run)), "") << "allocation " << n;
    }
    EXPECT_GT(rungs, 3);
}

/// Its steps take a hundred times as long as a DCGAN's: allocations are tried ever farther apart.
TEST(FaultInjectionOfLightGan, AtAllocationsOfAFirstStepGivesTheBitsOfACleanOne) {
    TrainConfig c = attending_light_gan();
    c.batch_micro = 1;
    c.edit<LightGanConfig>().gp_every = 1;
    c.memory_timeline = false;
    const Bytes outside = live();
    std::optional<LightGanRun> clean(std::in_place, c, nullptr, 4);
    clean->steps(1);
    const Bits wanted = bits(*clean);
    const Bytes of_a_run = live() - outside;
    clean.reset();
    std::set<Phase> phases;
    int survived = 0;
    for (std::int64_t n = 1;; n += stride(n + 1)) {
        ASSERT_LT(n, 40000) << "a step has more allocations than expected";
        LightGanRun run(c, nullptr, 4);
        cpu_allocator::refuse_nth(n);
        const StepOutcome outcome = run.trainer->step();
        cpu_allocator::refuse_nth(0);
        const auto phase = survived_phase(run, outcome, n);
        if (HasFailure()) return;
        if (!phase) break;
        ++survived;
        phases.insert(*phase);
        ASSERT_EQ(live() - outside, of_a_run) << "allocation " << n << " left bytes behind";
        ASSERT_EQ(differing(wanted, bits(run)), "") << "allocation " << n;
    }
    EXPECT_GT(survived, 8);
    EXPECT_GE(phases.size(), 2u);
}

TEST(FaultInjectionOfLightGan, InGrowingChangesAllOrNothing) {
    TrainConfig c = small_light_gan();
    c.batch_micro = 1;
    TrainConfig larger = c;
    larger.image_size = 128;
    LightGanRun run(c);
    run.steps(1);
    const Bits before = bits(run);
    const Bytes baseline = live();
    int refusals = 0;
    for (std::int64_t n = 1; n < 20000; n += stride(n / 2 + 1)) {
        cpu_allocator::refuse_nth(n);
        const auto changed = run.change(larger);
        cpu_allocator::refuse_nth(0);
        if (changed) {
            EXPECT_GT(refusals, 5);
            run.steps(1);
            return;
        }
        ++refusals;
        ASSERT_EQ(changed.error().code, ErrorCode::OutOfMemory);
        ASSERT_EQ(run.trainer->config().image_size, 64);
        ASSERT_EQ(live(), baseline) << n;
        ASSERT_EQ(differing(before, bits(run)), "") << n;
    }
    FAIL() << "more allocations than expected";
}

INSTANTIATE_TEST_SUITE_P(Steps, FaultInjection, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return std::string(info.param.name); });

/// Calls `act` with every `every`-th allocation refused until one call meets no refusal of `memory`; `act` returns whether it went well.
template <class Act> int with_each_refused(DeviceMemory& memory, std::int64_t every, Act act) {
    int refused = 0;
    for (std::int64_t n = 1; n < 20000; n += stride(every)) {
        const std::int64_t before = memory.counts().out_of_memory;
        cpu_allocator::refuse_nth(n);
        act(n);
        cpu_allocator::refuse_nth(0);
        if (memory.counts().out_of_memory == before) return refused;
        ++refused;
    }
    ADD_FAILURE() << "more allocations than expected";
    return refused;
}

TEST(FaultInjectionElsewhere, InAPreviewCostsAtMostThePreview) {
    TrainerRun run(tiny());
    run.steps(2);
    const Bits before = bits(run);
    const Bytes baseline = live();
    int shown = 0;
    const int refused = with_each_refused(run.trainer->device_memory(), 1, [&](std::int64_t n) {
        const auto sample = run.trainer->sample({SampleKind::Grid, 8, 0, 1.0, 0});
        if (sample)
            ++shown;
        else
            EXPECT_EQ(sample.error().code, ErrorCode::OutOfMemory) << n;
        EXPECT_EQ(live(), baseline) << n;
    });
    EXPECT_GT(refused, 20);
    EXPECT_GT(shown, refused / 2) << "most refusals make it work in smaller pieces";
    EXPECT_EQ(differing(before, bits(run)), "");
    EXPECT_TRUE(run.trainer->sample({SampleKind::Grid, 8, 0, 1.0, 0})) << "it comes back by itself";
}

TEST(FaultInjectionElsewhere, InACheckpointLosesNeitherStateNorCheckpoint) {
    TrainerRun run(tiny());
    run.steps(2);
    const Bits before = bits(run);
    const Bytes baseline = live();
    const int refused = with_each_refused(run.trainer->device_memory(), 9, [&](std::int64_t n) {
        const auto saved = run.trainer->checkpoint();
        ASSERT_TRUE(saved) << n << ": " << saved.error().message;
        EXPECT_EQ(live(), baseline) << n;
    });
    EXPECT_GT(refused, 10);
    EXPECT_EQ(differing(before, bits(run)), "");
}

TEST(FaultInjectionElsewhere, InAResizeChangesAllOrNothing) {
    const TrainConfig c = tiny();
    TrainConfig larger = c;
    larger.image_size = 64;
    int refusals = 0;
    for (std::int64_t n = 1; n < 20000; n += stride(17)) {
        TrainerRun run(c);
        run.steps(1);
        const Bits before = bits(run);
        const Bytes baseline = live();
        cpu_allocator::refuse_nth(n);
        const auto changed = run.change(larger);
        cpu_allocator::refuse_nth(0);
        if (changed) {
            EXPECT_GT(refusals, 5);
            run.steps(1);
            return;
        }
        ++refusals;
        ASSERT_EQ(changed.error().code, ErrorCode::OutOfMemory);
        ASSERT_EQ(run.trainer->config().image_size, 32);
        ASSERT_EQ(live(), baseline) << n;
        ASSERT_EQ(differing(before, bits(run)), "") << n;
        run.trainer->use_dataset(std::make_shared<MemoryDataset>(64, 32, 3, 3));
        run.steps(1);
    }
    FAIL() << "more allocations than expected";
}

TEST(FaultInjectionElsewhere, InAChangeThatEndsTheAverageLosesNothing) {
    const TrainConfig c = tiny();
    ASSERT_GT(c.ema_half_life, 0);
    TrainConfig next = c;
    next.ema_half_life = 0;
    next.precision = Precision::Bf16;
    TrainerRun run(c);
    run.steps(2);
    const Bits before = bits(run);
    const int refused = with_each_refused(run.trainer->device_memory(), 1, [&](std::int64_t n) {
        const auto changed = run.change(next);
        cpu_allocator::refuse_nth(0);
        if (changed) return;
        ASSERT_EQ(changed.error().code, ErrorCode::OutOfMemory) << n;
        ASSERT_EQ(differing(before, bits(run)), "") << n;
    });
    EXPECT_GT(refused, 3);
    EXPECT_EQ(run.trainer->networks().net_ema(), nullptr);
    run.steps(1);
}

TEST(FaultInjectionElsewhere, InLendingLosesNothing) {
    TrainerRun run(tiny());
    run.steps(2);
    const Bits before = bits(run);
    const Bytes baseline = live();
    with_each_refused(run.trainer->device_memory(), 1, [&](std::int64_t n) {
        const auto lent = run.trainer->lend();
        cpu_allocator::refuse_nth(0);
        EXPECT_EQ(live(), lent ? Bytes{} : baseline) << n;
        if (lent) ASSERT_TRUE(run.trainer->take_back());
        EXPECT_EQ(live(), baseline) << n;
    });
    EXPECT_EQ(differing(before, bits(run)), "");
    run.steps(1);
}

TEST(FaultInjectionElsewhere, InTakingBackLosesNothing) {
    TrainerRun run(tiny());
    run.steps(2);
    const Bits before = bits(run);
    const Bytes baseline = live();
    ASSERT_TRUE(run.trainer->lend());
    EXPECT_EQ(live().count, 0) << "nothing stays while the device is lent";
    const int refused = with_each_refused(run.trainer->device_memory(), 3, [&](std::int64_t n) {
        const auto back = run.trainer->take_back();
        if (!back) EXPECT_EQ(back.error().code, ErrorCode::OutOfMemory);
        EXPECT_EQ(live(), back ? baseline : Bytes{}) << n << ": a failed return leaves nothing";
    });
    EXPECT_GT(refused, 10);
    EXPECT_EQ(live(), baseline);
    EXPECT_EQ(differing(before, bits(run)), "");
    EXPECT_TRUE(run.events.empty()) << "nothing has changed that would need telling";
    cpu_allocator::refuse_nth(5);
    run.steps(1);
    cpu_allocator::refuse_nth(0);
    EXPECT_NE(run.last<OomRecovered>(), nullptr) << "a refused return leaves the run with its voice";
}

TEST(FaultInjectionElsewhere, MomentsInHostMemoryGiveTheSameBits) {
    cpu_allocator::install();
    TrainConfig c = tiny();
    TrainerRun plain(c), parked(c);
    for (Adam* adam : {parked.trainer->networks().opt_g.get(), parked.trainer->networks().opt_d.get()})
        adam->set_on_host(true);
    plain.steps(3);
    // Not through configure(): on the CPU the setting has no effect.
    for (int i = 0; i < 3; ++i) parked.step();
    EXPECT_TRUE(parked.trainer->networks().opt_g->on_host());
    EXPECT_EQ(differing(bits(plain), bits(parked)), "");
}

}  // namespace
}  // namespace headroom::test
