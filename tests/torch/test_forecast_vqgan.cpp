// Forecasts of training a VQGAN against steps that were really made.
#include "core/engine/plan/fit_search.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/train/forecast/step_forecaster.h"
#include "tests/torch/trained_plans.h"
#include "tests/torch/vqgan_fixture.h"

namespace headroom::test {
namespace {

struct VqganChange {
    const char* name;
    void (*make)(TrainConfig&);
};
const VqganChange kVqganChanges[] = {
    {"as it is", [](TrainConfig&) {}},
    {"accumulated", [](TrainConfig& c) { c.batch_accumulate = 3; }},
    {"checkpointing", [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }},
    {"bf16", [](TrainConfig& c) { c.precision = Precision::Bf16; }},
    {"without D, codes by averages, EMA",
     [](TrainConfig& c) {
         c.edit<VqganTrainConfig>().gan = 0;
         c.edit<VqganTrainConfig>().decay = 0.9;
         c.ema_half_life = 100;
     }},
    {"64 px", [](TrainConfig& c) { c.image_size = 64; }},
    {"16,384 codes by averages",
     [](TrainConfig& c) {
         c.edit<VqganTrainConfig>().codes = 16384;
         c.edit<VqganTrainConfig>().decay = 0.9;
     }},
};

TEST(VqganForecasts, CountTheTensors) {
    StepForecaster forecaster{std::string()};
    for (const VqganChange& change : kVqganChanges) {
        for (const std::int64_t batch : {3, 8}) {
            TrainConfig c = small_vqgan();
            c.batch_micro = batch;
            change.make(c);
            const auto probed = forecaster.probe(c, {}, {});
            ASSERT_TRUE(probed) << probed.error().message;
            const auto f = forecaster.known(c, {});
            ASSERT_TRUE(f);
            VqganRun run(c);
            Bytes measured;
            for (int i = 0; i < 2; ++i) measured = std::max(measured, run.step().peak_tensors);
            const double off =
                100.0 * (static_cast<double>(f->tensors().count) / static_cast<double>(measured.count) - 1);
            EXPECT_GT(off, -0.5) << change.name << " " << batch;
            EXPECT_LT(off, 1) << change.name << " " << batch;
            EXPECT_GT(f->seconds_per_step, 0);
        }
    }
}

TEST(VqganForecasts, TheDiscriminatorsTimeCountsOnceItTakesPart) {
    StepForecaster forecaster{std::string()};
    TrainConfig with = small_vqgan();
    with.edit<VqganTrainConfig>().gan = 0.8;
    with.edit<VqganTrainConfig>().gan_start = 0;
    ASSERT_TRUE(forecaster.probe(with, {}, {}));
    TrainConfig waiting = with;
    waiting.edit<VqganTrainConfig>().gan_start = 100000;
    const auto now = forecaster.known(waiting, {}), joined = forecaster.known(with, {});
    ASSERT_TRUE(now && joined);  // of the same probes
    EXPECT_LT(now->seconds_per_step, joined->seconds_per_step);
    EXPECT_EQ(now->tensors(), joined->tensors()) << "the larger step decides what fits";
    EXPECT_NE(now->source.find("once the discriminator takes part"), std::string::npos);
    EXPECT_EQ(joined->source.find("once the discriminator takes part"), std::string::npos);
    forecaster.learn(waiting, {}, 2.0, Bytes{300 << 20});
    const auto measured = forecaster.known(waiting, {});
    EXPECT_EQ(measured->seconds_per_step, 2.0);
    EXPECT_EQ(measured->source.find("once the discriminator"), std::string::npos);
}

/// Every plan that is said to fit is trained, and those that are not said to would not have fitted.
TEST(VqganFits, WhatFitsFitsAndWhatDoesNotHasProof) {
    cpu_allocator::install();
    StepForecaster forecaster{std::string()};
    int fitting = 0, nothing = 0, close = 0;
    TrainedPlans<VqganRun> trained;
    for (const auto& [gan, tenths] : {std::pair{0.0, 6}, {0.8, 5}, {0.8, 1}}) {
        FitRequest request;
        request.config = small_vqgan();
        request.config.batch_micro = 6;
        request.config.edit<VqganTrainConfig>().gan = gan;
        request.allow = {true, true, true, false, false};
        const auto search = [&](Bytes budget) {
            return search_fit(request, {{}, budget, Bytes{1 << 20}, true}, forecaster,
                              [](const std::string&, double) {}, {});
        };
        ASSERT_TRUE(
            search(Bytes{1ll << 40}));  // everything is measured, so that the process stays as it is from here on
        const auto asked = forecaster.known(request.config, {});
        ASSERT_TRUE(asked);
        const Bytes budget = asked->context + Bytes{asked->tensors().count * tenths / 10};
        const auto report = search(budget);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->any_fits, report->missing.count == 0);
        nothing += report->any_fits ? 0 : 1;
        for (const FitPlan& plan : report->plans) {
            EXPECT_EQ(plan.config.effective_batch(), 6);
            const Bytes tensors = trained.peak_of(plan.config),
                        allowed = budget - plan.forecast.context - report->reserve;
            EXPECT_EQ(plan.group != PlanGroup::TooBig, tensors <= allowed)
                << plan.result << " " << plan.config.batch_micro << ": " << tensors.count << " of " << allowed.count
                << " bytes, forecast " << plan.forecast.tensors().count;
            fitting += plan.group != PlanGroup::TooBig ? 1 : 0;
            close += plan.group == PlanGroup::Close ? 1 : 0;
        }
    }
    EXPECT_GT(fitting, 3);
    EXPECT_GT(close, 0);
    EXPECT_GT(nothing, 0);
}

}  // namespace
}  // namespace headroom::test
