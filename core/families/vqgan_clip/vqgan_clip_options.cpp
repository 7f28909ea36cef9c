// The prompts as words, --size WxH, files: what text to image takes from the command line beside its settings.
#include "core/api/param_schema.h"
#include "core/base/lists.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/families/vqgan_clip/vqgan_clip_family.h"

#include <charconv>
#include <optional>
#include <utility>

namespace headroom {
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

Error wrong_option(const std::string& message) { return make_error(ErrorCode::InvalidArgument, message); }

}  // namespace

std::vector<FamilyOption> vqgan_clip_options() {
    return {
        {"--size", "WxH", "Sides of the picture in pixels, such as 768x512 (picture.width, picture.height)."},
        {"--vqgan", "FILE", "Weights of the VQGAN (vqgan.file)."},
        {"--clip", "FILE", "Weights of a CLIP; may be repeated, several judge together (clip.files)."},
        {"--start", "FILE", "The picture to begin with (start.picture)."},
        {"--frames", "DIR",
         "A folder whose pictures are painted on one after the other; the results are in RUN/frames (start.folder)."},
    };
}

Result<void> take_vqgan_clip_options(const GivenOptions& given, ParamPatch& patch) {
    const auto set = [&](const char* key, const std::string& text) -> Result<void> {
        auto value = parse_param(*find_param(key, kVqganClip), text);
        if (!value) return value.error();
        patch[key] = *value;
        return {};
    };
    std::string prompts, clips;
    bool picture = false, folder = false;
    for (const auto& [name, text] : given) {
        Result<void> ok;
        if (name.empty()) {
            add_to_list(prompts, text);
        } else if (name == "--clip") {
            add_to_list(clips, text);
        } else if (name == "--size") {
            const auto size = sides(text);
            if (!size) return wrong_option("--size: '" + text + "' is not WIDTHxHEIGHT, such as 256x256");
            ok = set("picture.width", std::to_string(size->first));
            if (ok) ok = set("picture.height", std::to_string(size->second));
        } else if (name == "--vqgan") {
            ok = set("vqgan.file", text);
        } else if (name == "--start") {
            picture = true;
            ok = set("start.picture", text);
            patch["start"] = std::string(name_of(ImagineStart::Picture));
        } else if (name == "--frames") {
            folder = true;
            ok = set("start.folder", text);
            patch["start"] = std::string(name_of(ImagineStart::Folder));
        }
        if (!ok) return ok;
    }
    if (picture && folder)
        return wrong_option(
            "--frames: a run starts from one picture (--start) or from a folder of them, not from both");
    if (!prompts.empty()) {
        if (auto ok = set("prompts", prompts); !ok) return ok;
    }
    return clips.empty() ? Result<void>() : set("clip.files", clips);
}

}  // namespace headroom
