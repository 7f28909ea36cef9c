// train dcgan: new runs, exact resumes and runs from another run's weights.
#include "app/cli/settings.h"
#include "app/cli/train_loop.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/api/session.h"
#include "core/engine/exporter.h"
#include "core/io/run_folder.h"

#include <filesystem>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;

Error bad(std::string message, std::string hint = {}) {
    return make_error(ErrorCode::InvalidArgument, std::move(message), std::move(hint));
}

std::vector<std::string> usable_devices(Services& services) {
    std::vector<std::string> out;
    for (const DeviceInfo& d : services.devices()) {
        if (d.usable) out.push_back(d.id);
    }
    return out;
}

/// "--resume RUN", or "--out RUN --resume"; "" when the run is new.
Result<std::string> resumed_run(const Args& args, const Services& services) {
    if (!args.has("--resume")) return std::string();
    const std::string named = args.get("--resume"), out = args.get("--out");
    if (named.empty() && out.empty()) return bad("--resume: which run? Name it, as in --resume RUN or --out RUN --resume");
    std::error_code ec;
    if (!named.empty() && !out.empty() && !fs::equivalent(named, out, ec)) {
        return bad("--out: a resumed run goes on in its own folder, " + named, "Use --from to start a new run with the weights of another.");
    }
    return find_run(named.empty() ? out : named, services);
}

Result<TrainConfig> settings_of(const std::string& checkpoint) {
    auto content = RunFolder::read_checkpoint(checkpoint);
    if (!content) return content.error();
    return content->config;
}

/// The settings of the checkpoint that will be continued, with `patch` laid over; null when nothing changes.
Result<ConfigSnapshot> resumed_config(const std::string& run, const ParamPatch& patch, Console& console) {
    auto folder = RunFolder::open(run);
    if (!folder) return folder.error();
    std::vector<std::string> problems;
    auto newest = folder->newest_checkpoint(&problems);
    for (const std::string& p : problems) console.message("warning: " + p + "; the checkpoint before it is used");
    // A run that ended before its first checkpoint begins again with its own settings.
    const bool anew = !newest && problems.empty() && newest.error().code == ErrorCode::NotFound;
    if (!newest && !anew) return newest.error();
    if (patch.empty()) return ConfigSnapshot{};
    auto stored = anew ? folder->load_config() : settings_of(*newest);
    if (!stored) return stored.error();
    auto config = with_patch(*stored, patch);
    if (!config) return config.error();
    for (const auto& [key, value] : difference(*stored, *config)) {
        // Where a run goes on changes its rounding, not what it is: a run begun on a GPU can go on without one.
        if (key != "device" && find_param(key)->policy == Policy::NewRun) {
            return bad(key + ": cannot change when a run is resumed", "Start a new run; --from takes the weights along.");
        }
    }
    return std::make_shared<const TrainConfig>(*config);
}

/// Reads the weights' checkpoint once before anything is written, so that a damaged one leaves no half-begun run.
Result<std::string> weights_source(const std::string& named, const Services& services) {
    auto found = find_run(named, services);
    if (!found) return make_error(ErrorCode::NotFound, "--from: " + named + ": no such run or checkpoint folder");
    auto checkpoint = checkpoint_of(*found);
    if (!checkpoint) return checkpoint.error();
    if (auto content = RunFolder::read_checkpoint(*checkpoint); !content) return content.error();
    return *checkpoint;
}

Result<RunRequest> request_from(const Context& c, Services& services) {
    auto patch = settings_from(c.args);
    if (!patch) return patch.error();
    RunRequest request;
    auto resumed = resumed_run(c.args, services);
    if (!resumed) return resumed.error();
    if (!resumed->empty()) {
        if (c.args.has("--from")) return bad("--from: a resumed run has its own weights; use one of --resume and --from");
        request.resume_from = *resumed;
        auto config = resumed_config(*resumed, *patch, c.console);
        if (!config) return config.error();
        request.config = *config;
    } else {
        auto config = with_patch(TrainConfig{}, *patch);
        if (!config) return config.error();
        request.config = std::make_shared<const TrainConfig>(*config);
        request.run_dir = c.args.get("--out");
        request.name = c.args.get("--name");
    }
    if (request.config) {
        if (auto ok = check_startable(*request.config, usable_devices(services)); !ok) return ok.error();
    }
    if (c.args.has("--from")) {
        auto source = weights_source(c.args.get("--from"), services);
        if (!source) return source.error();
        request.weights_from = *source;
    }
    return request;
}

Result<int> train(const Context& c) {
    auto services = c.services();
    auto request = request_from(c, *services);
    if (!request) return request.error();
    auto session = services->make_session();
    TrainLoop loop(*session, c.console, c.args.get("--control"));
    if (auto ended = loop.run(*request, c.stop); !ended) return ended.error();
    return 0;
}

}  // namespace

std::vector<Verb> train_verbs() {
    Verb v;
    v.syntax.verb = "train dcgan";
    v.summary = "Train a DCGAN on a folder of pictures or on the built-in shapes.";
    v.details = "--steps is a total: resuming at step 10 with --steps 20 does ten more. A signal (Ctrl+C) saves and stops.\n"
                "Control lines: {\"set\":{\"batch.micro\":8}}, {\"do\":\"pause\"} (or resume, step, sample, checkpoint, lend, stop).";
    v.syntax.options = {
        {"--out", "RUN", "The run's folder; without it a new one under the runs folder."},
        {"--resume", "RUN", "Continue a run exactly where its newest checkpoint is.", true},
        {"--from", "CKPT", "Begin with the weights of a checkpoint or run, nothing else of it."},
        {"--control", "FILE", "Read commands for the running run, one JSON object per line; - is standard input."},
        {"--name", "NAME", "The run's shown name."},
    };
    v.settings = true;
    v.run = train;
    return {v};
}

}  // namespace headroom::cli
