// imagine: a picture from words, with VQGAN-CLIP.
#include "app/cli/resume.h"
#include "app/cli/settings.h"
#include "app/cli/train_loop.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/api/session.h"

#include <charconv>
#include <optional>

namespace headroom::cli {
namespace {

constexpr ModelKind kKind = ModelKind::Imagine;

/// "768x512", or one number for a square.
std::optional<std::pair<std::int64_t, std::int64_t>> sides(const std::string& text) {
    std::int64_t width = 0, height = 0;
    const char* end = text.data() + text.size();
    auto [at, failed] = std::from_chars(text.data(), end, width);
    if (failed != std::errc()) return std::nullopt;
    if (at == end) return std::pair(width, width);
    if (*at != 'x' && *at != 'X') return std::nullopt;
    const auto second = std::from_chars(at + 1, end, height);
    if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
    return std::pair(width, height);
}

const std::vector<Option>& own_options() {
    static const std::vector<Option> options{
        {"--out", "RUN", "The run's folder; without it a new one under the runs folder."},
        {"--resume", "RUN", "Go on painting exactly where the run's newest checkpoint is.", true},
        {"--size", "WxH", "Sides of the picture in pixels, such as 768x512 (picture.width, picture.height)."},
        {"--vqgan", "FILE", "Weights of the VQGAN (vqgan.file)."},
        {"--clip", "FILE", "Weights of a CLIP; may be repeated, several judge together (clip.files)."},
        {"--start", "FILE", "The picture to begin with (start.picture)."},
        {"--control", "FILE", "Read commands for the running run, one JSON object per line; - is standard input."},
        {"--name", "NAME", "The run's shown name."},
        {"--memory-snapshot", "FILE", "Write who held which memory during the first iteration, for PyTorch's memory viewer."},
    };
    return options;
}

Result<ParamPatch> patch_from(const Context& c) {
    auto patch = settings_from(c.args, own_options(), kKind);
    if (!patch) return patch.error();
    const auto set = [&](const char* key, const std::string& text) -> Result<void> {
        auto value = parse_param(*find_param(key), text);
        if (!value) return value.error();
        (*patch)[key] = *value;
        return {};
    };
    std::string prompts, clips;
    for (const std::string& prompt : c.args.positionals) prompts += (prompts.empty() ? "" : " | ") + prompt;
    for (const std::string& file : c.args.all("--clip")) clips += (clips.empty() ? "" : " | ") + absolute_path(file);
    if (c.args.has("--size")) {
        const auto wanted = sides(c.args.get("--size"));
        if (!wanted) return bad("--size: '" + c.args.get("--size") + "' is not WIDTHxHEIGHT, such as 256x256");
        if (auto ok = set("picture.width", std::to_string(wanted->first)); !ok) return ok.error();
        if (auto ok = set("picture.height", std::to_string(wanted->second)); !ok) return ok.error();
    }
    if (!prompts.empty()) {
        if (auto ok = set("prompts", prompts); !ok) return ok.error();
    }
    if (!clips.empty()) {
        if (auto ok = set("clip.files", clips); !ok) return ok.error();
    }
    if (c.args.has("--vqgan")) {
        if (auto ok = set("vqgan.file", absolute_path(c.args.get("--vqgan"))); !ok) return ok.error();
    }
    if (c.args.has("--start")) {
        if (auto ok = set("start.picture", absolute_path(c.args.get("--start"))); !ok) return ok.error();
        (*patch)["start"] = std::string(name_of(ImagineStart::Picture));
    }
    return patch;
}

Result<int> imagine(const Context& c) {
    auto services = c.services();
    auto patch = patch_from(c);
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
        if (auto ok = check_startable(*request.config, usable_devices(services->devices())); !ok) return ok.error();
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
                "The picture so far is in RUN/samples, the last one too. Control lines: {\"set\":{\"prompts\":\"a blue cone\"}}, {\"do\":\"pause\"} ...";
    v.settings = true;
    v.model = kKind;
    v.run = imagine;
    return {v};
}

}  // namespace headroom::cli
