// Forecasts of the grid, their order, the verdict.
#include "core/engine/plan/fit_search.h"

#include "core/api/param_schema.h"
#include "core/engine/plan/fit_grid.h"
#include "core/engine/plan/run_stages.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <utility>

namespace headroom {
namespace {

constexpr std::size_t kMostPerGroup = 8;

class Search {
public:
    Search(const FitRequest& request, const FitSituation& situation, Forecaster& forecaster)
        : request_(request), situation_(situation), forecaster_(forecaster) {}

    Result<FitReport> run(const ProgressFn& progress, std::stop_token stop) {
        report_.budget = situation_.budget;
        report_.reserve = situation_.reserve;
        const TrainConfig as_asked = within_budget(request_.config);
        if (auto asked = forecaster_.measured(as_asked, situation_.layout, stop); !asked) return asked.error();
        std::vector<TrainConfig> settings = fit_grid(request_, situation_.layout.empty());
        std::erase_if(settings, [&](const TrainConfig& c) {
            const bool moves_nothing = situation_.on_cpu && c.data_on_device != request_.config.data_on_device;
            return moves_nothing || !check_config(c, situation_.on_cpu).empty();
        });
        if (settings.empty()) return refusal();
        std::vector<TrainConfig> known;
        std::optional<Error> failed;
        for (std::size_t i = 0; i < settings.size(); ++i) {
            if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the search was stopped");
            progress("forecasting plan " + std::to_string(i + 1) + " of " + std::to_string(settings.size()),
                     static_cast<double>(i) / static_cast<double>(settings.size()));
            if (const auto measured = largest(settings[i], room(), stop))
                known.push_back(settings[i]);
            else if (failed = measured.error(); failed->code == ErrorCode::Cancelled)
                return *failed;
        }
        if (known.empty()) return *failed;
        // All at one moment, so that every row counts the same for libraries and kernels.
        for (const TrainConfig& config : known) {
            if (const auto measured = largest(config, room(), stop)) all_.push_back(candidate(config, *measured));
        }
        report_.tried = static_cast<int>(all_.size());
        report_.any_fits =
            std::any_of(all_.begin(), all_.end(), [](const Candidate& c) { return c.plan.group != PlanGroup::TooBig; });
        if (!report_.any_fits) look_at_nearest(stop);
        finish();
        return report_;
    }

private:
    struct Candidate {
        FitPlan plan;
        RunStage stage;  ///< at which it takes most; one that is too big fits until then
    };

    /// No variant of what was asked can be trained at all.
    Error refusal() const {
        const auto problems = check_config(request_.config, situation_.on_cpu);
        const std::string why =
            problems.empty() ? "there is no batch to keep" : problems.front().key + ": " + problems.front().message;
        return make_error(ErrorCode::InvalidArgument, why);
    }

    /// With the budget as the limit, so that nothing is kept for reuse beyond it.
    TrainConfig within_budget(TrainConfig config) const {
        config.budget = situation_.budget;
        return config;
    }

    Bytes room() const { return situation_.budget - situation_.reserve; }

    Result<StageForecast> largest(const TrainConfig& config, std::optional<Bytes> most, const std::stop_token& stop) {
        return largest_stage(forecaster_, within_budget(config), situation_.layout, most, stop);
    }

    Candidate candidate(const TrainConfig& config, const StageForecast& largest) const {
        const Forecast& f = largest.forecast;
        FitPlan plan;
        plan.config = config;
        plan.config.budget = request_.config.budget;
        plan.forecast = f;
        // What is kept for reuse makes way: only what the tensors need can be too much.
        plan.to_spare = f.needed() > room() ? room() - f.needed() : std::max(room() - f.peak, Bytes{});
        plan.as_asked = plan.config == request_.config;
        plan.tight = f.is_tight(plan.to_spare, situation_.budget);
        plan.group = plan.to_spare.count < 0 ? PlanGroup::TooBig : group_of(request_.config, plan.config);
        plan.result = result_words(request_.config, plan.config);
        if (f.data_left.count > 0 && request_.config.data_on_device != DataOnDevice::Off)
            plan.result += "; the data set stays on the host, " + to_text(f.data_left) + " saved";
        plan.stage = largest.stage.words;
        if (!plan.stage.empty()) plan.result += "; peak " + plan.stage;
        return {std::move(plan), largest.stage};
    }

    /// Of two that are too big the one that fits longer is nearer.
    static bool is_farther(const Candidate& a, const Candidate& b) {
        return std::pair(a.stage.number, a.plan.to_spare) < std::pair(b.stage.number, b.plan.to_spare);
    }

