// Every family of models on the stand-in device: what is true of a run on the CPU is true of one there.
#include "family_runs.h"

#include "core/families/light_gan/light_gan_config.h"
#include "core/train/family.h"
#include "core/train/forecast/step_model.h"
#include "tests/support/all_cases.h"
#include "tests/support/set_variable.h"
#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/driver.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/near_scores.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace headroom::test {
namespace {

const char* const kDevice = "cuda:0";

class StandInFamily : public testing::TestWithParam<FamilyCase> {
protected:
    void TearDown() override {
        stand_in::refuse_nth(0);
        stand_in::set_others({});
        stand_in::recover();
        stand_in::offer_kernels(true);
    }
    const FamilyCase& family() const { return GetParam(); }
    TrainConfig config() const { return family().config(); }
};

TEST_P(StandInFamily, TrainsAsOnTheCpu) {
    stand_in::offer_kernels(false);  // with kernels of our own: test_device_kernels.cpp
    FamilyRun cpu(family(), config(), "cpu"), gpu(family(), config(), kDevice);
    EXPECT_EQ(gpu.trainer().device_id(), kDevice);
    EXPECT_EQ(differing(cpu.state(), gpu.state()), "") << "the start is the same to the bit";
    for (int i = 0; i < 3; ++i) {
        SCOPED_TRACE(i);
        const StepDone a = cpu.step(), b = gpu.step();
        EXPECT_TRUE(std::isfinite(b.loss_g));
        EXPECT_NEAR(a.loss_g, b.loss_g, 1e-4 * std::max(1.0, std::abs(a.loss_g)));
        // Adam's first steps are as long whatever the gradient: what is nearly none may go the other way, two steps apart.
        if (i == 0) EXPECT_LT(distance(cpu.state(), gpu.state()), 0.1);
    }
    if (!family().same_kernels) return;
    TrainConfig planes = config();
    planes.channels_last = false;
    FamilyRun by_library(family(), planes, "cpu"), there(family(), planes, kDevice);
    by_library.steps(3);
    there.steps(3);
    EXPECT_EQ(differing(by_library.state(), there.state()), "");
}

TEST_P(StandInFamily, ItsLedgerIsThatOfTheCpu) {
    FamilyRun cpu(family(), config(), "cpu"), run(family(), config(), kDevice);
    cpu.steps(1);
    run.steps(2);
    const auto report = run.trainer().memory();
    const RoleBytes wanted = cpu.trainer().memory()->now.roles;
    for (const Role role : {Role::Weights, Role::Buffers, Role::Ema, Role::Clip})
        EXPECT_EQ(report->now.roles[role], wanted[role]) << name_of(role);
    EXPECT_EQ(report->now.roles[Role::Codebook] > Bytes{}, wanted[Role::Codebook] > Bytes{});
    EXPECT_EQ(report->now.roles[Role::Other], Bytes{});
    EXPECT_FALSE(report->is_cpu);
    EXPECT_EQ(report->now.total(), report->device_total);
    EXPECT_EQ(report->at_peak.total(), report->device_total);
    EXPECT_GT(report->at_peak.roles[Role::Activations].count, 0);
    EXPECT_EQ(report->now.roles[Role::Gradients].count, 0);
    const auto timeline = run.trainer().timeline();
    ASSERT_NE(timeline, nullptr);
    EXPECT_FALSE(timeline->largest.empty());
    EXPECT_TRUE(run.trainer().memory_snapshot());
}

TEST_P(StandInFamily, PreviewsLeaveNothingBehind) {
    FamilyRun run(family(), config(), kDevice);
    run.steps(1);
    (void)run.trainer().sample({SampleKind::Grid, 4, 0, 1.0, 0});
    const Bytes before = run.trainer().device_memory().counts().live_total;
    const auto grid = run.trainer().sample({SampleKind::Grid, 4, 0, 1.0, 0});
    ASSERT_TRUE(grid) << grid.error().message;
    EXPECT_FALSE(grid->raw.empty());
    EXPECT_EQ(run.trainer().device_memory().counts().live_total, before);
}

/// By kernels of our own. That it goes on with the CPU and back: tests/gpu/test_gpu_families.cpp, of which one program has the stand-in as its GPU.
TEST_P(StandInFamily, AResumedRunGoesOnToTheBit) {
    FamilyRun whole(family(), config(), kDevice), first(family(), config(), kDevice);
    whole.steps(3);
    first.steps(2);
    const auto saved = first.trainer().checkpoint();
    ASSERT_TRUE(saved);
    FamilyRun second(family(), config(), kDevice, saved->get());
    second.steps(1);
    EXPECT_EQ(differing(whole.state(), second.state()), "");
}

TEST_P(StandInFamily, LendsItsMemoryAndTakesItBackUnchanged) {
    FamilyRun run(family(), config(), kDevice);
    run.steps(2);
    const auto before = run.state();
    const Bytes held = run.trainer().device_memory().counts().live.total();
    ASSERT_TRUE(run.trainer().lend());
    EXPECT_EQ(run.trainer().device_memory().counts().live_total.count, 0);
    EXPECT_LT(run.trainer().device_memory().counts().live.total(), held);
    ASSERT_TRUE(run.trainer().take_back());
    EXPECT_EQ(differing(before, run.state()), "");
    run.steps(1);
}

TEST_P(StandInFamily, NothingIsLeftWhenTheRunEnds) {
    const auto memory = open_device("cuda")->memory;
    const Bytes before = memory->counts().live.total();
    {
        FamilyRun run(family(), config(), kDevice);
        run.steps(2);
    }
    EXPECT_EQ(memory->counts().live.total(), before);
}

const OomRecovered* recovery_in(const std::vector<Event>& events) {
    for (const Event& e : events) {
        if (const auto* oom = std::get_if<OomRecovered>(&e)) return oom;
    }
    return nullptr;
}

TEST_P(StandInFamily, ARefusalAnywhereCostsNothing) {
    TrainConfig c = config();
    c.data_on_device = DataOnDevice::Off;  // a data set there leaves first: test_device_pictures.cpp
    c.graphs = CudaGraphs::Off;            // what is refused while a step is recorded: test_step_graphs.cpp
    FamilyRun clean(family(), c, kDevice);
    clean.steps(1);
    const StoredBytes start = clean.state();
    clean.steps(1);
    const StoredBytes wanted = clean.state();
    // From the second step on moments are kept, to be undone, too.
    const Bytes live = clean.trainer().device_memory().counts().live_total;
    int survived = 0;
    for (std::int64_t n = 1;; n += 1 + (family().pace == Pace::Quick ? n / 2 : 2 * n)) {
        ASSERT_LT(n, 100000);
        FamilyRun run(family(), c, kDevice);
        run.steps(1);
        run.events.clear();
        stand_in::refuse_nth(n);
        const StepOutcome outcome = run.trainer().step();
        stand_in::refuse_nth(0);
        ASSERT_TRUE(outcome.done) << "allocation " << n << ": " << outcome.error.message << "; "
                                  << outcome.error.detail;
        const OomRecovered* told = recovery_in(run.events);
        if (!told) break;
        ASSERT_TRUE(run.trainer().figures(true)) << "the device has done the step, and lets go of what it needed";
        ++survived;
        EXPECT_TRUE(told->survived);
        EXPECT_GT(told->requested.count, 0);
        ASSERT_TRUE(told->ledger);
        EXPECT_EQ(told->ledger->now.total(), told->ledger->device_total);
        EXPECT_EQ(run.trainer().device_memory().counts().live_total, live) << "allocation " << n;
        EXPECT_EQ(differing(wanted, run.state()), "") << "allocation " << n;
    }
    EXPECT_GT(survived, 5);
}

TEST_P(StandInFamily, ARefusalBetweenStepsCostsNothing) {
    FamilyRun run(family(), config(), kDevice);
    run.steps(2);
    const StoredBytes before = run.state();
    const Bytes live = run.trainer().device_memory().counts().live_total;
    for (const std::int64_t n : {1, 2, 5, 17, 60}) {
        SCOPED_TRACE(n);
        stand_in::refuse_nth(n);
        const auto shown = run.trainer().sample({SampleKind::Grid, 4, 0, 1.0, 0});
        if (!shown) EXPECT_EQ(shown.error().code, ErrorCode::OutOfMemory) << shown.error().message;
        stand_in::refuse_nth(n);
        EXPECT_TRUE(run.trainer().checkpoint());
        stand_in::refuse_nth(0);
        ASSERT_TRUE(run.trainer().lend());
        stand_in::refuse_nth(n);
        const auto taken = run.trainer().take_back();
        stand_in::refuse_nth(0);
        if (!taken) {
            EXPECT_EQ(taken.error().code, ErrorCode::OutOfMemory) << taken.error().message << taken.error().detail;
            EXPECT_EQ(run.trainer().device_memory().counts().live_total, Bytes{}) << "it is lent as before";
            ASSERT_TRUE(run.trainer().take_back());
        }
        EXPECT_EQ(differing(before, run.state()), "");
    }
    EXPECT_LE(run.trainer().device_memory().counts().live_total, live);
    run.steps(1);
}

/// That they are the CPU's and leave the run as it is: tests/gpu/test_gpu_families.cpp.
TEST_P(StandInFamily, ScoresThatAreRefusedRoomComeInSmallerPasses) {
    if (family().name == "VqganClip") return;  // such runs are not scored
    const TempFolder cache;
    const SetVariable cache_variable("XDG_CACHE_HOME", cache.path());
    TrainConfig c = config();
    c.scores_count = 20;
    c.graphs = CudaGraphs::Off;  // else they are let go of first
    FamilyRun run(family(), c, kDevice);
    run.steps(1);
    auto& memory = run.trainer().device_memory();
    const auto scored = [&] { return run.trainer().scores([](const std::string&, double) {}, {}); };
    const auto at_once = scored();
    ASSERT_TRUE(at_once) << at_once.error().message << at_once.error().detail;
    for (const std::int64_t n : {8, 40}) {  // behind the network of the features
        SCOPED_TRACE(n);
        const std::int64_t refused = memory.counts().out_of_memory;
        stand_in::refuse_nth(n);
        const auto in_pieces = scored();
        stand_in::refuse_nth(0);
        ASSERT_TRUE(in_pieces) << in_pieces.error().message << in_pieces.error().detail;
        EXPECT_EQ(memory.counts().out_of_memory, refused + 1);
        expect_near_scores(*in_pieces, *at_once);
    }
    stand_in::refuse_nth(1, 100000);
    const auto none = scored();
    stand_in::refuse_nth(0);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::OutOfMemory);
    EXPECT_THAT(none.error().hint, testing::HasSubstr("scores.features")) << "fewer pictures would need as much";
    run.steps(1);
}

