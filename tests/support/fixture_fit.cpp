// Fixture plans.
#include "tests/support/fixture_fit.h"

#include "tests/support/fixture_memory.h"

namespace headroom::fixture {
namespace {

class StoryPlanner final : public Planner {
public:
    Result<FitReport> fit(FitRequest request, ProgressFn, std::stop_token) override {
        FitReport report;
        report.budget = request.budget;
        FitPlan plan;
        plan.config = request.config;
        plan.forecast = story_forecast(request.config, request.config);
        plan.to_spare = report.budget - plan.forecast.peak;
        plan.as_asked = true;
        plan.group = plan.to_spare.count < 0 ? PlanGroup::TooBig : PlanGroup::Same;
        report.any_fits = plan.group == PlanGroup::Same;
        report.plans.push_back(plan);
        return report;
    }
    Result<Rehearsal> rehearse(RehearsalRequest request, ProgressFn, std::stop_token) override {
        Rehearsal done;
        done.used = request.config;
        done.steps = request.steps;
        done.budget = request.budget;
        done.forecast = done.peak = story_forecast(request.config, request.config).peak;
        return done;
    }
};

}  // namespace

std::shared_ptr<Planner> story_planner() { return std::make_shared<StoryPlanner>(); }

}  // namespace headroom::fixture
