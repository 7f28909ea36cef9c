// What a run's discriminator says of pictures.
#include "core/train/run/pictures.h"
#include "tests/torch/trainer_fixture.h"

#include <gtest/gtest.h>

namespace headroom::test {
namespace {

TEST(DiscriminatorGap, AskingChangesNothingAndIsWhatDSays) {
    RunOf<DcganTrainer> run(small_config());
    run.steps(3);
    const MemoryDataset pictures(40, 32, 3, 9);
    const std::vector<std::int64_t> chosen{7, 0, 39};
    const StoredBytes kept = run.state();
    const auto said = run.trainer->judge(pictures, chosen, {});
    ASSERT_TRUE(said);
    ASSERT_EQ(said->size(), 3u);
    Discriminator& d = *run.trainer->networks().d;
    EXPECT_TRUE(d.is_training()) << "it goes on as it was";
    d.eval();
    const at::NoGradGuard no_grad;
    const at::Tensor direct = d.forward(stored_pictures(pictures, chosen, at::kCPU)).flatten();
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR((*said)[i], direct[static_cast<std::int64_t>(i)].item<double>(), 1e-5);
    EXPECT_EQ(differing(kept, run.state()), "");
}

}  // namespace
}  // namespace headroom::test
