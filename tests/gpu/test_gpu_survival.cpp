// A run on a GPU that is not its own: live changes while another program takes and gives back memory, so that allocations really fail.
// HEADROOM_GPU_CHANGES sets how many.
#include "tests/gpu/gpu_fixture.h"
#include "tests/torch/trainer_fixture.h"

#include "core/base/random.h"
#include "tests/support/test_seed.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace headroom::test {
namespace {

using namespace headroom::literals;

class GpuSurvival : public OnGpu<testing::Test> {
protected:
    static TrainConfig config() {
        TrainConfig c = small_config();
        c.device = "cuda";
        c.image_size = kStandIn ? 32 : 64;
        c.edit<DcganConfig>().width_g = c.width_d = kStandIn ? 16 : 64;
        c.edit<DcganConfig>().norm_g = c.norm_d = NormKind::Instance;
        return c;
    }

    /// One random change of the batch, and now and then of what else decides how much a step takes.
    static ParamPatch random_patch(RandomStream& random) {
        const std::int64_t most = kStandIn ? 256 : 1024;
        ParamPatch patch{{"batch.micro", std::max<std::int64_t>(1, most >> random.below(6))},
                         {"batch.accumulate", std::int64_t{1}}};
        switch (random.below(6)) {
            case 0: patch["precision"] = std::string(random.below(2) ? "bf16" : "fp32"); break;
            case 1: patch["memory.checkpointing"] = std::string(random.below(2) ? "on" : "off"); break;
            case 2: patch["memory.reuse_fakes"] = std::string(random.below(2) ? "on" : "off"); break;
            case 3: patch["ema.half_life"] = random.below(2) ? 0.0 : 100.0; break;
            default: break;
        }
        return patch;
    }

    /// All that is free but `spare` goes to a neighbour.
    static std::unique_ptr<Neighbour> crowd(DeviceMemory& memory, Bytes spare) {
        memory.release_cache();
        return std::make_unique<Neighbour>(std::max(memory.fresh_figures().available - spare, Bytes{1}));
    }
};

TEST_F(GpuSurvival, RandomChangesBesideANeighbourLoseNothing) {
    const char* wanted = std::getenv("HEADROOM_GPU_CHANGES");
    const int changes = wanted ? std::atoi(wanted) : kStandIn ? 40 : 200;
    TrainerRun run(config(), nullptr, 256);
    DeviceMemory& memory = run.trainer->device_memory();
    run.steps(2);
    RandomStream random(test_seed() + 3, RandomPurpose::Score, 1);
    std::unique_ptr<Neighbour> neighbour;
    std::int64_t step = run.step().step;
    for (int i = 0; i < changes; ++i) {
        SCOPED_TRACE("change " + std::to_string(i));
        const ParamPatch patch = random_patch(random);
        // Refused is an answer too: what does not fit at all is left as it is.
        (void)run.change(patch);
        if (i % 8 == 2) {
            neighbour.reset();
            neighbour =
                crowd(memory, Bytes{static_cast<std::int64_t>(random.below(kStandIn ? 16u << 20 : 400u << 20))});
        }
        if (i % 8 == 6) neighbour.reset();
        const StepOutcome outcome = run.trainer->step();
        if (!outcome.done) {
            // Where there is no room for one picture the step waits for some: nothing of the run is lost.
            EXPECT_EQ(outcome.error.code, ErrorCode::OutOfMemory) << outcome.error.message << outcome.error.detail;
            ASSERT_NE(neighbour, nullptr);
            neighbour.reset();
            EXPECT_EQ(run.step().step, step + 1);
        }
        ++step;
        const auto report = run.trainer->memory();
        EXPECT_EQ(report->now.total(), report->device_total);
    }
    neighbour.reset();
    const StepDone last = run.step();
    EXPECT_EQ(last.step, step + 1) << "every step was made once";
    EXPECT_TRUE(std::isfinite(last.loss_d) && std::isfinite(last.loss_g));
    int survived = 0;
    for (const Event& e : run.events) survived += static_cast<int>(std::holds_alternative<OomRecovered>(e));
    EXPECT_GT(survived, changes / 40);
    std::printf("%d changes, %d out-of-memory errors survived\n", changes, survived);
}

TEST_F(GpuSurvival, WhatANeighbourLeavesIsWhatTheLedgerSays) {
    TrainerRun run(config(), nullptr, 256);
    run.steps(2);
    DeviceMemory& memory = run.trainer->device_memory();
    const Bytes free = memory.fresh_figures().available;
    const Neighbour neighbour(Bytes{free.count / 2});
    EXPECT_LE(memory.fresh_figures().available, Bytes{free.count / 2 + (1 << 20)});
    EXPECT_GE(memory.figures().others, Bytes{free.count / 2});
    run.steps(1);
    const auto report = run.trainer->memory();
    EXPECT_EQ(report->now.total(), report->device_total);
}

}  // namespace
}  // namespace headroom::test
