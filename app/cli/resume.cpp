// Finding the run to continue and the settings it goes on with.
#include "app/cli/resume.h"

#include "app/cli/settings.h"
#include "core/api/param_schema.h"
#include "core/families/registry.h"
#include "core/io/runs/run_folder.h"

#include <filesystem>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;

Result<TrainConfig> settings_of(const std::string& checkpoint) {
    auto content = RunFolder::read_checkpoint(checkpoint);
    if (!content) return content.error();
    return content->config;
}

}  // namespace

Result<std::string> resumed_run(const Args& args, const Services& services) {
    if (!args.has("--resume")) return std::string();
    const std::string named = args.get("--resume"), out = args.get("--out");
    if (named.empty() && out.empty())
        return bad("--resume: which run? Name it, as in --resume RUN or --out RUN --resume");
    std::error_code ec;
    if (!named.empty() && !out.empty() && !fs::equivalent(named, out, ec)) {
        return bad("--out: a resumed run goes on in its own folder, " + named,
                   "Use --from to start a new run with the weights of another.");
    }
    return find_run(named.empty() ? out : named, services);
}

Result<ConfigSnapshot> resumed_config(const std::string& run, const ParamPatch& patch, ModelKind kind,
                                      Console& console) {
    auto folder = RunFolder::open(run);
    if (!folder) return folder.error();
    std::vector<std::string> problems;
    auto newest = folder->newest_checkpoint(&problems);
    for (const std::string& p : problems) console.message("warning: " + p + "; the checkpoint before it is used");
    // A run that ended before its first checkpoint begins again with its own settings.
    const bool anew = !newest && problems.empty() && newest.error().code == ErrorCode::NotFound;
    if (!newest && !anew) return newest.error();
    const auto latest = folder->load_config();  // a small file; the checkpoint is read once more by the run itself
    if (latest && latest->model != kind)
        return bad("--resume: " + run + " is a " + std::string(name_of(latest->model)) + " run, not one of " +
                   std::string(name_of(kind)));
    if (patch.empty()) return ConfigSnapshot{};
    auto stored = anew ? latest : settings_of(*newest);
    if (!stored) return stored.error();
    auto config = with_patch(*stored, patch);
    if (!config) return config.error();
    for (const auto& [key, value] : difference(*stored, *config)) {
        // Where a run goes on changes its rounding, not what it is: a run begun on a GPU can go on without one.
        if (key != "device" && find_param(key)->policy == Policy::NewRun) {
            return bad(key + ": cannot change when a run is resumed",
                       "Start a new run; --from takes the weights along.");
        }
    }
    return std::make_shared<const TrainConfig>(*config);
}

}  // namespace headroom::cli
