// train dcgan, train vqgan: new runs, exact resumes and runs from another run's weights.
#include "app/cli/resume.h"
#include "app/cli/settings.h"
#include "app/cli/train_loop.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/api/session.h"
#include "core/engine/weights/vqgan_weights.h"
#include "core/engine/weights/weight_source.h"

namespace headroom::cli {
namespace {

/// The run, checkpoint or file that --from names; empty: none. A run may be named by its name under the runs folder.
std::string named_weights(const Args& args, const Services& services) {
    if (!args.has("--from")) return {};
    const std::string named = args.get("--from");
    const auto run = find_run(named, services);
    return run ? *run : named;
}

/// What --from, --from-g and --from-d name, read once before anything is written, so that a damaged file leaves no half-begun run.
Result<void> take_weights(const Args& args, const Services& services, RunRequest& request) {
    request.generator_from = args.get("--from-g");
    request.discriminator_from = args.get("--from-d");
    if (args.has("--from")) {
        if (has_weights(request))
            return bad("--from: names both networks already; use it alone, or --from-g and --from-d");
        request.weights_from = named_weights(args, services);
    }
    if (!has_weights(request)) return {};
    auto content = read_starting_weights(request);
    return content ? Result<void>() : Result<void>(content.error());
}

/// The defaults of a new run of `kind`; with a VQGAN's weights to begin with, the network is theirs.
Result<TrainConfig> base_settings(const Context& c, Services& services, ModelKind kind) {
    const TrainConfig defaults = default_config(kind);
    const std::string from = kind == ModelKind::Vqgan ? named_weights(c.args, services) : std::string();
    if (from.empty()) return defaults;
    auto content = read_vqgan_weights(from);
    if (!content) return content.error();
    return with_patch(defaults, network_settings(content->config));
}

Result<RunRequest> request_from(const Context& c, Services& services, ModelKind kind) {
    auto patch = settings_from(c.args, {}, kind);
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
        auto config = resumed_config(*resumed, *patch, kind, c.console);
        if (!config) return config.error();
        request.config = *config;
    } else {
        auto base = base_settings(c, services, kind);
        if (!base) return base.error();
        auto config = with_patch(*base, *patch);
        if (!config) return config.error();
        request.config = std::make_shared<const TrainConfig>(*config);
        request.run_dir = c.args.get("--out");
        request.name = c.args.get("--name");
    }
    request.memory_snapshot = c.args.get("--memory-snapshot");
    if (request.config) {
        if (auto ok = check_startable(*request.config, usable_devices(services.devices()), !request.resume_from.empty()); !ok) return ok.error();
    }
    if (kind == ModelKind::Vqgan) request.weights_from = named_weights(c.args, services);  // read above
    else if (auto ok = take_weights(c.args, services, request); !ok) return ok.error();
    return request;
}

Result<int> train_of(const Context& c, ModelKind kind) {
    auto services = c.services();
    auto request = request_from(c, *services, kind);
    if (!request) return request.error();
    auto session = services->make_session();
    TrainLoop loop(*session, c.console, c.args.get("--control"));
    if (auto ended = loop.run(*request, c.stop); !ended) return ended.error();
    return 0;
}

Result<int> train(const Context& c) { return train_of(c, ModelKind::Dcgan); }
Result<int> train_vqgan(const Context& c) { return train_of(c, ModelKind::Vqgan); }

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
    Verb vqgan = v;
    vqgan.syntax.verb = "train vqgan";
    vqgan.summary = "Train a VQGAN (stage 1): pictures to small grids of codes and back.";
    vqgan.details = "Without settings: a small one of the built-in shapes; --preset vqgan-f16-1024 is the original's. Samples show each picture above its\n"
                    "reconstruction. What is trained paints by imagine --vqgan RUN/checkpoints/STEP/vqgan.safetensors.\n" + v.details;
    std::erase_if(vqgan.syntax.options, [](const Option& o) { return o.name == "--from-g" || o.name == "--from-d"; });
    for (Option& o : vqgan.syntax.options) {
        if (o.name == "--from") o = {"--from", "CKPT|FILE|RUN", "Begin with the weights, and so the network, of a run, a checkpoint or a VQGAN's file, such as taming's .ckpt."};
    }
    vqgan.model = ModelKind::Vqgan;
    vqgan.run = train_vqgan;
    return {v, vqgan};
}

}  // namespace headroom::cli
