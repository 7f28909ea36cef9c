// Steps recorded as CUDA graphs on a real GPU: as plain ones, with their memory in the ledger, through live changes and lending.
#include "core/families/dcgan/dcgan_config.h"
#include "tests/gpu/gpu_fixture.h"
#include "tests/torch/trainer_fixture.h"
#include "tests/torch/vqgan_fixture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace headroom::test {
namespace {

/// The largest difference of float32 numbers of two states, relative to the largest of each tensor.
double apart(const StoredBytes& a, const StoredBytes& b) {
    double worst = 0;
    for (const auto& [name, bytes] : a) {
        if (bytes.size() % sizeof(float) != 0 || name.ends_with("num_batches_tracked") || name.starts_with("codebook/"))
            continue;
        double scale = 1e-6, difference = 0;
        for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
            float x = 0, y = 0;
            std::memcpy(&x, bytes.data() + i, sizeof x);
            std::memcpy(&y, b.at(name).data() + i, sizeof y);
            scale = std::max(scale, static_cast<double>(std::abs(x)));
            difference = std::max(difference, static_cast<double>(std::abs(x - y)));
        }
        worst = std::max(worst, std::isfinite(difference) ? difference / scale : 1e9);
    }
    return worst;
}

class GpuGraphs : public OnGpu<::testing::Test> {
protected:
    template <class Change> static TrainConfig with(TrainConfig config, CudaGraphs graphs, Change change) {
        config.device = "cuda";
        config.graphs = graphs;
        config.deterministic = true;
        config.lr_g = config.lr_d = 1e-5;  // what rounding moves stays small
        change(config);
        return config;
    }
    template <class Run> static void expect_alike(const TrainConfig& plain_config, const TrainConfig& recorded_config) {
        Run plain(plain_config), recorded(recorded_config);
        for (int i = 0; i < 12; ++i) {
            const StepDone a = plain.step(), b = recorded.step();
            EXPECT_NEAR(a.loss_g, b.loss_g, 1e-2 * std::max(1.0, std::abs(a.loss_g))) << "step " << i + 1;
        }
        EXPECT_EQ(recorded.template last<Warning>(), nullptr) << recorded.template last<Warning>()->message;
        EXPECT_GT(recorded.trainer->memory()->now.roles[Role::Graphs].count, 0) << "steps are replayed";
        EXPECT_EQ(plain.trainer->memory()->now.roles[Role::Graphs].count, 0);
        EXPECT_LT(apart(plain.state(), recorded.state()), 0.02);
    }
};

const auto kAsItIs = [](TrainConfig&) {};

TEST_F(GpuGraphs, StepsOfADcganAreAsPlainOnes) {
    expect_alike<TrainerRun>(with(small_config(), CudaGraphs::Off, kAsItIs),
                             with(small_config(), CudaGraphs::On, kAsItIs));
}

TEST_F(GpuGraphs, SoAreThoseWithEverythingThatDraws) {
    const auto rich = [](TrainConfig& c) {
        c.batch_accumulate = 2;
        c.edit<DcganConfig>().diffaug_colour = c.edit<DcganConfig>().diffaug_translation = true;
        c.edit<DcganConfig>().diffaug_cutout = true;
        c.edit<DcganConfig>().instance_noise = 0.1;
        c.edit<DcganConfig>().r1_gamma = 1;
        c.edit<DcganConfig>().r1_every = 3;
    };
    expect_alike<TrainerRun>(with(small_config(), CudaGraphs::Off, rich), with(small_config(), CudaGraphs::On, rich));
}

TEST_F(GpuGraphs, SoAreThoseOfAVqgan) {
    expect_alike<VqganRun>(with(small_vqgan(), CudaGraphs::Off, kAsItIs), with(small_vqgan(), CudaGraphs::On, kAsItIs));
}

TEST_F(GpuGraphs, OutliveLiveChangesPreviewsAndLending) {
    TrainerRun run(with(small_config(), CudaGraphs::On, kAsItIs));
    const auto graphs = [&] { return run.trainer->memory()->now.roles[Role::Graphs].count; };
    run.steps(5);
    EXPECT_GT(graphs(), 0);
    ASSERT_TRUE(run.change({{"lr.g", 5e-5}}));
    EXPECT_GT(graphs(), 0) << "a rate is read on the device";
    run.steps(2);
    ASSERT_TRUE(run.trainer->sample({SampleKind::Grid, 4, 0, 1.0, 0}));
    ASSERT_TRUE(run.trainer->checkpoint());
    EXPECT_GT(graphs(), 0);
    ASSERT_TRUE(run.change({{"batch.micro", std::int64_t{4}}}));
    EXPECT_EQ(graphs(), 0);
    run.steps(5);
    EXPECT_GT(graphs(), 0);
    ASSERT_TRUE(run.trainer->lend());
    EXPECT_EQ(run.trainer->device_memory().counts().live[Role::Graphs].count, 0);
    ASSERT_TRUE(run.trainer->take_back());
    run.steps(5);
    EXPECT_GT(graphs(), 0);
    EXPECT_TRUE(std::isfinite(run.step().loss_g));
}

}  // namespace
}  // namespace headroom::test
