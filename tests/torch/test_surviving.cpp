// The ladder in a run: budget cuts, climbing back, the report, the reserve, lending.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/ledger.h"
#include "core/models/nn/winograd/strided.h"
#include "core/train/run/pictures.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/trainer_fixture.h"

#include <set>

namespace headroom::test {
namespace {

TrainConfig tiny() {
    TrainConfig c = small_config();
    c.edit<DcganConfig>().latent = 8;
    c.edit<DcganConfig>().width_g = c.width_d = 4;
    c.memory_timeline = false;
    return c;
}

template <class Run = TrainerRun> Bytes peak_of(const TrainConfig& config) {
    Run run(config);
    run.steps(2);
    return run.step().peak_tensors;
}

template <class T> std::vector<T> all(const std::vector<Event>& events) {
    std::vector<T> out;
    for (const Event& e : events) {
        if (const auto* t = std::get_if<T>(&e)) out.push_back(*t);
    }
    return out;
}

/// Tensor bytes that fit a step of `c` of half of `micro` pictures at a time and not one of all of them.
template <class Run = TrainerRun> Bytes between(TrainConfig c, std::int64_t micro = 8) {
    c.batch_micro = micro;
    c.batch_accumulate = 1;
    const Bytes large = peak_of<Run>(c);
    c.batch_micro = micro / 2;
    c.batch_accumulate = 2;
    const Bytes small = peak_of<Run>(c);
    EXPECT_GT(large, small);
    return {(large.count + small.count) / 2};
}

TEST(Surviving, TellsWhatWasAskedForAndWhatHelped) {
    const TrainConfig c = tiny();
    const Bytes limit = between(c);
    TrainerRun run(c);
    run.steps(2);
    run.trainer->device_memory().set_limit(limit);
    run.steps(1);
    const auto told = all<OomRecovered>(run.events);
    ASSERT_EQ(told.size(), 1u);
    const OomRecovered& e = told.front();
    EXPECT_EQ(e.step, 3);
    EXPECT_EQ(e.allowed, limit);
    EXPECT_EQ(e.missing, e.live + e.requested - limit);
    EXPECT_GT(e.missing.count, 0);
    EXPECT_EQ(e.micro_batch, 1);
    EXPECT_EQ(e.micro_batches, 1);
    EXPECT_NE(e.phase, Phase::None);
    EXPECT_FALSE(e.why.empty());
    ASSERT_GE(e.remedies.size(), 3u);
    EXPECT_EQ(e.remedies[0].rung, OomRung::Relief);
    EXPECT_EQ(e.remedies[0].outcome, RemedyOutcome::NotEnough);
    EXPECT_EQ(e.remedies[1].rung, OomRung::MicroBatch);
    EXPECT_EQ(e.remedies[1].outcome, RemedyOutcome::Worked);
    EXPECT_GT(e.remedies[1].peak_after.count, 0);
    EXPECT_LE(e.remedies[1].peak_after.count, e.remedies[1].peak_before.count);
    EXPECT_EQ(e.remedies.back().outcome, RemedyOutcome::NotNeeded);
    EXPECT_GT(e.seconds, 0);
    EXPECT_TRUE(e.changes_batch_statistics);
    ASSERT_TRUE(e.ledger);
    EXPECT_EQ(e.ledger->now.roles.total(), e.live);
    EXPECT_EQ(e.ledger->now.total(), e.ledger->device_total);
    run.trainer->device_memory().set_limit({});
}

TEST(Surviving, ClimbsBackAfterCalmStepsAndDownAgainWhenThatFails) {
    const TrainConfig c = tiny();
    const Bytes limit = between(c);
    TrainerRun run(c);
    run.trainer->device_memory().set_limit(limit);
    run.steps(1);
    ASSERT_EQ(run.trainer->config().batch_micro, 4);
    run.steps(Ladder::kCalmSteps + 5);
    EXPECT_EQ(run.trainer->config().batch_micro, 4) << "there is no room";
    run.trainer->device_memory().set_limit({limit.count * 4});
    run.events.clear();
    run.steps(1);
    EXPECT_EQ(run.trainer->config().batch_micro, 8);
    EXPECT_EQ(run.trainer->config().batch_accumulate, 1);
    const auto changes = all<ParamApplied>(run.events);
    ASSERT_EQ(changes.size(), 2u);
    EXPECT_EQ(changes.front().origin, ChangeOrigin::Ladder);
    EXPECT_TRUE(all<OomRecovered>(run.events).empty());
    run.trainer->device_memory().set_limit(limit);
    run.steps(1);
    EXPECT_EQ(run.trainer->config().batch_micro, 4);
    run.trainer->device_memory().set_limit({});
}

TEST(Surviving, GoesBackAtOnceWhenAskedAndNeverWhenToldToKeep) {
    const TrainConfig c = tiny();
    const Bytes limit = between(c);
    for (const OomAnswer answer : {OomAnswer::UndoWhenItFits, OomAnswer::Keep}) {
        TrainerRun run(c);
        run.trainer->device_memory().set_limit(limit);
        run.steps(1);
        run.trainer->answer_oom(answer);
        run.steps(2);
        EXPECT_EQ(run.trainer->config().batch_micro, 4) << "no room yet";
        run.trainer->device_memory().set_limit({});
        run.steps(answer == OomAnswer::Keep ? Ladder::kCalmSteps + 5 : 1);
        EXPECT_EQ(run.trainer->config().batch_micro, answer == OomAnswer::Keep ? 4 : 8);
    }
}

TEST(Surviving, ALightGanTellsWhatHelpedAndGoesBackWhenItFits) {
    TrainConfig c = small_light_gan();
    c.batch_micro = 2;
    c.edit<LightGanConfig>().gp_weight = 0;  // each step takes the same
    c.memory_timeline = false;
    const Bytes limit = between<LightGanRun>(c, 2);
    LightGanRun run(c);
    run.steps(2);
    run.trainer->device_memory().set_limit(limit);
    run.steps(1);
    const auto told = all<OomRecovered>(run.events);
    ASSERT_EQ(told.size(), 1u);
    const OomRecovered& e = told.front();
    EXPECT_TRUE(e.survived);
    EXPECT_EQ(e.step, 3);
    EXPECT_EQ(e.allowed, limit);
    EXPECT_EQ(e.missing, e.live + e.requested - limit);
    ASSERT_GE(e.remedies.size(), 2u);
    EXPECT_EQ(e.remedies[0].rung, OomRung::Relief);
    EXPECT_EQ(e.remedies[1].rung, OomRung::MicroBatch);
    EXPECT_EQ(e.remedies[1].outcome, RemedyOutcome::Worked);
    ASSERT_TRUE(e.ledger);
    EXPECT_EQ(e.ledger->now.total(), e.ledger->device_total);
    EXPECT_EQ(run.trainer->config().batch_micro, 1);
    EXPECT_EQ(run.trainer->config().batch_accumulate, 2);
    run.trainer->answer_oom(OomAnswer::UndoWhenItFits);
    run.trainer->device_memory().set_limit({});
    run.steps(1);
    EXPECT_EQ(run.trainer->config().batch_micro, 2);
}

TEST(Surviving, ABudgetCutLeadsToTheLadderAndABudgetBelowTheStaticPartIsRefused) {
    TrainConfig c = tiny();
    c.batch_micro = 32;
    c.edit<DcganConfig>().width_g = c.width_d = 8;
    const Bytes large = peak_of(c);
    TrainerRun run(c);
    run.steps(2);
    const auto report = run.trainer->memory();
    const Bytes context = report->now.this_process() - report->now.roles.total();
    TrainConfig cut = c;
    // Far below what the batch needs, reserve and the drift of the resident set allowed for.
    cut.budget = {std::max<std::int64_t>((context.count + large.count / 2) * 100 / 97, 1)};
    const auto applied = run.change(cut);
    ASSERT_TRUE(applied) << applied.error().message;
    run.trainer->device_memory().set_limit({large.count / 2});  // exactly half, whatever the context is by now
    run.events.clear();
    run.steps(1);
    const auto told = all<OomRecovered>(run.events);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told.front().cause, OomCause::BudgetCut) << told.front().why;
    EXPECT_LT(run.trainer->config().batch_micro, 32);
    EXPECT_EQ(run.trainer->config().effective_batch(), 32);

