// Recorded steps read networks, moments and pictures where these lay when they were recorded: wherever something of it may have moved, they go.
#include "graph_calls.h"

#include "tests/torch/trainer_fixture.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace headroom::test {
namespace {

TrainConfig not_recorded() {
    TrainConfig config = small_config();
    config.graphs = CudaGraphs::Off;
    return on_gpu(config);
}

class MovedRecordings : public GraphsOnStandIn {
protected:
    void TearDown() override {
        stand_in::empty_each(0);
        GraphsOnStandIn::TearDown();
    }
};

TEST_F(MovedRecordings, GoWithAChangeThatFindsNoRoom) {
    TrainerRun plain(not_recorded());
    plain.steps(6);
    for (const ParamPatch& change :
         {ParamPatch{{"image.size", std::int64_t{64}}}, ParamPatch{{"precision", std::string("bf16")}}}) {
        for (const int nth : {1, 4}) {
            SCOPED_TRACE(change.begin()->first + ", allocation " + std::to_string(nth));
            Calls calls;
            TrainerRun run(on_gpu(small_config()));
            until_replayed(run, calls);
            stand_in::refuse_nth(nth);
            const auto changed = run.change(change);
            stand_in::refuse_nth(0);
            ASSERT_FALSE(changed);
            EXPECT_EQ(changed.error().code, ErrorCode::OutOfMemory);
            EXPECT_EQ(calls.next(), "drop 1") << "what has come back may lie elsewhere";
            EXPECT_EQ(calls_of_step(run, calls), "capture, replay 2");
            run.step();
            EXPECT_EQ(differing(plain.state(), run.state()), "");
        }
    }
}

TEST_F(MovedRecordings, GoWhenTheDataSetLeavesOrComesBackBetweenSteps) {
    TrainerRun plain(not_recorded());
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    until_replayed(run, calls);
    plain.steps(4);
    const auto set_rate = [&](double rate) {
        const ParamPatch change{{"lr.g", rate}};
        ASSERT_TRUE(plain.change(change));
        ASSERT_TRUE(run.change(change));
    };
    // Now it is known what the steps need: all the memory, and then none of it.
    Bytes need = run.trainer->device_memory().limit();
    run.trainer->estimate_by([&need](const TrainConfig&) { return std::optional(need); });
    set_rate(5e-5);
    EXPECT_EQ(calls.next(), "drop 1");
    EXPECT_EQ(calls_of_step(run, calls), "");
    EXPECT_EQ(calls_of_step(run, calls), "capture, replay 2") << "of pictures that arrive";
    EXPECT_EQ(calls_of_step(run, calls), "replay 2");
    plain.steps(3);
    need = Bytes{};
    set_rate(1e-4);
    EXPECT_EQ(calls.next(), "drop 2");
    EXPECT_EQ(calls_of_step(run, calls), "capture, replay 3");
    EXPECT_EQ(calls_of_step(run, calls), "replay 3");
    plain.steps(2);
    EXPECT_EQ(differing(plain.state(), run.state()), "");
}

TEST_F(MovedRecordings, GoWithADataSetThatLeavesForThrashing) {
    TrainerRun plain(not_recorded());
    plain.steps(8);
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    until_replayed(run, calls);
    stand_in::empty_each(1);
    EXPECT_EQ(calls_of_step(run, calls), "replay 1");
    EXPECT_EQ(calls_of_step(run, calls), "replay 1, drop 1");
    stand_in::empty_each(0);
    const OomRecovered* told = run.last<OomRecovered>();
    ASSERT_NE(told, nullptr);
    EXPECT_EQ(told->cause, OomCause::Thrashing);
    EXPECT_TRUE(told->after.empty()) << "the data set was enough";
    run.steps(2);
    EXPECT_EQ(differing(plain.state(), run.state()), "");
}

}  // namespace
}  // namespace headroom::test