TEST_P(StandInFamily, ALostDeviceEndsTheRunInWordsAndTheNextOneTrains) {
    {
        FamilyRun run(family(), config(), kDevice);
        run.steps(2);
        stand_in::lose();
        StepOutcome outcome = run.trainer().step();
        for (int i = 0; outcome.done && i < 3; ++i) outcome = run.trainer().step();
        ASSERT_FALSE(outcome.done);
        EXPECT_EQ(outcome.error.code, ErrorCode::Environment);
        EXPECT_THAT(outcome.error.message, testing::HasSubstr("cannot be used until"));
        EXPECT_THAT(outcome.error.detail, testing::HasSubstr("device-side assert"));
    }
    stand_in::recover();
    FamilyRun next(family(), config(), kDevice);
    next.steps(1);
}

TEST_P(StandInFamily, WhatOtherProgramsTakeIsSeenAndSurvived) {
    FamilyRun run(family(), config(), kDevice);
    run.steps(1);
    auto& memory = run.trainer().device_memory();
    const Bytes total = memory.figures().total, held = memory.figures().process;
    stand_in::set_others(total - held);
    EXPECT_EQ(memory.figures().others, total - held);
    EXPECT_EQ(memory.figures().available, Bytes{});
    // What is kept for reuse was enough for the step before.
    run.steps(2);
}

