// "Make it fit" of a Light GAN against steps that were really made.
#include "core/engine/plan/fit_search.h"
#include "core/train/forecast/step_forecaster.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/trained_plans.h"

#include <cstdlib>

namespace headroom::test {
namespace {

/// Every plan that is said to fit is trained, and those that are not said to would not have fitted.
TEST(LightGanFits, WhatFitsFitsAndWhatDoesNotHasProof) {
    cpu_allocator::install();
    StepForecaster forecaster{std::string()};
    FitRequest request;
    request.config = small_light_gan();
    request.config.edit<LightGanConfig>().gp_every = 1;  // each step that is measured has the penalty
    request.allow = {true, false, false, false, false};
    const auto search = [&](Bytes budget) {
        return search_fit(request, {{}, budget, Bytes{1 << 20}, true}, forecaster, [](const std::string&, double) {},
                          {});
    };
    ASSERT_TRUE(search(Bytes{1ll << 40}));  // everything is measured, so that the process stays as it is from here on
    const auto asked = forecaster.known(request.config, {});
    ASSERT_TRUE(asked);
    int fitting = 0, nothing = 0;
    TrainedPlans<LightGanRun> trained;
    for (const int tenths : {6, 1}) {
        SCOPED_TRACE(tenths);
        const Bytes budget = asked->context + Bytes{asked->tensors().count * tenths / 10};
        const auto report = search(budget);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->any_fits, report->missing.count == 0);
        nothing += report->any_fits ? 0 : 1;
        for (const FitPlan& plan : report->plans) {
            EXPECT_EQ(plan.config.effective_batch(), 4);
            const Bytes tensors = trained.peak_of(plan.config),
                        allowed = budget - plan.forecast.context - report->reserve;
            fitting += plan.group != PlanGroup::TooBig ? 1 : 0;
            // Forecasts are right to a hundredth (LightGanForecasts).
            if (std::abs(tensors.count - allowed.count) < tensors.count / 100) continue;
            EXPECT_EQ(plan.group != PlanGroup::TooBig, tensors <= allowed)
                << plan.result << " " << plan.config.batch_micro << ": " << tensors.count << " of " << allowed.count
                << " bytes, forecast " << plan.forecast.tensors().count;
        }
    }
    EXPECT_GT(fitting, 0);
    EXPECT_EQ(nothing, 1);
}

}  // namespace
}  // namespace headroom::test
