// Every family of models and every tool on a GPU: near the CPU's results, and back. Skipped, visibly, without one.
#include "tests/gpu/gpu_fixture.h"
#include "tests/stand_in/family_runs.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/near_scores.h"
#include "tests/torch/upscale_fixture.h"

#include "core/io/pictures/image_codec.h"
#include "core/train/tools/clip_features.h"
#include "core/train/tools/reconstruct.h"
#include "core/train/tools/upscale.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace headroom::test {
namespace {

const ProgressFn kSilent = [](const std::string&, double) {};

class GpuFamily : public OnGpu<testing::TestWithParam<FamilyCase>> {
protected:
    static TrainConfig config() {
        TrainConfig c = GetParam().config();
        c.precision = Precision::Fp32;
        return c;
    }
};

TEST_P(GpuFamily, TrainsNearTheCpu) {
    FamilyRun cpu(GetParam(), config(), "cpu"), gpu(GetParam(), config(), "cuda");
    EXPECT_EQ(differing(cpu.state(), gpu.state()), "") << "the start is the same to the bit";
    for (int i = 0; i < (kStandIn ? 2 : 4); ++i) {  // the stand-in's own tests look at more
        const StepDone a = cpu.step(), b = gpu.step();
        EXPECT_TRUE(std::isfinite(b.loss_g));
        EXPECT_NEAR(a.loss_g, b.loss_g, 1e-2 * std::max(1.0, std::abs(a.loss_g))) << i;
        const auto report = gpu.trainer().memory();
        EXPECT_EQ(report->now.total(), report->device_total);
    }
}

TEST_P(GpuFamily, ShowsLendsAndGoesOnWithTheCpuAndBack) {
    FamilyRun gpu(GetParam(), config(), "cuda");
    constexpr int kSteps = kStandIn ? 2 : 3;
    gpu.steps(kSteps);
    const auto grid = gpu.trainer().sample({SampleKind::Grid, 4, 0, 1.0, 0});
    ASSERT_TRUE(grid) << grid.error().message;
    EXPECT_FALSE(grid->raw.empty());
    ASSERT_TRUE(gpu.trainer().lend());
    EXPECT_EQ(gpu.trainer().device_memory().counts().live_total, Bytes{});
    ASSERT_TRUE(gpu.trainer().take_back());
    expect_it_goes_on_with_the_cpu_and_back(gpu, kSteps, GetParam(), config(), "cuda");
}

TEST_P(GpuFamily, ScoresLeaveItsBitsAndAreNearTheCpus) {
    if (GetParam().name == "VqganClip") return;  // such runs are not scored
    const TempFolder cache;
    const SetVariable cache_variable("XDG_CACHE_HOME", cache.path());
    TrainConfig c = config();
    c.scores_count = 20;  // no multiple of what is looked at in a pass
    StoredBytes unscored;
    if (kStandIn) {  // sums of a GPU come in any order
        FamilyRun alone(GetParam(), c, "cuda");
        alone.steps(3);
        unscored = alone.state();
    }
    FamilyRun gpu(GetParam(), c, "cuda");
    gpu.steps(2);
    const Bytes budget = gpu.trainer().memory()->at_peak.this_process() + Bytes{32 << 20};
    ASSERT_TRUE(gpu.change({{"memory.budget", budget.count}}));
    const StoredBytes before = gpu.state();
    gpu.trainer().device_memory().begin_step(false);
    const auto there = gpu.trainer().scores(kSilent, {});
    ASSERT_TRUE(there) << there.error().message << there.error().detail;
    EXPECT_LE(gpu.trainer().memory()->at_peak.this_process(), budget);
    EXPECT_EQ(differing(before, gpu.state()), "");
    const auto saved = gpu.trainer().checkpoint();
    ASSERT_TRUE(saved) << saved.error().message;
    FamilyRun cpu(GetParam(), c, "cpu", saved->get());
    const auto here = cpu.trainer().scores(kSilent, {});
    ASSERT_TRUE(here) << here.error().message << here.error().detail;
    expect_near_scores(*there, *here);
    gpu.step();
    if (kStandIn) EXPECT_EQ(differing(unscored, gpu.state()), "");
}

INSTANTIATE_TEST_SUITE_P(Families, GpuFamily, testing::ValuesIn(family_cases()),
                         [](const auto& info) { return info.param.name; });

/// The largest difference of two pictures' bytes; 255 where their sizes differ.
int apart(const ImageBuffer& a, const ImageBuffer& b) {
    if (a.width != b.width || a.height != b.height || a.pixels->size() != b.pixels->size()) return 255;
    int worst = 0;
    for (std::size_t i = 0; i < a.pixels->size(); ++i)
        worst = std::max(worst, std::abs(int{(*a.pixels)[i]} - int{(*b.pixels)[i]}));
    return worst;
}

class GpuTools : public OnGpu<testing::Test> {
protected:
    void SetUp() override {
        OnGpu<testing::Test>::SetUp();
        ASSERT_TRUE(write_png(folder_.file("in.png"), gradient(60, 44)));
    }
    /// `work` takes memory of the device, and leaves none.
    template <class F> void on_the_device(F&& work) const {
        memory().release_cache();
        const Bytes before = memory().counts().live.total();
        memory().begin_step(false);
        work();
        EXPECT_GT(memory().counts().at_peak.total(), before) << "it was not computed there";
        memory().release_cache();
        EXPECT_LE(memory().counts().live.total(), before);
    }

