// Finding out where a recipe comes from, and comparing it with what is here.
#include "core/engine/recipe/recipe.h"

#include "core/base/clock.h"
#include "core/base/median.h"
#include "core/config/config_io.h"
#include "core/config/setting_paths.h"
#include "core/data/dataset.h"
#include "core/families/words.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace headroom {
namespace {

/// The name of the device that `config` asks for; empty: it is not here.
std::string device_name(const TrainConfig& config, Backend& backend) {
    const auto devices = backend.devices();
    const bool any = config.device == "auto" || config.device == "cuda";
    const auto fits = [&](const DeviceInfo& d) {
        return d.usable && (any ? d.id.starts_with("cuda") : d.id == config.device);
    };
    auto it = std::find_if(devices.begin(), devices.end(), fits);
    if (it == devices.end() && config.device == "auto")
        it = std::find_if(devices.begin(), devices.end(), [](const DeviceInfo& d) { return d.id == "cpu"; });
    return it == devices.end() ? std::string() : it->name;
}

/// "peak 1.2 GiB, 0.45 s per step, 2,000 steps"; empty: the run made none.
std::string measured(const RunHistory& run) {
    if (run.steps.empty()) return {};
    std::vector<double> seconds;
    for (const StepDone& step : run.steps)
        if (step.step_seconds > 0) seconds.push_back(step.step_seconds);
    char text[64];
    std::snprintf(text, sizeof text, "%.3g s per ", median(std::move(seconds)));
    const std::string peak = run.info.peak.count > 0 ? "peak " + to_text(run.info.peak) + ", " : "";
    return peak + text + step_word(run.config.model) + ", " + steps_of(run.config.model, run.info.step);
}

}  // namespace

std::string date_of(std::int64_t unix_ms) {
    const std::time_t seconds = unix_ms / 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
    return text;
}

std::string_view headroom_version() { return HEADROOM_VERSION; }
std::string_view libtorch_version() { return HEADROOM_TORCH_VERSION; }

RecipeOrigin recipe_origin(const TrainConfig& config, const RunHistory* run, Backend& backend, std::stop_token stop) {
    RecipeOrigin out;
    out.headroom = headroom_version();
    out.libtorch = libtorch_version();
    out.device = run && !run->info.device.empty() ? run->info.device : device_name(config, backend);
    out.date = date_of(run ? run->info.created_unix_ms : unix_ms_now());
    if (run) out.measured = measured(*run);
    if (!family_of(config).facts().trains) return out;
    if (auto data = data_contents(config, std::move(stop))) out.data = *std::move(data);
    return out;
}

Result<std::string> make_recipe(const TrainConfig& config, const RunHistory* run, Backend& backend,
                                std::stop_token stop) {
    const RecipeOrigin origin = recipe_origin(config, run, backend, stop);
    if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the recipe was not made");
    return write_config(with_paths(config, path_elsewhere), origin);
}

std::vector<RecipeDifference> recipe_differences(const RecipeOrigin& origin, const TrainConfig& config,
                                                 Backend& backend, std::stop_token stop) {
    using What = RecipeDifference::What;
    std::vector<RecipeDifference> out;
    const auto compare = [&](What what, const std::string& was, const std::string& here) {
        if (!was.empty() && !here.empty() && was != here) out.push_back({what, was, here});
    };
    compare(What::Headroom, origin.headroom, std::string(headroom_version()));
    compare(What::LibTorch, origin.libtorch, std::string(libtorch_version()));
    if (!origin.device.empty()) compare(What::Device, origin.device, device_name(config, backend));
    if (origin.data.empty() || !family_of(config).facts().trains) return out;
    const auto data = data_contents(config, std::move(stop));
    if (data)
        compare(What::Data, origin.data, *data);
    else if (data.error().code != ErrorCode::Cancelled)
        out.push_back({What::NoData, origin.data, config.data_path});
    return out;
}

std::string words_of(const RecipeDifference& d) {
    switch (d.what) {
        case RecipeDifference::What::Headroom:
            return "the recipe was made with Headroom " + d.was + ", this is " + d.here;
        case RecipeDifference::What::LibTorch:
            return "the recipe was made with LibTorch " + d.was + ", this is " + d.here + ": bits may differ";
        case RecipeDifference::What::Device:
            return "the recipe was measured on " + d.was + ", this computes on " + d.here +
                   ": times and memory will differ, and bits may";
        case RecipeDifference::What::Data:
            return "the recipe was made with other data (" + d.was + "; here " + d.here + ")";
        case RecipeDifference::What::NoData:
            return "the recipe's data (" + d.was + ") is not here: " + d.here + " holds no pictures";
    }
    return {};
}

}  // namespace headroom
