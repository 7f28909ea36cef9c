// imagine: a picture from words, with VQGAN-CLIP.
#include "app/cli/resume.h"
#include "app/cli/settings.h"
#include "app/cli/train_loop.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/api/session.h"

namespace headroom::cli {
namespace {

constexpr ModelKind kKind = ModelKind::Imagine;

const std::vector<Option>& own_options() {
    static const std::vector<Option> options = [] {
        std::vector<Option> out{
        {"--out", "RUN", "The run's folder; without it a new one under the runs folder."},
        {"--resume", "RUN", "Go on painting exactly where the run's newest checkpoint is.", true},
        {"--control", "FILE", "Read commands for the running run, one JSON object per line; - is standard input."},
        {"--name", "NAME", "The run's shown name."},
        {"--memory-snapshot", "FILE", "Write who held which memory during the first iteration, for PyTorch's memory viewer."},
        };
        const std::vector<Option> of_family = family_options(kKind);
        out.insert(out.begin() + 2, of_family.begin(), of_family.end());
        return out;
    }();
    return options;
}

Result<int> imagine(const Context& c) {
    auto services = c.services();
    auto patch = settings_from(c.args, own_options(), kKind);
    if (!patch) return patch.error();
    RunRequest request;
    auto resumed = resumed_run(c.args, *services);
    if (!resumed) return resumed.error();
    if (!resumed->empty()) {
        request.resume_from = *resumed;
        auto config = resumed_config(*resumed, *patch, kKind, c.console);
        if (!config) return config.error();
        request.config = *config;
    } else {
        auto config = with_patch(default_config(kKind), *patch);
        if (!config) return config.error();
        if (config->imagine.prompts.empty() && config->imagine.picture_prompts.empty())
            return bad("imagine: say what to paint, as in headroom-cli imagine \"a red cube on a green floor\"");
        request.config = std::make_shared<const TrainConfig>(*config);
        request.run_dir = c.args.get("--out");
        request.name = c.args.get("--name");
    }
    request.memory_snapshot = c.args.get("--memory-snapshot");
    if (request.config) {
        if (auto ok = check_startable(*request.config, usable_devices(services->devices()), !request.resume_from.empty()); !ok) return ok.error();
    }
    auto session = services->make_session();
    TrainLoop loop(*session, c.console, c.args.get("--control"));
    if (auto ended = loop.run(request, c.stop); !ended) return ended.error();
    return 0;
}

}  // namespace

std::vector<Verb> imagine_verbs() {
    Verb v;
    v.syntax.verb = "imagine";
    v.syntax.positionals = "[PROMPT ...]";
    v.syntax.most = 64;
    v.syntax.options = own_options();
    v.summary = "Paint a picture from words (VQGAN-CLIP).";
    v.details = "A prompt may end in :WEIGHT and :WEIGHT:STOP; a weight below 0 pushes away; | separates prompts, ^ the phrases of a story.\n"
                "Without --vqgan and --clip the built-in models paint, which know the built-in shapes alone: colours, solids, floors.\n"
                "With --frames each picture of a folder is painted on for frames.steps iterations; the results are in RUN/frames, under the same names,\n"
                "and the run ends with the last one (--steps says nothing). frames.blend mixes the last result into the next start, for calmer films:\n"
                "headroom-cli export RUN --what timelapse --format mp4 --fps 25 joins them. The folder is listed at the start;\n"
                "--resume takes in what has come since.\n"
                "The picture so far is in RUN/samples, the last one too. Control lines: {\"set\":{\"prompts\":\"a blue cone\"}}, {\"do\":\"pause\"} ...\n"
                "{\"do\":\"cutouts\"} writes what CLIP saw last into RUN/samples.";
    v.settings = true;
    v.model = kKind;
    v.run = imagine;
    return {v};
}

}  // namespace headroom::cli