/// A Light GAN's, which light_gan_on_device() leaves out.
TEST(StandInPenalty, ItsSecondDerivativesAreThoseOfTheCpu) {
    const FamilyCase& light_gan = family_cases()[1];
    for (const bool channels_last : {false, true}) {
        SCOPED_TRACE(channels_last);
        TrainConfig c = light_gan.config();
        c.channels_last = channels_last;
        c.edit<LightGanConfig>().gp_weight = 10;  // the first step has it
        FamilyRun cpu(light_gan, c, "cpu"), gpu(light_gan, c, kDevice);
        const StepDone a = cpu.step(), b = gpu.step();
        EXPECT_NEAR(a.loss_d, b.loss_d, 1e-3 * std::max(1.0, std::abs(a.loss_d)));
        EXPECT_NEAR(a.grad_norm_d, b.grad_norm_d, 1e-3 * a.grad_norm_d);
        EXPECT_LT(distance(cpu.state(), gpu.state()), 0.1);
    }
}

TEST(StandInOptimiser, OnTheHostItGivesTheSameBits) {
    TrainConfig c = family_cases().front().config();
    FamilyRun there(family_cases().front(), c, kDevice);
    c.optimiser_on_host = true;
    FamilyRun here(family_cases().front(), c, kDevice);
    there.steps(3);
    here.steps(3);
    EXPECT_EQ(differing(there.state(), here.state()), "");
    EXPECT_LT(here.trainer().memory()->now.roles[Role::Optimiser],
              there.trainer().memory()->now.roles[Role::Optimiser]);
}

