// Options of text to image.
#include "app/cli/painting_settings.h"

#include "app/cli/settings.h"
#include "core/api/param_schema.h"

#include <charconv>
#include <optional>
#include <utility>

namespace headroom::cli {
namespace {

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

}  // namespace

const std::vector<Option>& painting_options() {
    static const std::vector<Option> options{
        {"--size", "WxH", "Sides of the picture in pixels, such as 768x512 (picture.width, picture.height)."},
        {"--vqgan", "FILE", "Weights of the VQGAN (vqgan.file)."},
        {"--clip", "FILE", "Weights of a CLIP; may be repeated, several judge together (clip.files)."},
        {"--start", "FILE", "The picture to begin with (start.picture)."},
        {"--frames", "DIR", "A folder whose pictures are painted on one after the other; the results are in RUN/frames (start.folder)."},
    };
    return options;
}

Result<ParamPatch> painting_settings(const Args& args, const std::vector<Option>& taken) {
    auto patch = settings_from(args, taken, ModelKind::Imagine);
    if (!patch) return patch.error();
    const auto set = [&](const char* key, const std::string& text) -> Result<void> {
        auto value = parse_param(*find_param(key), text);
        if (!value) return value.error();
        (*patch)[key] = *value;
        return {};
    };
    std::string prompts, clips;
    for (const std::string& prompt : args.positionals) prompts += (prompts.empty() ? "" : " | ") + prompt;
    for (const std::string& file : args.all("--clip")) clips += (clips.empty() ? "" : " | ") + absolute_path(file);
    if (args.has("--size")) {
        const auto wanted = sides(args.get("--size"));
        if (!wanted) return bad("--size: '" + args.get("--size") + "' is not WIDTHxHEIGHT, such as 256x256");
        if (auto ok = set("picture.width", std::to_string(wanted->first)); !ok) return ok.error();
        if (auto ok = set("picture.height", std::to_string(wanted->second)); !ok) return ok.error();
    }
    if (!prompts.empty()) {
        if (auto ok = set("prompts", prompts); !ok) return ok.error();
    }
    if (!clips.empty()) {
        if (auto ok = set("clip.files", clips); !ok) return ok.error();
    }
    if (args.has("--vqgan")) {
        if (auto ok = set("vqgan.file", absolute_path(args.get("--vqgan"))); !ok) return ok.error();
    }
    if (args.has("--start") && args.has("--frames")) return bad("--frames: a run starts from one picture (--start) or from a folder of them, not from both");
    if (args.has("--frames")) {
        if (auto ok = set("start.folder", absolute_path(args.get("--frames"))); !ok) return ok.error();
        (*patch)["start"] = std::string(name_of(ImagineStart::Folder));
    }
    if (args.has("--start")) {
        if (auto ok = set("start.picture", absolute_path(args.get("--start"))); !ok) return ok.error();
        (*patch)["start"] = std::string(name_of(ImagineStart::Picture));
    }
    return patch;
}

}  // namespace headroom::cli
