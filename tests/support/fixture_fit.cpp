// Fixture plans: a small grid over story_forecast(), ranked as the engine ranks.
#include "tests/support/fixture_fit.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/fixture_painting.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <tuple>

namespace headroom::fixture {
namespace {

constexpr std::size_t kPerGroup = 3;  // plans of a group that are shown, as in the design's picture
constexpr double kOffBy = 0.016;      // a rehearsal measures so much more than its forecast

void save(Forecast& f, double share_of_activations) {
    const auto saved = Bytes{
        static_cast<std::int64_t>(static_cast<double>(f.by_role[Role::Activations].count) * share_of_activations)};
    f.by_role[Role::Activations] -= saved;
    f.peak -= saved;
}

std::int64_t cuts_at_a_time(const TrainConfig& c) {
    return c.own<ImagineConfig>().chunk > 0 ? std::min(c.own<ImagineConfig>().chunk, c.own<ImagineConfig>().cuts)
                                            : c.own<ImagineConfig>().cuts;
}

/// The painting's forecast is one of chunks of 32 in fp32.
Forecast painting_cost(const TrainConfig& config) {
    Forecast f = painting_forecast(config, config);
    const Bytes clip = f.by_role[Role::Clip];
    f.by_role[Role::Clip] = Bytes{clip.count * (8 + cuts_at_a_time(config)) / 40};
    f.peak += f.by_role[Role::Clip] - clip;
    if (config.checkpointing == Checkpointing::On) save(f, 0.45);
    if (config.precision == Precision::Bf16) save(f, 0.5);
    f.seconds_per_step *= 1.0 + 0.02 * static_cast<double>(config.own<ImagineConfig>().cuts / cuts_at_a_time(config));
    return f;
}

/// Recomputing costs a third, remade fakes a fifth, low precision wins half; the rest is the story's rate.
Forecast cost(const TrainConfig& config) {
    const bool paints = config.model == kVqganClip;
    Forecast f = paints ? painting_cost(config) : story_forecast(config, config);
    double factor = 1.0;
    if (config.checkpointing == Checkpointing::On) factor *= 1.3;
    if (config.own<DcganConfig>().reuse_fakes == ReuseFakes::Off) {
        factor *= 1.2;
        save(f, 0.2);
    }
    if (config.precision == Precision::Bf16) factor *= 0.5;
    factor *= paints ? 1.0 : static_cast<double>(config.image_size * config.image_size) / (128.0 * 128.0);
    f.seconds_per_step *= factor;
    f.low = Bytes{f.peak.count * 97 / 100};
    f.high = Bytes{f.peak.count * 103 / 100};
    f.source = paints ? "2 probe iterations of 64 and 256 latent cells" : "2 probe steps of 1 and 2 pictures";
    return f;
}

PlanGroup group_of(const TrainConfig& plan, const TrainConfig& asked) {
    if (plan.own<ImagineConfig>().width != asked.own<ImagineConfig>().width) return PlanGroup::Different;
    if (plan.model == kVqgan && plan.batch_micro != asked.batch_micro) return PlanGroup::Close;
    if (plan.image_size != asked.image_size || plan.own<DcganConfig>().width_g != asked.own<DcganConfig>().width_g)
        return PlanGroup::Different;
    return plan.precision != asked.precision ? PlanGroup::Close : PlanGroup::Same;
}

std::vector<TrainConfig> painting_grid(const FitRequest& request) {
    std::vector<TrainConfig> out;
    const std::int64_t cuts = request.config.own<ImagineConfig>().cuts;
    for (std::int64_t chunk = cuts; chunk >= 1; chunk /= 2) {
        for (int variant = 0; variant < 8; ++variant) {
            if (((variant & 1) != 0 && !request.allow.checkpointing) ||
                ((variant & 2) != 0 && !request.allow.lower_precision) ||
                ((variant & 4) != 0 && !request.allow.smaller_picture))
                continue;
            TrainConfig c = request.config;
            if (cuts_at_a_time(c) != chunk) c.edit<ImagineConfig>().chunk = chunk == cuts ? 0 : chunk;
            if ((variant & 1) != 0) c.checkpointing = Checkpointing::On;
            if ((variant & 2) != 0) c.precision = Precision::Bf16;
            if ((variant & 4) != 0) {
                c.edit<ImagineConfig>().width /= 2;
                c.edit<ImagineConfig>().height /= 2;
            }
            if (c == request.config)
                out.insert(out.begin(), c);
            else
                out.push_back(c);
        }
    }
    return out;
}

std::vector<TrainConfig> grid(const FitRequest& request) {
    if (request.config.model == kVqganClip) return painting_grid(request);
    std::vector<TrainConfig> out;
    const std::int64_t batch = request.effective_batch > 0 ? request.effective_batch : request.config.effective_batch();
    for (std::int64_t micro = batch; micro >= 1; micro /= 2) {
        if (batch % micro != 0) continue;
        for (int variant = 0; variant < 32; ++variant) {
            TrainConfig c = request.config;
            c.batch_micro = micro;
            c.batch_accumulate = batch / micro;
            if (((variant & 1) != 0 && !request.allow.checkpointing) ||
                ((variant & 2) != 0 && (!request.allow.recompute_fakes || micro < batch)))
                continue;  // of several pieces the fakes are made again in any case
            if (((variant & 4) != 0 && !request.allow.lower_precision) ||
                ((variant & 8) != 0 && !request.allow.smaller_picture))
                continue;
            if ((variant & 16) != 0 && !request.allow.smaller_network) continue;
            if ((variant & 1) != 0) c.checkpointing = Checkpointing::On;
            if ((variant & 2) != 0) c.edit<DcganConfig>().reuse_fakes = ReuseFakes::Off;
            if ((variant & 4) != 0) c.precision = Precision::Bf16;
            if ((variant & 8) != 0) c.image_size /= 2;
            if ((variant & 16) != 0) c.edit<DcganConfig>().width_g = c.width_d = c.own<DcganConfig>().width_g / 2;
            out.push_back(c);
        }
    }
    return out;
}

std::string words(const FitPlan& plan, const TrainConfig& asked) {
    if (plan.config.own<ImagineConfig>().width != asked.own<ImagineConfig>().width)
        return "Paints " + std::to_string(plan.config.own<ImagineConfig>().width) + " × " +
               std::to_string(plan.config.own<ImagineConfig>().height);
    if (plan.config.model == kVqgan && plan.config.batch_micro != asked.batch_micro)
        return "Adaptive weight per " + std::to_string(plan.config.batch_micro) + " images";
    if (plan.group == PlanGroup::Close) return "bf16 rounding";
    if (plan.config.image_size != asked.image_size)
        return "Trains a " + std::to_string(plan.config.image_size) + "² model";
    if (plan.group == PlanGroup::Different) return "Trains a narrower network";
    return plan.as_asked ? "As asked" : "Same up to rounding";
}

FitReport plan(const FitRequest& request) {
    FitReport report;
    MemoryReport device = request.config.device == "cpu" ? cpu_report() : idle_report();
    device.budget = request.config.budget.count > 0 ? request.config.budget : gib(8.0);  // the automatic one
    report.device = std::make_shared<const MemoryReport>(device);
    report.budget = request.budget.count > 0 ? request.budget : device.budget;
    report.reserve = gib(0.15);
    std::array<std::vector<FitPlan>, 4> groups;
    bool first = true;
    Bytes best{std::int64_t{-1} << 60};
    for (const TrainConfig& config : grid(request)) {
        FitPlan p;
        p.config = config;
        p.forecast = cost(config);
        p.to_spare = report.budget - report.reserve - p.forecast.peak;
        p.as_asked = std::exchange(first, false) && config.effective_batch() == request.config.effective_batch();
        p.group = p.to_spare.count < 0 ? PlanGroup::TooBig : group_of(config, request.config);
        p.tight = p.to_spare.count >= 0 && p.to_spare.count < report.budget.count / 20;
        p.result = words(p, request.config);
        if (p.group == PlanGroup::TooBig) p.result.clear();
        best = std::max(best, p.to_spare);
        ++report.tried;
        groups[static_cast<std::size_t>(p.group)].push_back(std::move(p));
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
        auto& plans = groups[g];
        const bool too_big = g == static_cast<std::size_t>(PlanGroup::TooBig);
        std::stable_sort(plans.begin(), plans.end(), [&](const FitPlan& a, const FitPlan& b) {
            return too_big ? a.forecast.peak < b.forecast.peak
                           : a.forecast.seconds_per_step < b.forecast.seconds_per_step;
        });
        const auto asked = std::find_if(plans.begin(), plans.end(), [](const FitPlan& p) { return p.as_asked; });
        if (asked != plans.end() && static_cast<std::size_t>(asked - plans.begin()) >= kPerGroup)
            std::iter_swap(asked, plans.begin() + kPerGroup - 1);
        if (plans.size() > kPerGroup) plans.resize(kPerGroup);
        if (!too_big && !plans.empty() && !report.any_fits) {
            report.any_fits = true;
            plans.front().recommended = true;
        }
        report.plans.insert(report.plans.end(), plans.begin(), plans.end());
    }
    if (!report.any_fits) report.missing = -best;
    report.sentence = report.any_fits ? "The fastest plan of the same result is recommended."
                                      : "Nothing fits, not even the smallest.";
    return report;
}

}  // namespace

void PlannerScript::hold() {
    const std::lock_guard lock(mutex_);
    held_ = true;
}

void PlannerScript::release() {
    const std::lock_guard lock(mutex_);
    held_ = false;
}

void PlannerScript::fail(std::optional<Error> error) {
    const std::lock_guard lock(mutex_);
    failure_ = std::move(error);
}

std::vector<FitRequest> PlannerScript::questions() const {
    const std::lock_guard lock(mutex_);
    return questions_;
}

std::vector<RehearsalRequest> PlannerScript::rehearsals() const {
    const std::lock_guard lock(mutex_);
    return rehearsals_;
}

Result<void> PlannerScript::begin(const ProgressFn& progress, const std::string& what, std::stop_token stop) {
    progress(what, 0.4);
    const auto held = [&] {
        const std::lock_guard lock(mutex_);
        return held_;
    };
    while (held() && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (stop.stop_requested()) {
        ++stopped_;
        return make_error(ErrorCode::Cancelled, "Cancelled.");
    }
    const std::lock_guard lock(mutex_);
    if (failure_) return *failure_;
    return {};
}

class StoryPlanner final : public Planner {
public:
    StoryPlanner(std::shared_ptr<PlannerScript> script, bool busy) : script_(std::move(script)), busy_(busy) {}

    Result<FitReport> fit(FitRequest request, ProgressFn progress, std::stop_token stop) override {
        {
            const std::lock_guard lock(script_->mutex_);
            script_->questions_.push_back(request);
        }
        if (auto begun = script_->begin(progress, "Forecasting combinations", stop); !begun) return begun.error();
        return plan(request);
    }

    Result<Rehearsal> rehearse(RehearsalRequest request, ProgressFn progress, std::stop_token stop) override {
        if (busy_)
            return make_error(ErrorCode::InvalidArgument,
                              "a run is under way, and a rehearsal needs the device for itself", "Stop the run first.");
        {
            const std::lock_guard lock(script_->mutex_);
            script_->rehearsals_.push_back(request);
        }
        if (auto begun = script_->begin(progress, "Step 80 of " + std::to_string(request.steps), stop); !begun)
            return begun.error();
        Rehearsal done;
        const Forecast f = cost(request.config);
        done.used = request.config;
        done.steps = request.steps;
        done.budget = request.budget;
        done.forecast = f.peak;
        done.peak = Bytes{static_cast<std::int64_t>(static_cast<double>(f.peak.count) * (1.0 + kOffBy))};
        done.seconds_per_step = f.seconds_per_step;
        done.images_per_second = static_cast<double>(request.config.effective_batch()) / f.seconds_per_step;
        done.stamp =
            "{\"format\":\"headroom-config-1\",\"batch.micro\":" + std::to_string(request.config.batch_micro) + "}";
        return done;
    }

private:
    std::shared_ptr<PlannerScript> script_;
    bool busy_;
};

std::shared_ptr<Planner> story_planner(std::shared_ptr<PlannerScript> script, bool busy) {
    return std::make_shared<StoryPlanner>(std::move(script), busy);
}

}  // namespace headroom::fixture