TEST(StandInOptimiser, OnTheHostItLeavesTheCountsOfItsStepsWhichAreForecast) {
    for (const FamilyCase& family : family_cases()) {
        TrainConfig c = family.config();
        if (!belongs_to(*find_param("memory.optimiser_on_host"), c.model)) continue;
        SCOPED_TRACE(family.name);
        c.optimiser_on_host = true;
        FamilyRun run(family, c, kDevice);
        run.steps(1);
        const auto plan = train_family_of(c.model).make_step_model()->plan(c, {}, kDevice);
        ASSERT_TRUE(plan);
        EXPECT_GT(plan->fixed[Role::Optimiser], Bytes{});
        EXPECT_EQ(run.trainer().memory()->now.roles[Role::Optimiser], plan->fixed[Role::Optimiser]);
    }
}

TEST(StandInLadder, AStepThatDoesNotFitIsMadeInSmallerMicroBatches) {
    const FamilyCase& dcgan = family_cases().front();
    TrainConfig c = dcgan.config();
    c.batch_micro = 64;
    c.edit<DcganConfig>().width_g = c.width_d = 32;
    TrainConfig half = c;
    half.batch_micro = 32;
    half.batch_accumulate = 2;
    const auto held = [&](const TrainConfig& of) {
        FamilyRun run(dcgan, of, kDevice);
        run.steps(2);
        run.trainer().device_memory().release_cache();
        run.step();
        return run.trainer().memory()->at_peak.roles.total();
    };
    const Bytes whole = held(c), smaller = held(half);
    ASSERT_GT(whole, smaller);
    FamilyRun run(dcgan, c, kDevice);
    run.trainer().device_memory().release_cache();
    run.trainer().device_memory().set_limit(Bytes{(whole + smaller).count / 2});
    run.steps(2);
    EXPECT_LT(run.trainer().config().batch_micro, 64);
    EXPECT_EQ(run.trainer().config().effective_batch(), 64);
    ASSERT_NE(recovery_in(run.events), nullptr);
    EXPECT_LE(run.trainer().device_memory().counts().live.total(), Bytes{(whole + smaller).count / 2});
}

TEST(StandInLadder, ABudgetThatIsTheDevicesGrowsToWhatOthersGiveBackBeforeAStepShrinks) {
    const FamilyCase& dcgan = family_cases().front();
    TrainConfig c = dcgan.config();
    c.batch_micro = 64;
    c.edit<DcganConfig>().width_g = c.width_d = 32;
    c.graphs = CudaGraphs::Off;
    Bytes most;
    {
        FamilyRun run(dcgan, c, kDevice);
        run.steps(3);
        most = run.trainer().memory()->at_peak.roles.total();
    }
    for (const bool given_back : {true, false}) {
        SCOPED_TRACE(given_back);
        const Bytes total = open_device(kDevice)->memory->figures().total;
        stand_in::set_others(total - most);  // of what is left the budget is nine tenths
        FamilyRun run(dcgan, c, kDevice);
        if (given_back) stand_in::set_others({});
        run.steps(2);
        stand_in::set_others({});
        EXPECT_EQ(run.trainer().config().batch_micro == 64, given_back);
        const OomRecovered* told = recovery_in(run.events);
        ASSERT_NE(told, nullptr) << "its limit was met";
        EXPECT_EQ(told->after.empty(), given_back);
    }
}