    TrainConfig wide = tiny();
    wide.edit<DcganConfig>().width_g = wide.width_d = 64;
    TrainerRun heavy(wide);
    heavy.steps(1);
    const auto held = heavy.trainer->memory();
    TrainConfig too_small = wide;
    too_small.budget = held->now.this_process() - held->now.roles.total() + Bytes{1 << 20};
    const auto refused = heavy.change(too_small);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::OutOfMemory);
    EXPECT_NE(refused.error().message.find("memory.budget"), std::string::npos) << refused.error().message;
    heavy.steps(1);
}

TEST(Surviving, LowersPrecisionOnlyWhenAllowed) {
    TrainConfig c = tiny();
    c.batch_micro = 1;
    c.checkpointing = Checkpointing::On;
    c.edit<DcganConfig>().width_g = c.width_d = 16;
    c.image_size = 64;
    c.edit<DcganConfig>().norm_g = c.norm_d = NormKind::Instance;
    for (const bool allowed : {false, true}) {
        c.allow_lower_precision = allowed;
        TrainerRun run(c);
        run.steps(1);
        run.trainer->note_relief_for_tests();
        cpu_allocator::refuse_nth(40);
        const StepOutcome outcome = run.trainer->step();
        cpu_allocator::refuse_nth(0);
        if (!allowed && run.trainer->config().own<DcganConfig>().reuse_fakes == ReuseFakes::Off) {
            // The rung of the fakes was there to take; with it taken nothing is left.
            run.trainer->note_relief_for_tests();
            cpu_allocator::refuse_nth(40);
            EXPECT_FALSE(run.trainer->step().done);
            cpu_allocator::refuse_nth(0);
            EXPECT_TRUE(keeps_float32(run.trainer->config().precision));
            continue;
        }
        ASSERT_TRUE(outcome.done);
        run.trainer->note_relief_for_tests();
        cpu_allocator::refuse_nth(40);
        ASSERT_TRUE(run.trainer->step().done);
        cpu_allocator::refuse_nth(0);
        EXPECT_EQ(run.trainer->config().precision, Precision::Bf16);
    }
}