    TempFolder folder_;
};

TEST_F(GpuTools, Reconstructs) {
    ReconstructRequest request;
    request.picture = folder_.file("in.png");
    request.out = folder_.file("cpu.png");
    request.device = "cpu";
    const auto want = reconstruct_picture(request, kSilent, {});
    ASSERT_TRUE(want) << want.error().message;
    request.device = "cuda";
    request.out = folder_.file("gpu.png");
    on_the_device([&] {
        const auto got = reconstruct_picture(request, kSilent, {});
        ASSERT_TRUE(got) << got.error().message << got.error().detail;
        EXPECT_NEAR(got->mse, want->mse, 1e-5);
        EXPECT_NEAR(static_cast<double>(got->codes_used), static_cast<double>(want->codes_used), 1)
            << "of equals one may be another";
    });
    EXPECT_LE(apart(*decode_image(folder_.file("cpu.png")), *decode_image(folder_.file("gpu.png"))), 1);
}

TEST_F(GpuTools, ComparesPicturesAndTexts) {
    ClipRequest request;
    request.pictures = {folder_.file("in.png")};
    request.texts = {"a red cube", "a blue ball"};
    request.device = "cpu";
    const auto want = clip_features(request, kSilent, {});
    ASSERT_TRUE(want) << want.error().message;
    request.device = "cuda";
    on_the_device([&] {
        const auto got = clip_features(request, kSilent, {});
        ASSERT_TRUE(got) << got.error().message << got.error().detail;
        for (std::size_t t = 0; t < request.texts.size(); ++t) EXPECT_NEAR(got->cosine[0][t], want->cosine[0][t], 1e-4);
    });
}

TEST_F(GpuTools, Enlarges) {
    for (const std::string& method : {std::string("shapes"), upscale_data("x2.pth")}) {
        UpscaleRequest request;
        request.picture = folder_.file("in.png");
        request.method = method;
        request.device = "cpu";
        request.target = folder_.file("cpu.png");
        const auto want = upscale_picture(request, kSilent, {});
        ASSERT_TRUE(want) << want.error().message;
        request.device = "cuda";
        request.target = folder_.file("gpu.png");
        on_the_device([&] {
            const auto done = upscale_picture(request, kSilent, {});
            ASSERT_TRUE(done) << done.error().message << done.error().detail;
        });
        EXPECT_LE(apart(*decode_image(folder_.file("cpu.png")), *decode_image(folder_.file("gpu.png"))), 1) << method;
    }
}

}  // namespace
}  // namespace headroom::test
