// Outputs of batch norms are computed again in the backward pass on a GPU too, by the kernel that computes norm and activation: what a step
// takes falls, its bits stay.
#include "tests/support/stand_in/driver.h"
#include "tests/torch/trainer_fixture.h"

namespace headroom::test {
namespace {

TEST(StandInLean, AStepTakesLessAndItsBitsStay) {
    TrainConfig config = small_config();
    config.device = "cuda:0";
    config.batch_micro = 32;
    config.edit<DcganConfig>().width_g = config.width_d = 16;
    struct Measured {
        std::int64_t launches = 0;
        Bytes activations;
        StoredBytes state;
    };
    const auto measured = [&config](bool lean) {
        TrainerRun run(config);
        run.trainer->networks().step->set_lean(lean);
        const std::int64_t before = stand_in::launches_of("NormForward");
        run.steps(2);
        return Measured{stand_in::launches_of("NormForward") - before,
                        run.trainer->memory()->at_peak.roles[Role::Activations], run.state()};
    };
    const Measured lean = measured(true), plain = measured(false);
    EXPECT_GT(lean.launches, plain.launches) << "nothing was computed again";
    EXPECT_LT(lean.activations.count, plain.activations.count * 9 / 10);
    EXPECT_EQ(differing(lean.state, plain.state), "");
}

}  // namespace
}  // namespace headroom::test
