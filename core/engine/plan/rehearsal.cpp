// Training under a limit.
#include "core/engine/plan/rehearsal.h"

#include "core/base/median.h"
#include "core/config/config_io.h"
#include "core/engine/recipe/recipe.h"
#include "core/families/words.h"

#include <algorithm>
#include <cstdio>

namespace headroom {
namespace {

std::string stamp_of(const Rehearsal& r, const RecipeOrigin& origin) {
    const ModelKind kind = r.used.model;
    char seconds[32], pictures[32];
    std::snprintf(seconds, sizeof seconds, "%.3g s per ", r.seconds_per_step);
    std::snprintf(pictures, sizeof pictures, ", %.4g images/s", r.images_per_second);
    // A painting sees no images: its time says all.
    const std::string speed = seconds + step_word(kind) + (family_of(kind).facts().trains ? pictures : "");
    std::string out = "budget " + to_text(r.budget) + ": peak " + to_text(r.peak);
    if (r.forecast.count > 0) out += " (forecast " + to_text(r.forecast) + ")";
    out += ", " + speed + ", " + steps_of(kind, r.steps) + " on " + origin.device + ", " + origin.date;
    if (r.oom_survived > 0) out += "; out of memory survived " + std::to_string(r.oom_survived) + " times";
    return out;
}

}  // namespace

Result<Rehearsal> rehearse_on(Backend& backend, const RehearsalRequest& request, const ProgressFn& progress,
                              std::stop_token stop) {
    TrainConfig config = request.config;
    if (request.budget.count > 0) config.budget = request.budget;
    config.steps = config.images = config.epochs = 0;

    Rehearsal out;
    out.budget = config.budget;
    if (const auto forecaster = backend.forecaster()) {
        progress("forecasting", -1);
        if (auto forecast = forecaster->measured(config, {}, stop)) out.forecast = forecast->peak;
        if (out.budget.count == 0) {
            if (auto room = forecaster->room(config, {})) out.budget = room->budget;
        }
    }
    const std::unique_ptr<Trainer> trainer = backend.make_trainer(config.model);
    const EmitFn emit = [&out](const Event& e) {
        const auto* oom = std::get_if<OomRecovered>(&e);
        out.oom_survived += oom && oom->survived ? 1 : 0;
    };
    auto prepared = trainer->prepare(config, nullptr, false, progress, emit, stop);
    if (!prepared) return prepared.error();
    std::vector<double> seconds;
    for (out.steps = 0; out.steps < request.steps;) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the rehearsal was stopped");
        progress("rehearsing " + step_at(config.model, out.steps + 1) + " of " + std::to_string(request.steps),
                 static_cast<double>(out.steps) / request.steps);
        StepOutcome step = trainer->step();
        if (!step.done) return step.error;
        out.peak = std::max(out.peak, step.metrics.peak);
        ++out.steps;
        std::vector<StepDone> told;
        if (step.told) told.push_back(std::move(step.metrics));
        if (auto late = trainer->figures(out.steps == request.steps); !late)
            return late.error();
        else
            told.insert(told.end(), late->begin(), late->end());
        for (const StepDone& done : told) {
            // The first steps compile kernels and fill caches.
            if (done.step > 2 || request.steps <= 2) seconds.push_back(done.step_seconds);
        }
    }
    out.used = trainer->config();
    // The limits were the rehearsal's; the recipe keeps those of the run to come.
    out.used.steps = request.config.steps;
    out.used.images = request.config.images;
    out.used.epochs = request.config.epochs;
    out.seconds_per_step = median(seconds);
    const std::int64_t images = family_of(config).facts().trains ? out.used.effective_batch() : 1;
    if (out.seconds_per_step > 0) out.images_per_second = static_cast<double>(images) / out.seconds_per_step;
    RecipeOrigin origin = recipe_origin(out.used, nullptr, backend, stop);
    origin.device = prepared->device_name;
    origin.measured = stamp_of(out, origin);
    out.stamp = write_config(out.used, origin);
    return out;
}

}  // namespace headroom