/// Other values of a setting than `now`, near it, as the schema allows them.
std::vector<ParamValue> other_values(const ParamRow& row, const ParamValue& now) {
    std::vector<ParamValue> out;
    if (row.type == ParamType::Bool) out.emplace_back(!std::get<bool>(now));
    if (row.type == ParamType::ByteSize) out.emplace_back(std::int64_t{512} << 20);
    if (row.type == ParamType::Integer) {
        const std::int64_t v = std::get<std::int64_t>(now);
        for (const std::int64_t other : {v / 2, v * 2, v + 1, v - 1}) out.emplace_back(other);
    }
    if (row.type == ParamType::Real) {
        const double v = std::get<double>(now);
        for (const double other : {v / 2, v + row.step, v - row.step, row.high / 2}) out.emplace_back(other);
    }
    if (row.type == ParamType::Choice || row.type == ParamType::Set)
        for (const ParamChoice& choice : row.choices) out.emplace_back(std::string(choice.name));
    if (row.type == ParamType::Text) out.emplace_back(std::string("a blue cube"));
    std::erase_if(out, [&](const ParamValue& v) { return v == now || !check_param(row, v); });
    if (row.type != ParamType::Choice && out.size() > 1) out.resize(1);
    return out;
}

TEST_P(StandInFamily, EveryLiveSettingIsChanged) {
    const TrainConfig begin = config();
    auto run = std::make_unique<FamilyRun>(family(), begin, kDevice);
    run->steps(1);
    const TrainConfig first = run->trainer().config();
    int changed = 0, seen = 0;
    std::string skipped;
    for (const ParamRow& row : schema_rows(begin.model)) {
        if (row.policy == Policy::NewRun || row.key == "device" || row.type == headroom::ParamType::Path) continue;
        // Of what is changed by the same code in all families some stand for the others where steps are no quick ones.
        const int apart = family().pace == Pace::Slow ? 4 : family().pace == Pace::Middling && !all_cases() ? 2 : 1;
        if (++seen % apart != 0) continue;
        for (const ParamValue& value : other_values(row, row.get(first))) {
            const std::string what = std::string(row.key) + " = " + to_text(value);
            const ParamPatch patch{{std::string(row.key), value}};
            const auto next = with_patch(run->trainer().config(), patch);
            if (!next || !check_config(*next, false).empty()) {
                skipped += what + "; ";
                continue;
            }
            const auto done = run->change(patch);
            if (!done) {
                EXPECT_NE(done.error().code, ErrorCode::Internal)
                    << what << ": " << done.error().message << done.error().detail;
                skipped += what + " refused: " + done.error().message + "; ";
                continue;
            }
            ++changed;
            const StepOutcome outcome = run->trainer().step();
            EXPECT_TRUE(outcome.done) << what << ": " << outcome.error.message << "; " << outcome.error.detail;
            const auto back = run->change(difference(run->trainer().config(), first));
            EXPECT_TRUE(back) << what << ": " << (back ? "" : back.error().message + back.error().detail);
            if (outcome.done && back) continue;
            run = std::make_unique<FamilyRun>(family(), begin, kDevice);
            run->steps(1);
        }
    }
    EXPECT_GT(changed, family().pace == Pace::Slow       ? 6
                       : family().pace == Pace::Middling ? 10
                                                         : 35)
        << "not changed: " << skipped;
}

TEST_P(StandInFamily, TrainsInEveryPrecision) {
    for (const Precision precision : {Precision::Bf16, Precision::Fp16, Precision::Tf32}) {
        TrainConfig c = config();
        c.precision = precision;
        if (!check_config(c, false).empty()) continue;
        SCOPED_TRACE(name_of(precision));
        FamilyRun run(family(), c, kDevice);
        const StoredBytes before = run.state();
        const int steps = family().pace == Pace::Slow ? 1 : 3;
        for (int i = 0; i < steps; ++i) EXPECT_TRUE(std::isfinite(run.step().loss_g));
        EXPECT_NE(differing(before, run.state()), "") << "nothing was learnt";
    }
}

TEST_P(StandInFamily, ASteadyStepWaitsNoMoreThanItDid) {
    FamilyRun run(family(), config(), kDevice);
    run.steps(4);
    const auto before = stand_in::counts();
    run.step();
    const auto step = stand_in::counts() - before;
    const std::string told = stand_in::text_of(stand_in::waits_since(before.waits));
    EXPECT_LE(step.waits, family().waits) << told;
    RecordProperty("waits", static_cast<int>(step.waits));
    RecordProperty("blocking_transfers", static_cast<int>(step.blocking));
}

INSTANTIATE_TEST_SUITE_P(Families, StandInFamily, testing::ValuesIn(family_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace headroom::test
