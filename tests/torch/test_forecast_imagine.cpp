// Forecasts of text to image against iterations that were really painted.
#include "core/api/param_schema.h"
#include "core/engine/plan/fit_search.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/memory/cpu_allocator.h"
#include "core/train/forecast/step_forecaster.h"
#include "core/train/vqgan_clip/imagine_model.h"
#include "core/train/vqgan_clip/imagine_trainer.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>

#include <vector>

namespace headroom {
namespace {

TrainConfig painting_of(std::int64_t width, std::int64_t height) {
    TrainConfig c = default_config(kVqganClip);
    c.device = "cpu";
    c.threads = 1;
    c.edit<ImagineConfig>().prompts = "a red cube | text:-0.3";
    c.edit<ImagineConfig>().start = ImagineStart::Codes;
    c.edit<ImagineConfig>().width = width;
    c.edit<ImagineConfig>().height = height;
    c.edit<ImagineConfig>().cuts = 11;  // more than two chunks of any change below
    return c;
}

/// Of some iterations by small random networks.
StepDone painted(const TrainConfig& c, int iterations = 2) {
    cpu_allocator::install();
    at::set_num_threads(1);
    ImagineTrainer trainer{random_painters(true)};
    StepDone largest;
    const auto ready = trainer.prepare(c, nullptr, false, [](const std::string&, double) {}, {}, {});
    EXPECT_TRUE(ready) << (ready ? "" : ready.error().message);
    for (int i = 0; ready && i < iterations; ++i) {
        const StepOutcome out = trainer.step();
        EXPECT_TRUE(out.done) << out.error.message;
        if (out.metrics.peak_tensors > largest.peak_tensors) largest = out.metrics;
    }
    return largest;
}

void use_small(StepForecaster& forecaster) {
    forecaster.use(kVqganClip, std::make_unique<ImagineModel>([](const ImagineConfig&, bool) -> Result<PainterSource> {
                       return random_painters(true);
                   }));
}

double off_percent(Bytes forecast, Bytes measured) {
    return 100.0 * (static_cast<double>(forecast.count) / static_cast<double>(measured.count) - 1);
}

struct Change {
    const char* name;
    void (*make)(TrainConfig&);
};
const Change kChanges[] = {
    {"as it is", [](TrainConfig&) {}},
    {"chunks of 5", [](TrainConfig& c) { c.edit<ImagineConfig>().chunk = 5; }},
    {"one cut at a time", [](TrainConfig& c) { c.edit<ImagineConfig>().chunk = 1; }},
    {"bf16", [](TrainConfig& c) { c.precision = Precision::Bf16; }},
    {"checkpointing", [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }},
    {"crops",
     [](TrainConfig& c) {
         c.edit<ImagineConfig>().cut_method = CutMethod::CropPool;
         c.edit<ImagineConfig>().chunk = 4;
     }},
    {"pooled", [](TrainConfig& c) { c.edit<ImagineConfig>().cut_method = CutMethod::UpdatedPooling; }},
    {"smooth",
     [](TrainConfig& c) {
         c.edit<ImagineConfig>().smooth_picture = 0.1;
         c.edit<ImagineConfig>().optimiser = LatentOptimiserKind::DiffGrad;
     }},
};

TEST(ImagineForecasts, CountTheTensorsOfEverySize) {
    StepForecaster forecaster{std::string()};
    use_small(forecaster);
    const std::vector<std::pair<int, int>> sizes{{64, 64}, {160, 128}, {48, 96}};
    for (std::size_t i = 0; i < std::size(kChanges); ++i) {
        const Change& change = kChanges[i];
        // Of the first every size, of the others one after the other.
        for (std::size_t k = 0; k < (i == 0 ? sizes.size() : 1); ++k) {
            const auto& [width, height] = sizes[(i + k) % sizes.size()];
            TrainConfig c = painting_of(width, height);
            change.make(c);
            const auto probed = forecaster.probe(c, {}, {});
            ASSERT_TRUE(probed) << probed.error().message;
            const auto f = forecaster.known(c, {});
            ASSERT_TRUE(f);
            const double off = off_percent(f->tensors(), painted(c).peak_tensors);
            EXPECT_GT(off, -2) << change.name << " " << width << " x " << height;
            EXPECT_LT(off, 2) << change.name << " " << width << " x " << height;
            EXPECT_EQ(f->peak, f->context + f->by_role.total());
            EXPECT_GT(f->seconds_per_step, 0);
        }
    }
}

TEST(ImagineForecasts, SecondsGrowWithThePictureFromNothingOn) {
    const ImagineModel model([](const ImagineConfig&, bool) -> Result<PainterSource> { return random_painters(true); });
    // Measured: bf16 on a processor where small pictures are much quicker by the cell, and cuts that took next to nothing.
    const auto tape = StepTape::from_parts({}, {}, 0);
    ASSERT_TRUE(tape);
    const KindProbe probe{2304, 5184, {0.171, 0.013}, {0.559, 0.0}, *tape};
    const TrainConfig c = painting_of(64, 64);
    const auto seconds = [&](std::int64_t cells) {
        StepPlan plan;
        plan.units = cells;
        return model.seconds(c, plan, probe);
    };
    EXPECT_NEAR(seconds(2304), 0.171, 1e-9);
    EXPECT_NEAR(seconds(5184), 0.559, 1e-9);
    for (std::int64_t cells = 1; cells < 20000; cells += 7) EXPECT_GT(seconds(cells + 7), seconds(cells)) << cells;
    EXPECT_GT(seconds(1), 0);
    EXPECT_LT(seconds(2305) - seconds(2303), 0.001) << "no step where the probes begin";
}

TEST(ImagineForecasts, OneProbeServesEverySizeAndANewFileIsLookedAtAgain) {
    StepForecaster forecaster{std::string()};
    use_small(forecaster);
    TrainConfig c = painting_of(64, 64);
    EXPECT_FALSE(forecaster.known(c, {}));
    EXPECT_EQ(forecaster.fixed(c, {}).total().count, 0);
    const auto probed = forecaster.probe(c, {}, {});
    ASSERT_TRUE(probed) << probed.error().message << "; " << probed.error().detail;
    c.edit<ImagineConfig>().width = 256;
    EXPECT_TRUE(forecaster.known(c, {}));
    c.edit<ImagineConfig>().chunk = 2;
    EXPECT_FALSE(forecaster.known(c, {}));
    c.edit<ImagineConfig>().chunk = 0;
    c.edit<ImagineConfig>().vqgan_file = "another.ckpt";
    EXPECT_FALSE(forecaster.known(c, {}));
}

TEST(ImagineForecasts, OfOtherSidesOfARunAreOfTheNetworksThatItHas) {
    StepForecaster forecaster{std::string()};
    cpu_allocator::install();
    at::set_num_threads(1);
    for (const auto& [begun, changed] : {std::pair{160, 96}, std::pair{96, 160}}) {
        ImagineTrainer trainer;  // the built-in networks, of which a run that begins chooses by its size
        const auto ready =
            trainer.prepare(painting_of(begun, begun), nullptr, false, [](const std::string&, double) {}, {}, {});
        ASSERT_TRUE(ready) << ready.error().message;
        const NetworkLayout layout = trainer.layout();
        const TrainConfig c = painting_of(changed, changed);
        ASSERT_TRUE(forecaster.probe(c, {}, {}));
        const auto of_a_new_run = forecaster.known(c, {});
        ASSERT_TRUE(of_a_new_run);
        EXPECT_FALSE(begun > changed && forecaster.known(c, layout)) << "no probe of these networks was made";
        const auto probed = forecaster.probe(c, layout, {});
        ASSERT_TRUE(probed) << probed.error().message << "; " << probed.error().detail;
        ASSERT_TRUE(trainer.apply(c, [](const std::string&, double) {}, {}));
        Bytes measured;
        for (int i = 0; i < 3; ++i) {
            const StepOutcome out = trainer.step();
            ASSERT_TRUE(out.done) << out.error.message;
            measured = std::max(measured, out.metrics.peak_tensors);
        }
        EXPECT_EQ(trainer.layout(), layout);
        EXPECT_NEAR(off_percent(forecaster.known(c, layout)->tensors(), measured), 0, 1) << begun << " to " << changed;
        EXPECT_GT(std::abs(off_percent(of_a_new_run->tensors(), measured)), 2) << "the other networks take as much";
    }
}

TEST(ImagineForecasts, FilesThatAreNotThereAreNamed) {
    StepForecaster forecaster{std::string()};
    TrainConfig c = painting_of(64, 64);
    c.edit<ImagineConfig>().vqgan_file = "/nowhere/f16.ckpt";
    const auto probed = forecaster.probe(c, {}, {});
    ASSERT_FALSE(probed);
    EXPECT_NE(probed.error().message.find("/nowhere/f16.ckpt"), std::string::npos);
}

/// A folder with two pictures, and settings that paint on each for two iterations.
class FolderForecasts : public ::testing::Test {
protected:
    void SetUp() override {
        for (const char* name : {"1.png", "2.png"})
            test::write_bytes(folder_.file(name), test::png_bytes(test::gradient(80, 64)));
    }
    TrainConfig over_folder(std::int64_t width, std::int64_t height) const {
        TrainConfig c = painting_of(width, height);
        c.edit<ImagineConfig>().start = ImagineStart::Folder;
        c.edit<ImagineConfig>().start_folder = folder_.path();
        c.edit<ImagineConfig>().frame_steps = 2;
        return c;
    }
    test::TempFolder folder_;
};

TEST_F(FolderForecasts, CountTheTensorsOfEveryPicture) {
    StepForecaster forecaster{std::string()};
    use_small(forecaster);
    struct Case {
        Precision precision;
        std::int64_t width, height;
    };
    for (const Case& each :
         {Case{Precision::Fp32, 64, 64}, Case{Precision::Fp32, 160, 128}, Case{Precision::Bf16, 64, 64}}) {
        TrainConfig c = over_folder(each.width, each.height);
        c.precision = each.precision;
        const auto probed = forecaster.probe(c, {}, {});
        ASSERT_TRUE(probed) << probed.error().message << "; " << probed.error().detail;
        const auto f = forecaster.known(c, {});
        ASSERT_TRUE(f);
        const double off = off_percent(f->tensors(), painted(c, 3).peak_tensors);
        EXPECT_GT(off, -2) << name_of(each.precision) << " " << each.width << " x " << each.height;
        EXPECT_LT(off, 2) << name_of(each.precision) << " " << each.width << " x " << each.height;
    }
}

TEST_F(FolderForecasts, CountTheEncoderThatStaysForTheNextPicture) {
    StepForecaster forecaster{std::string()};
    use_small(forecaster);
    const TrainConfig c = over_folder(64, 64);
    TrainConfig alone = c;
    alone.edit<ImagineConfig>().start = ImagineStart::Codes;
    const auto probed = forecaster.probe(c, {}, {});
    ASSERT_TRUE(probed) << probed.error().message << "; " << probed.error().detail;
    const RoleBytes fixed = forecaster.fixed(c, {});
    EXPECT_GT(fixed[Role::Weights].count, forecaster.fixed(alone, {})[Role::Weights].count);
    EXPECT_TRUE(forecaster.known(alone, {})) << "the same probes serve both";
    cpu_allocator::install();
    ImagineTrainer trainer{random_painters(true)};
    ASSERT_TRUE(trainer.prepare(c, nullptr, false, [](const std::string&, double) {}, {}, {}));
    for (int i = 0; i < 3; ++i) {  // into the second picture
        ASSERT_TRUE(trainer.step().done);
        const auto held = trainer.memory()->now.roles;
        for (const Role role : {Role::Weights, Role::Clip, Role::Codebook, Role::Optimiser})
            EXPECT_EQ(fixed[role].count, held[role].count) << name_of(role) << " after " << i + 1;
    }
}

TEST(ImagineForecasts, SpeakOfIterations) {
    StepForecaster forecaster{std::string()};
    use_small(forecaster);
    const TrainConfig c = painting_of(64, 64);
    const auto probed = forecaster.probe(c, {}, {});
    ASSERT_TRUE(probed) << probed.error().message << "; " << probed.error().detail;
    const std::string source = forecaster.known(c, {})->source;
    EXPECT_EQ(source.rfind("2 probe iterations of ", 0), 0u) << source;
    EXPECT_EQ(source.find("step"), std::string::npos) << source;
}

TEST(ImagineForecasts, FixedPartsAreWhatTheLedgerShows) {
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        StepForecaster forecaster{std::string()};
        use_small(forecaster);
        TrainConfig c = painting_of(64, 64);
        c.precision = precision;
        const auto probed = forecaster.probe(c, {}, {});
        ASSERT_TRUE(probed) << probed.error().message << "; " << probed.error().detail;
        const RoleBytes fixed = forecaster.fixed(c, {});
        cpu_allocator::install();
        ImagineTrainer trainer{random_painters(true)};
        ASSERT_TRUE(trainer.prepare(c, nullptr, false, [](const std::string&, double) {}, {}, {}));
        ASSERT_TRUE(trainer.step().done);
        const auto held = trainer.memory()->now.roles;
        for (const Role role : {Role::Weights, Role::Clip, Role::Codebook, Role::Optimiser, Role::Preview})
            EXPECT_EQ(fixed[role].count, held[role].count) << name_of(role);
    }
}

}  // namespace
}  // namespace headroom
