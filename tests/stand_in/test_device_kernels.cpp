// Kernels of our own where the product uses them, on the stand-in device: offered or not, launched into its queue while nobody waits, in runs
// of every family. What each computes: tests/gpu/test_gpu_kernels.cpp.
#include "family_runs.h"
#include "there.h"

#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/driver.h"

#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/train/device.h"
#include "core/train/gan/noise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace headroom::test {
namespace {

at::Tensor last(const at::Tensor& x) { return x.contiguous(at::MemoryFormat::ChannelsLast); }

class StandInKernels : public testing::Test {
protected:
    StandInKernels() : memory_(open_device("cuda")->memory) {}
    ~StandInKernels() override { stand_in::offer_kernels(true); }
    std::shared_ptr<DeviceMemory> memory_;
};

TEST_F(StandInKernels, AreThereWhereTheyAreOffered) {
    EXPECT_NE(kernels_on(kThere), nullptr);
    EXPECT_EQ(kernels_on(at::kCPU), nullptr);
    stand_in::offer_kernels(false);
    EXPECT_EQ(kernels_on(kThere), nullptr);
}

TEST_F(StandInKernels, RandomNumbersAreTheCpusAndNobodyWaits) {
    const std::int64_t before_it = stand_in::launches_of("TwisterFill");
    at::Tensor z, u, noisy;
    const at::Tensor x = last(at::rand({4, 3, 16, 12})), moved = x.to(kThere);
    {
        const stand_in::NoWaits none;
        const auto before = stand_in::counts();
        z = latents(3, RandomPurpose::Latent, 70, 9, 33, kThere);
        u = uniforms(3, RandomPurpose::PenaltyMix, 70, 9, kThere);
        noisy = with_noise(moved, 0.2, 5, 1, 40);
        EXPECT_EQ((stand_in::counts() - before).to_device, 0);
    }
    EXPECT_LE(apart(z, latents(3, RandomPurpose::Latent, 70, 9, 33)), 1e-6);
    EXPECT_TRUE(at::equal(u.cpu(), uniforms(3, RandomPurpose::PenaltyMix, 70, 9)));
    EXPECT_LE(apart(noisy, with_noise(x, 0.2, 5, 1, 40)), 1e-6);
    EXPECT_GT(stand_in::launches_of("TwisterFill"), before_it);
}

using StandInKernelFamily = testing::TestWithParam<FamilyCase>;

TEST_P(StandInKernelFamily, TrainsAsOnTheCpu) {
    const std::int64_t before = stand_in::launches_of("AdamStep") + stand_in::launches_of("CutWarps");
    FamilyRun cpu(GetParam(), GetParam().config(), "cpu"), gpu(GetParam(), GetParam().config(), "cuda:0");
    for (int i = 0; i < 3; ++i) {
        SCOPED_TRACE(i);
        const StepDone a = cpu.step(), b = gpu.step();
        EXPECT_TRUE(std::isfinite(b.loss_g));
        EXPECT_NEAR(a.loss_g, b.loss_g, 1e-3 * std::max(1.0, std::abs(a.loss_g)));
        // Adam's first steps are as long whatever the gradient: what is nearly none may go the other way, two steps apart.
        if (i == 0) EXPECT_LT(distance(cpu.state(), gpu.state()), 0.1);
    }
    EXPECT_GE(stand_in::launches_of("AdamStep") + stand_in::launches_of("CutWarps"), before + 3);
}

INSTANTIATE_TEST_SUITE_P(Families, StandInKernelFamily, testing::ValuesIn(family_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace headroom::test
