// Forecasts after steps were measured, when parts of a step come more or less often.
#include "core/families/registry.h"
#include "core/train/dcgan/dcgan_model.h"
#include "core/train/forecast/probe_tools.h"
#include "core/train/forecast/step_forecaster.h"
#include "core/train/light_gan/light_gan_model.h"
#include "tests/torch/light_gan_fixture.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace headroom::test {
namespace {

/// A family's model whose probes take a tenth of a second for D, for its penalty and for G each, and hardly any memory.
template <class Model> class KnownTimes final : public StepModel {
public:
    std::optional<StepPlan> plan(const TrainConfig& c, const NetworkLayout& layout,
                                 const std::string& device) const override {
        return model_.plan(c, layout, device);
    }
    Result<ProbeStep> probe(const TrainConfig&, const NetworkLayout&, const TrainDevice& device, std::int64_t units,
                            std::size_t) const override {
        ProbeScope probing(*device.memory);
        (void)at::empty({1024 * units});
        return ProbeStep{probing.end(), StepSeconds{0.1, 0.1, 0.1, 0.01, 0.01}.parts()};
    }
    double seconds(const TrainConfig& c, const StepPlan& plan, const KindProbe& probe) const override {
        return model_.seconds(c, plan, probe);
    }

private:
    Model model_;
};

constexpr Bytes kMeasuredPeak{1 << 30};

/// Steps of `config` took 2 seconds; what is known of it after `change`.
struct AfterSteps {
    StepForecaster forecaster{std::string()};
    TrainConfig config;

    AfterSteps(TrainConfig c, std::unique_ptr<StepModel> model) : config(std::move(c)) {
        cpu_allocator::install();
        config.device = "cpu";
        forecaster.use(family_of(config).facts().kind, std::move(model));
        const auto probed = forecaster.probe(config, {}, {});
        EXPECT_TRUE(probed) << (probed ? "" : probed.error().message);
        forecaster.learn(config, {}, 2.0, kMeasuredPeak);
    }
    Forecast with(const std::function<void(TrainConfig&)>& change) {
        TrainConfig changed = config;
        change(changed);
        const auto known = forecaster.known(changed, {});
        EXPECT_TRUE(known);
        return known.value_or(Forecast{});
    }
};

void expect_modelled(const Forecast& forecast, bool slower) {
    EXPECT_FALSE(forecast.seconds_measured);
    EXPECT_GT(slower ? forecast.seconds_per_step / 2 : 2 / forecast.seconds_per_step, 1.025);
    EXPECT_EQ(forecast.peak.count, kMeasuredPeak.count) << "what the process holds is the same";
}

void expect_measured(const Forecast& forecast) {
    EXPECT_TRUE(forecast.seconds_measured);
    EXPECT_DOUBLE_EQ(forecast.seconds_per_step, 2.0);
}

TEST(Forecasts, OtherRoundsOfADcganAreNotTheMeasuredOnes) {
    TrainConfig c = small_config();
    c.edit<DcganConfig>().d_steps = 2;
    AfterSteps run(c, std::make_unique<KnownTimes<DcganModel>>());
    expect_measured(run.with([](TrainConfig&) {}));
    expect_modelled(run.with([](TrainConfig& d) { d.edit<DcganConfig>().d_steps = 4; }), /*slower=*/true);
    expect_modelled(run.with([](TrainConfig& d) { d.edit<DcganConfig>().d_steps = 1; }), /*slower=*/false);
    expect_measured(run.with([](TrainConfig& d) { d.edit<DcganConfig>().r1_every = 1; }));  // there is no R1
}

TEST(Forecasts, AnotherIntervalOfR1IsNotTheMeasuredOne) {
    TrainConfig c = small_config();
    c.edit<DcganConfig>().r1_gamma = 5;
    c.edit<DcganConfig>().r1_every = 4;
    AfterSteps run(c, std::make_unique<KnownTimes<DcganModel>>());
    expect_modelled(run.with([](TrainConfig& d) { d.edit<DcganConfig>().r1_every = 1; }), /*slower=*/true);
    expect_modelled(run.with([](TrainConfig& d) { d.edit<DcganConfig>().r1_every = 64; }), /*slower=*/false);
    expect_measured(run.with([](TrainConfig&) {}));
}

TEST(LightGanForecasts, AnotherIntervalOfThePenaltyIsNotTheMeasuredOne) {
    TrainConfig c = small_light_gan();
    c.edit<LightGanConfig>().gp_every = 4;
    AfterSteps run(c, std::make_unique<KnownTimes<LightGanModel>>());
    expect_modelled(run.with([](TrainConfig& d) { d.edit<LightGanConfig>().gp_every = 1; }), /*slower=*/true);
    expect_modelled(run.with([](TrainConfig& d) { d.edit<LightGanConfig>().gp_every = 64; }), /*slower=*/false);
    expect_measured(run.with([](TrainConfig&) {}));
}

}  // namespace
}  // namespace headroom::test
