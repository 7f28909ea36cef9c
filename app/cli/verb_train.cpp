// train dcgan: new runs, exact resumes and runs from another run's weights.
#include "app/cli/resume.h"
#include "app/cli/settings.h"
#include "app/cli/train_loop.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/api/session.h"
#include "core/engine/weight_source.h"

namespace headroom::cli {
namespace {

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
        auto config = resumed_config(*resumed, *patch, ModelKind::Dcgan, c.console);
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
