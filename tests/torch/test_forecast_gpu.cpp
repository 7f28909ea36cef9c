// Forecasts for GPUs, on paper: which probes are made, by whom, what they leave open, and what the first steps correct.
#include "core/families/dcgan/dcgan_config.h"
#include "core/train/forecast/probe_tools.h"
#include "core/train/forecast/step_forecaster.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/stand_ins/fake_driver.h"
#include "tests/torch/trainer_fixture.h"

#include <gmock/gmock.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace headroom::test {
namespace {

using namespace headroom::literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr Bytes kWeights = 40_MiB, kPerPicture = 30_MiB;

/// cuDNN chooses another algorithm from 16 pictures on, as it likes to.
Bytes workspace_for(std::int64_t pictures) { return pictures < 16 ? 20_MiB : 400_MiB; }

struct Probed {
    std::vector<std::int64_t> pictures;
    std::int64_t room = 1 << 20;  ///< pictures that fit
    int looks = 0;                ///< at the files of the settings
};

/// A step of pictures and of one library.
class PaperModel final : public StepModel {
public:
    explicit PaperModel(Probed& probed) : probed_(probed) {}
    Result<void> look(const TrainConfig&, const NetworkLayout&, const TrainDevice&) override {
        ++probed_.looks;
        return {};
    }
    std::optional<StepPlan> plan(const TrainConfig& c, const NetworkLayout&, const std::string& device) const override {
        StepPlan out;
        out.kinds = {"paper|" + device};
        out.units = c.batch_micro;
        out.units_name = "pictures";
        out.probes_as_asked = device != "cpu";
        out.fixed[Role::Weights] = kWeights;
        return out;
    }
    Result<ProbeStep> probe(const TrainConfig&, const NetworkLayout&, const TrainDevice&, std::int64_t units,
                            std::size_t) const override {
        probed_.pictures.push_back(units);
        if (units > probed_.room) return make_error(ErrorCode::OutOfMemory, "no room");
        ProbeStep out;
        out.seconds = {0.1 * static_cast<double>(units)};
        const auto add = [&](std::uint64_t serial, Role role, Bytes change) {
            StepRecord r;
            r.serial = serial;
            r.role = role;
            r.phase = Phase::G;
            r.delta = change.count;
            out.log.records.push_back(r);
        };
        const Bytes activations{units * kPerPicture.count}, workspace = workspace_for(units);
        add(1, Role::Activations, activations);
        add(2, Role::Libraries, workspace);
        add(2, Role::Libraries, Bytes{} - workspace);
        add(1, Role::Activations, Bytes{} - activations);
        return out;
    }
    double seconds(const TrainConfig&, const StepPlan& plan, const KindProbe&) const override {
        return 0.1 * static_cast<double>(plan.units);
    }

private:
    Probed& probed_;
};

struct Desk {
    FakeDriver driver;
    GpuRegistry gpus{&driver, "libno-such-nvml.so.1"};
    Probed probed;
    StepForecaster forecaster;

    explicit Desk(std::string folder = {}, ProbeElsewhere elsewhere = nullptr)
        : forecaster(std::move(folder), std::move(elsewhere), &gpus) {
        driver.gpus = {paper_gpu("Paper 80", 80)};
        forecaster.use(kDcgan, std::make_unique<PaperModel>(probed));
    }
    Forecast forecast(const TrainConfig& c) {
        const auto measured = forecaster.measured(c, {}, {});
        EXPECT_TRUE(measured) << (measured ? "" : measured.error().message);
        return measured ? *measured : Forecast{};
    }
};

TrainConfig of_pictures(std::int64_t n) {
    TrainConfig c = small_config();
    c.device = "cuda:0";
    c.batch_micro = n;
    return c;
}

TEST(GpuForecasts, ProbesAreOfThePicturesThatAreAskedFor) {
    Desk desk;
    const Forecast few = desk.forecast(of_pictures(8));
    EXPECT_EQ(few.by_role[Role::Libraries], 20_MiB);
    const Forecast many = desk.forecast(of_pictures(16));
    EXPECT_THAT(desk.probed.pictures, ElementsAre(4, 8, 8, 16));
    EXPECT_EQ(many.by_role[Role::Libraries], 400_MiB) << "and not what 8 pictures would let expect";
    EXPECT_EQ(many.by_role[Role::Activations], 480_MiB);
    EXPECT_EQ(many.by_role[Role::Weights], 40_MiB);
    // 40 MiB of weights in two pages, 480 and 400 MiB of the step in 44.
    EXPECT_EQ(many.by_role[Role::Cache], 0_GiB);
    EXPECT_THAT(many.source, Not(HasSubstr("cuDNN")));
    EXPECT_THAT(many.source, HasSubstr("what the driver takes for kernels is known after the first step"));
}

TEST(GpuForecasts, WhatLibrariesMayChooseFromIsMeasuredAnew) {
    TrainConfig usual = of_pictures(8);
    usual.precision = Precision::Fp32;
    TrainConfig slow = usual, none = usual, same_bits = usual, rounded = usual;
    slow.cudnn_benchmark = !usual.cudnn_benchmark;
    none.cudnn = false;
    same_bits.deterministic = true;
    rounded.precision = Precision::Auto;
    std::set<std::string> on_gpu, on_cpu;
    for (const TrainConfig& c : {usual, slow, none, same_bits, rounded}) {
        on_gpu.insert(probed_on("cuda:0", c));
        on_cpu.insert(probed_on("cpu", c));
    }
    EXPECT_EQ(on_gpu.size(), 5u);
    EXPECT_EQ(on_cpu.size(), 1u);
}

TEST(GpuForecasts, WhatIsKeptIsKeptInPages) {
    Desk desk;
    const Forecast f = desk.forecast(of_pictures(9));
    // 40 of weights, 270 and 20 of the step: 330 MiB, which are 17 pages of 20.
    EXPECT_EQ(f.tensors(), 330_MiB);
    EXPECT_EQ(f.by_role[Role::Cache], 10_MiB);
}

TEST(GpuForecasts, WhatHasNoRoomIsProbedWithLessAndTheForecastSaysSo) {
    Desk desk;
    desk.probed.room = 9;
    const Forecast f = desk.forecast(of_pictures(32));
    EXPECT_THAT(desk.probed.pictures, ElementsAre(16, 8, 16, 4, 8));
    EXPECT_EQ(f.by_role[Role::Activations], 960_MiB);
    EXPECT_THAT(f.source, HasSubstr("what cuDNN and cuBLAS take for 32 pictures is known after the first step"));
    EXPECT_TRUE(desk.forecaster.known(of_pictures(32), {})) << "it is not measured again";
}

TEST(GpuForecasts, WithoutRoomForASinglePictureThatIsAnError) {
    Desk desk;
    desk.probed.room = 0;
    const auto measured = desk.forecaster.measured(of_pictures(8), {}, {});
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().code, ErrorCode::OutOfMemory);
}

