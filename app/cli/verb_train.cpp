// train dcgan: new runs, exact resumes and runs from another run's weights.
#include "app/cli/settings.h"
#include "app/cli/train_loop.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/api/session.h"
#include "core/engine/weight_source.h"
#include "core/io/run_folder.h"

#include <filesystem>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;

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

/// What --from, --from-g and --from-d name, read once before anything is written, so that a damaged file leaves no half-begun run.
Result<void> take_weights(const Args& args, const Services& services, RunRequest& request) {
    request.generator_from = args.get("--from-g");
    request.discriminator_from = args.get("--from-d");
    if (args.has("--from")) {
        if (has_weights(request))
            return bad("--from: names both networks already; use it alone, or --from-g and --from-d");
        const std::string named = args.get("--from");
        const auto run = find_run(named, services);  // by folder, or by name under the runs folder
        request.weights_from = run ? *run : named;
    }
    if (!has_weights(request)) return {};
    auto content = read_starting_weights(request);
    return content ? Result<void>() : Result<void>(content.error());
}

Result<RunRequest> request_from(const Context& c, Services& services) {
    auto patch = settings_from(c.args);
    if (!patch) return patch.error();
    RunRequest request;
    auto resumed = resumed_run(c.args, services);
    if (!resumed) return resumed.error();
    if (!resumed->empty()) {
        for (const char* option : {"--from", "--from-g", "--from-d"}) {
            if (c.args.has(option))
                return bad(std::string(option) + ": a resumed run has its own weights; use one of --resume and " +
                           option);
        }
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
    request.memory_snapshot = c.args.get("--memory-snapshot");
    if (request.config) {
        if (auto ok = check_startable(*request.config, usable_devices(services.devices())); !ok) return ok.error();
    }
    if (auto ok = take_weights(c.args, services, request); !ok) return ok.error();
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
                "Control lines: {\"set\":{\"batch.micro\":8}}, {\"do\":\"pause\"} (or resume, step, sample, checkpoint, lend, stop),\n"
                "{\"do\":\"snapshot\",\"path\":\"memory.pickle\"}. A memory snapshot opens in PyTorch's viewer, pytorch.org/memory_viz, CPU runs too.";
    v.syntax.options = {
        {"--out", "RUN", "The run's folder; without it a new one under the runs folder."},
        {"--resume", "RUN", "Continue a run exactly where its newest checkpoint is.", true},
        {"--from", "CKPT|FILE|DIR",
         "Begin with the weights of a checkpoint, run or weight file, or of a folder with netG and netD; nothing else of it."},
        {"--from-g", "FILE",
         "Begin with a generator's weight file: .pth or .safetensors with the names of PyTorch's DCGAN example."},
        {"--from-d", "FILE", "Likewise for the discriminator. A network without a file begins anew."},
        {"--control", "FILE", "Read commands for the running run, one JSON object per line; - is standard input."},
        {"--name", "NAME", "The run's shown name."},
        {"--memory-snapshot", "FILE", "Write who held which memory during the first step, for PyTorch's memory viewer."},
    };
    v.settings = true;
    v.run = train;
    return {v};
}

}  // namespace headroom::cli
