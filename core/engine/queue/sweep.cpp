// The grid of a sweep, its names, its checks.
#include "core/engine/queue/sweep.h"

#include "core/api/param_schema.h"
#include "core/families/registry.h"
#include "core/families/sweep_words.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace headroom {
namespace {

struct Axis {
    std::string key;
    std::vector<ParamValue> values;
};

Error refused(std::string message, std::string hint = {}) {
    return make_error(ErrorCode::InvalidArgument, std::move(message), std::move(hint));
}

/// The axes in the schema's order.
Result<std::vector<Axis>> axes_of(const QueueAddition& addition, ModelKind kind) {
    std::vector<Axis> out;
    std::size_t runs = 1;
    for (const auto& [key, values] : addition.sweep) {
        const ParamRow* row = find_param(key, kind);
        if (!row) return refused(key + ": no such setting");
        if (!belongs_to(*row, kind) || key == "model")
            return refused(key + ": is nothing that runs of " + std::string(name_of(kind)) + " can differ in");
        if (values.empty()) return refused(key + ": the sweep names no value for it");
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (std::count(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(i), values[i]) > 0)
                return refused(key + ": " + to_text(values[i]) + " is given twice");
        }
        runs *= values.size();
        if (runs > kMostOfASweep)
            return refused("the sweep makes more than " + std::to_string(kMostOfASweep) + " runs",
                           "Leave some values out.");
    }
    for (const ParamRow& row : schema_rows(kind)) {
        if (const auto it = addition.sweep.find(std::string(row.key)); it != addition.sweep.end())
            out.push_back({it->first, it->second});
    }
    return out;
}

/// What is wrong with `config` whatever the machine is.
Result<void> check(const TrainConfig& config, bool resumes) {
    const auto problems = check_config(config, config.device == "cpu");
    if (!problems.empty()) return refused(problems.front().message);
    if (const std::string missing = resumes ? "" : family_of(config).missing(config); !missing.empty())
        return refused(missing);
    return {};
}

Result<PlannedRun> planned(const RunRequest& base, const std::vector<Axis>& axes, std::size_t index) {
    PlannedRun out{base.name, base};
    ParamPatch patch;
    std::size_t left = index;
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {  // the last one varies fastest
        patch[axis->key] = axis->values[left % axis->values.size()];
        left /= axis->values.size();
    }
    auto config = with_patch(*base.config, patch);
    if (!config) return config.error();
    if (out.name.empty()) out.name = family_of(*config).run_name(*config);
    for (const Axis& axis : axes)
        out.name += ", " + sweep_words(*find_param(axis.key, base.config->model), patch[axis.key]);
    if (auto sound = check(*config, !base.resume_from.empty()); !sound) {
        return axes.empty() ? sound.error() : refused(sound.error().message + " (" + out.name + ")");
    }
    out.request.config = std::make_shared<const TrainConfig>(*std::move(config));
    if (!axes.empty()) out.request.name = out.name;
    return out;
}

}  // namespace

Result<std::vector<PlannedRun>> planned_runs(const QueueAddition& addition) {
    const RunRequest& request = addition.request;
    if (!request.config) return refused("a run in the queue needs settings");
    if (!addition.sweep.empty() && !request.run_dir.empty())
        return refused("a sweep makes several runs, which cannot share the folder " + request.run_dir,
                       "Leave the folder out; each run gets one under the runs folder.");
    if (!addition.sweep.empty() && !request.resume_from.empty())
        return refused("a sweep begins new runs and cannot go on with " + request.resume_from,
                       "Begin with its weights instead.");
    auto axes = axes_of(addition, request.config->model);
    if (!axes) return axes.error();
    std::size_t count = 1;
    for (const Axis& axis : *axes) count *= axis.values.size();
    std::vector<PlannedRun> out;
    for (std::size_t i = 0; i < count; ++i) {
        auto run = planned(request, *axes, i);
        if (!run) return run.error();
        out.push_back(*std::move(run));
    }
    return out;
}

}  // namespace headroom