TEST(GpuForecasts, TheFirstStepCorrectsThemAtOnce) {
    Desk desk;
    const TrainConfig c = of_pictures(8);
    const Forecast before = desk.forecast(c);
    for (const Bytes peak : {2_GiB, 2_GiB + 300_MiB, 2_GiB + 310_MiB}) {
        desk.forecaster.learn(c, {}, 0.5, peak);
        const auto after = desk.forecaster.known(c, {});
        ASSERT_TRUE(after);
        EXPECT_EQ(after->peak, peak) << "before it was " << before.peak.count;
        EXPECT_THAT(after->source, HasSubstr("corrected by"));
        EXPECT_THAT(after->source, Not(HasSubstr("known after")));
        EXPECT_LE(after->high - after->peak, before.high - before.peak);
    }
}

TEST(GpuForecasts, OtherMicroBatchesAreEstimatedFromTheNearest) {
    Desk desk;
    EXPECT_FALSE(desk.forecaster.estimate(of_pictures(8), {}));
    desk.forecast(of_pictures(32));
    desk.forecast(of_pictures(8));
    EXPECT_FALSE(desk.forecaster.known(of_pictures(6), {})) << "it has to be measured";
    const auto estimate = desk.forecaster.estimate(of_pictures(6), {});
    ASSERT_TRUE(estimate);
    EXPECT_EQ(estimate->by_role[Role::Activations], 180_MiB);
    EXPECT_EQ(estimate->by_role[Role::Libraries], 20_MiB) << "as with 8, not as with 32";
}

TEST(GpuForecasts, AWindowHasItsProbesMadeElsewhereAndLeavesTheGpuAlone) {
    const TempFolder folder;
    Desk other(folder.path());
    std::vector<std::string> asked;
    Desk window(folder.path(), [&](const TrainConfig& c, const std::string& device, const std::stop_token& stop) {
        asked.push_back(device);
        return other.forecaster.probe(c, {}, stop);
    });
    const TrainConfig c = of_pictures(8);
    const auto room = window.forecaster.room(c, {});
    ASSERT_TRUE(room);
    const auto report = window.forecaster.report(c, *room);
    ASSERT_TRUE(report);
    EXPECT_EQ(window.probed.looks, 1) << "a data set is not looked at twice for one answer";
    EXPECT_EQ(report->budget, room->budget);
    EXPECT_EQ(report->now.this_process(), 0_GiB);
    EXPECT_EQ(report->now.free, 80_GiB);
    const Forecast f = window.forecast(c);
    EXPECT_EQ(f.by_role[Role::Activations], 240_MiB);
    EXPECT_THAT(asked, ElementsAre("cuda:0"));
    EXPECT_TRUE(window.probed.pictures.empty());
    EXPECT_FALSE(window.driver.gpus[0].started) << "no context";
    EXPECT_TRUE(other.driver.gpus[0].started);
    // Once a run has started here, there is nothing to be spared.
    ASSERT_TRUE(window.gpus.memory(0));
    window.forecast(of_pictures(12));
    EXPECT_THAT(asked, ElementsAre("cuda:0"));
    EXPECT_THAT(window.probed.pictures, ElementsAre(6, 12));
}

TEST(GpuForecasts, WhatWentWrongElsewhereIsSaid) {
    const TempFolder folder;
    std::optional<Error> wrong = make_error(ErrorCode::Environment, "headroom-cli is not there");
    Desk window(folder.path(), [&](const TrainConfig&, const std::string&, const std::stop_token&) -> Result<void> {
        if (wrong) return *wrong;
        return {};
    });
    const auto failed = window.forecaster.measured(of_pictures(8), {}, {});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, wrong->message);
    wrong.reset();
    const auto nothing = window.forecaster.measured(of_pictures(8), {}, {});
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().message + nothing.error().hint, HasSubstr(folder.path()));
}

}  // namespace
}  // namespace headroom::test
