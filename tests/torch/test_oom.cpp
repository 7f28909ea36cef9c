// Surviving out-of-memory errors: the same step again, as if the smaller micro-batch had been there from the start.
#include "tests/torch/trainer_fixture.h"

namespace headroom::test {
namespace {

/// Counted bytes of one step's peak with `config`.
Bytes peak_of(const TrainConfig& config) {
    TrainerRun run(config);
    run.steps(2);
    return run.step().peak_tensors;
}

TEST(OutOfMemory, CostsOneRepeatedStepAndGivesTheSmallerRunsBits) {
    TrainConfig c = small_config();
    c.batch_micro = 16;
    TrainConfig smaller = c;
    smaller.batch_micro = 8;
    smaller.batch_accumulate = 2;
    const Bytes limit{(peak_of(c).count + peak_of(smaller).count) / 2};

    TrainerRun run(c);
    run.trainer->device_memory().set_limit(limit);
    run.steps(3);
    EXPECT_EQ(run.trainer->config().batch_micro, 8);
    EXPECT_EQ(run.trainer->config().batch_accumulate, 2);
    const auto recovered = std::count_if(run.events.begin(), run.events.end(),
                                         [](const Event& e) { return std::holds_alternative<OomRecovered>(e); });
    EXPECT_EQ(recovered, 1);

    TrainerRun reference(smaller);
    reference.steps(3);
    EXPECT_EQ(differing(reference.state(), run.state()), "");
}

TEST(OutOfMemory, AfterAShortWindowTheFullOneIsUndoneToo) {
    TrainConfig c = small_config();
    TrainConfig smaller = c;
    smaller.batch_micro = 4;
    smaller.batch_accumulate = 2;
    // 12 pictures in windows of 8 and 4: the change comes just before the short one.
    const auto begin = [&] {
        auto run = std::make_unique<TrainerRun>(c, nullptr, 12);
        run->steps(1);
        EXPECT_TRUE(run->change(c));
        run->steps(1);
        return run;
    };
    auto reference = begin();
    ASSERT_TRUE(reference->change(smaller));
    reference->steps(1);
    const auto wanted = reference->state();
    int refusals = 0;
    for (std::int64_t n = 1; n < 2000; n += 17) {
        auto run = begin();
        // The first refusal is answered by giving caches back alone; a second one soon after by a smaller micro-batch.
        run->trainer->note_relief_for_tests();
        cpu_allocator::refuse_nth(n);
        run->step();
        cpu_allocator::refuse_nth(0);
        if (run->trainer->config().batch_micro != 4) break;
        ++refusals;
        ASSERT_EQ(differing(wanted, run->state()), "") << "refused allocation " << n;
    }
    EXPECT_GT(refusals, 5);
}

TEST(OutOfMemory, ABudgetBelowTheProgramItselfIsRefused) {
    TrainConfig c = small_config();
    TrainerRun run(c);
    run.steps(1);
    TrainConfig tiny = c;
    tiny.budget = Bytes{1 << 20};
    const auto refused = run.change(tiny);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::OutOfMemory);
    EXPECT_EQ(run.trainer->config().budget.count, 0);
    run.steps(1);
}

TEST(OutOfMemory, LeavesTheStateOfBeforeWhenNothingFits) {
    TrainConfig c = small_config();
    TrainerRun run(c);
    run.steps(1);
    const auto before = run.state();
    run.trainer->device_memory().set_limit(run.trainer->device_memory().counts().live_total + Bytes{4096});
    const StepOutcome outcome = run.trainer->step();
    EXPECT_FALSE(outcome.done);
    EXPECT_EQ(outcome.error.code, ErrorCode::OutOfMemory);
    EXPECT_NE(outcome.error.message.find(" to 1, accumulation"), std::string::npos) << outcome.error.message;
    EXPECT_NE(outcome.error.message.find("checkpointing"), std::string::npos) << outcome.error.message;
    EXPECT_EQ(run.trainer->config().batch_micro, c.batch_micro);
    EXPECT_EQ(differing(before, run.state()), "");
    run.trainer->device_memory().set_limit({});
    run.steps(1);
}

TEST(OutOfMemory, CanBeToldToStop) {
    TrainConfig c = small_config();
    c.on_oom = OnOom::Stop;
    TrainerRun run(c);
    run.steps(1);
    run.trainer->device_memory().set_limit(run.trainer->device_memory().counts().live_total + Bytes{4096});
    const StepOutcome outcome = run.trainer->step();
    run.trainer->device_memory().set_limit({});
    EXPECT_FALSE(outcome.done);
    EXPECT_EQ(outcome.error.code, ErrorCode::OutOfMemory);
}

}  // namespace
}  // namespace headroom::test