TEST(Surviving, TellsOfAnErrorThatWasNotSurvived) {
    TrainerRun run(tiny());
    run.steps(1);
    run.events.clear();
    run.trainer->device_memory().set_limit(run.trainer->device_memory().counts().live_total + Bytes{4096});
    EXPECT_FALSE(run.trainer->step().done);
    run.trainer->device_memory().set_limit({});
    const auto told = all<OomRecovered>(run.events);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_FALSE(told.front().survived);
    EXPECT_TRUE(told.front().after.empty());
    for (const OomRemedy& r : told.front().remedies) EXPECT_EQ(r.outcome, RemedyOutcome::NotEnough);
}

TEST(Reserve, IsSetAsideForPreviewsAndBounded) {
    using namespace literals;
    EXPECT_EQ(reserve_of(100_MiB, 1_MiB), 1_MiB);
    EXPECT_EQ(reserve_of(100_MiB, 3_MiB), 3_MiB);
    EXPECT_EQ(reserve_of(100_MiB, 80_MiB), 5_MiB);
    TrainerRun run(tiny());
    const auto report = run.trainer->memory();
    EXPECT_GT(report->reserve.count, 0);
    EXPECT_EQ(report->to_spare, std::min(report->budget, report->device_total - report->now.other_programs) -
                                    report->at_peak.this_process() - report->reserve);
}

TEST(Reserve, APreviewFitsIntoItAndShrinksWhenItDoesNot) {
    nn::set_up_own_kernels();  // as every program does
    TrainConfig c = tiny();
    c.image_size = 64;
    c.edit<DcganConfig>().width_g = 16;
    TrainerRun run(c);
    run.steps(1);
    run.trainer->device_memory().begin_step(false);
    const Bytes rest = run.trainer->device_memory().counts().live_total;
    const auto whole = run.trainer->sample({SampleKind::Grid, 64, 0, 1.0, 0});
    ASSERT_TRUE(whole);
    const Bytes needed = run.trainer->device_memory().counts().step_peak - rest,
                said = preview_bytes(run.trainer->networks().spec);
    EXPECT_LE(needed.count, said.count * 5 / 4) << "a preview of 64 pictures works in pieces";
    EXPECT_GE(needed.count, said.count / 3);
    // A quarter of that is enough for the same pictures.
    run.trainer->device_memory().set_limit(rest + Bytes{needed.count / 4});
    const auto small = run.trainer->sample({SampleKind::Grid, 64, 0, 1.0, 0});
    run.trainer->device_memory().set_limit({});
    ASSERT_TRUE(small) << small.error().message;
    ASSERT_EQ(small->ema.size(), whole->ema.size());
    int different = 0;
    for (std::size_t i = 0; i < whole->ema.size(); ++i) {
        const auto &a = *whole->ema[i].pixels, &b = *small->ema[i].pixels;
        for (std::size_t k = 0; k < a.size(); ++k) different += std::abs(int{a[k]} - int{b[k]}) > 1;
    }
    EXPECT_EQ(different, 0);
}

TEST(Reserve, TrainingLeavesItAndAPreviewMayUseIt) {
    TrainerRun run(tiny());
    const auto report = run.trainer->memory();
    const Bytes limit = run.trainer->device_memory().limit();
    ASSERT_GT(limit.count, 0);
    EXPECT_LE(limit, report->budget - report->reserve);
    (void)run.trainer->sample({SampleKind::Grid, 4, 0, 1.0, 0});
    EXPECT_EQ(run.trainer->device_memory().limit(), limit) << "given back afterwards";
}

TEST(Lending, LeavesNoTensorAndStillSaves) {
    TrainerRun run(tiny());
    run.steps(3);
    const auto before = run.state();
    ASSERT_TRUE(run.trainer->lend());
    EXPECT_EQ(cpu_allocator::live_of_all().total().count, 0);
    EXPECT_EQ(run.trainer->device_memory().counts().live[Role::Cache].count, 0) << "caches are given back too";
    const auto saved = run.trainer->checkpoint();
    ASSERT_TRUE(saved);
    EXPECT_EQ((*saved)->step, 3);
    ASSERT_TRUE(run.trainer->take_back());
    EXPECT_EQ(differing(before, run.state()), "");
    EXPECT_EQ(run.step().step, 4);
}

}  // namespace
}  // namespace headroom::test