    /// What the nearest plan lacks is told of all its stages: behind the first that is too big none was looked at.
    void look_at_nearest(const std::stop_token& stop) {
        const auto nearest = std::max_element(all_.begin(), all_.end(), is_farther);
        if (nearest == all_.end()) return;
        const TrainConfig config = nearest->plan.config;
        if (const auto whole = largest(config, {}, stop)) *nearest = candidate(config, *whole);
        report_.missing = Bytes{} - nearest->plan.to_spare;
        missing_at_ = nearest->stage.words;
    }

    /// What the steps of a plan need: a data set makes way for them where it lies there because there is room.
    static Bytes steps_of(const FitPlan& p) {
        const bool makes_way = p.config.data_on_device == DataOnDevice::Auto;
        return p.forecast.tensors() - (makes_way ? p.forecast.by_role[Role::Dataset] : Bytes{});
    }

    /// Another plan of the same group is no slower and no larger, and one of both better.
    bool beaten(const FitPlan& p) const {
        return std::any_of(all_.begin(), all_.end(), [&](const Candidate& other) {
            const FitPlan& o = other.plan;
            if (o.group != p.group || !same_kind_of_plan(o.config, p.config)) return false;
            const Bytes its = steps_of(o), mine = steps_of(p);
            const bool no_worse = o.forecast.seconds_per_step <= p.forecast.seconds_per_step && its <= mine;
            return no_worse && (o.forecast.seconds_per_step < p.forecast.seconds_per_step || its < mine);
        });
    }

    void finish() {
        for (const PlanGroup group : {PlanGroup::Same, PlanGroup::Close, PlanGroup::Different, PlanGroup::TooBig})
            take(group);
        recommend();
        sentence();
    }

    void take(PlanGroup group) {
        std::vector<Candidate> mine;
        std::copy_if(all_.begin(), all_.end(), std::back_inserter(mine), [&](const Candidate& c) {
            return c.plan.group == group && (c.plan.as_asked || group == PlanGroup::TooBig || !beaten(c.plan));
        });
        std::stable_sort(mine.begin(), mine.end(), [&](const Candidate& a, const Candidate& b) {
            return group == PlanGroup::TooBig ? is_farther(b, a)
                                              : a.plan.forecast.seconds_per_step < b.plan.forecast.seconds_per_step;
        });
        // The asked settings are always in the table; of the rest the best.
        while (mine.size() > kMostPerGroup) {
            auto last = std::prev(mine.end());
            if (last->plan.as_asked) --last;
            mine.erase(last);
        }
        for (Candidate& c : mine) report_.plans.push_back(std::move(c.plan));
    }

    void recommend() {
        const auto better = [](const FitPlan& p) { return p.group != PlanGroup::TooBig && !p.tight; };
        auto best = std::find_if(report_.plans.begin(), report_.plans.end(),
                                 [&](const FitPlan& p) { return p.as_asked && better(p); });
        if (best == report_.plans.end()) best = std::find_if(report_.plans.begin(), report_.plans.end(), better);
        if (best == report_.plans.end())
            best = std::find_if(report_.plans.begin(), report_.plans.end(),
                                [](const FitPlan& p) { return p.group != PlanGroup::TooBig; });
        if (best != report_.plans.end()) best->recommended = true;
    }

    void sentence() {
        const auto best =
            std::find_if(report_.plans.begin(), report_.plans.end(), [](const FitPlan& p) { return p.recommended; });
        if (best == report_.plans.end()) {
            report_.sentence = "Nothing fits: the smallest of " + std::to_string(report_.tried) + " plans lacks " +
                               to_text(report_.missing) + (missing_at_.empty() ? "" : " " + missing_at_);
        } else if (best->as_asked) {
            report_.sentence =
                std::string(best->tight ? "Tight" : "Fits") + " as asked, " + to_text(best->to_spare) + " to spare";
        } else {
            report_.sentence = pieces_words(best->config) + (best->tight ? " is tight, " : " fits, ") +
                               to_text(best->to_spare) + " to spare";
        }
    }

    const FitRequest& request_;
    const FitSituation& situation_;
    Forecaster& forecaster_;
    FitReport report_;
    std::vector<Candidate> all_;
    std::string missing_at_;  ///< the stage at which the nearest plan lacks what is missing; empty: the first
};

}  // namespace

Result<FitReport> search_fit(const FitRequest& request, const FitSituation& situation, Forecaster& forecaster,
                             const ProgressFn& progress, std::stop_token stop) {
    return Search(request, situation, forecaster).run(progress, std::move(stop));
}

}  // namespace headroom
