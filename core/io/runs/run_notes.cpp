// Reading, tidying and writing notes.json.
#include "core/io/runs/run_notes.h"

#include "core/io/files/atomic_file.h"
#include "core/io/files/json_read.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace headroom {
namespace {

constexpr const char* kNotesFormat = "headroom-notes-1";
constexpr std::size_t kMostTags = 32, kLongestTag = 64, kLongestText = 64 << 10;

std::string path_of(const std::string& run_dir) { return run_dir + "/notes.json"; }

constexpr const char* kFavouritesFormat = "headroom-favourites-1";
constexpr std::size_t kMostFavourites = 1000;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// Without spaces around, one between words.
std::string words_of(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c != ' ')
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

/// No value: there is none, or it is no such file.
std::optional<RunNotes> parsed(const std::string& path) {
    const auto text = read_text(path, 1u << 20);
    if (!text) return std::nullopt;
    const auto root = parse_json_object(*text, path);
    if (!root || json_text(*root, "format") != kNotesFormat) return std::nullopt;
    RunNotes out;
    out.text = json_text(*root, "text");
    if (const auto tags = root->find("tags"); tags != root->end() && tags->is_array()) {
        for (const auto& tag : *tags) {
            if (tag.is_string()) out.tags.push_back(tag.get<std::string>());
        }
    }
    auto tidy = tidied(std::move(out));
    return tidy ? std::optional(*std::move(tidy)) : std::nullopt;
}

}  // namespace

Result<RunNotes> tidied(RunNotes notes) {
    RunNotes out;
    out.text = std::move(notes.text);
    if (out.text.size() > kLongestText)
        return make_error(ErrorCode::InvalidArgument,
                          "the notes have " + std::to_string(out.text.size()) + " bytes; at most 65,536 are kept",
                          "Shorten them.");
    for (const std::string& raw : notes.tags) {
        const std::string tag = words_of(raw);
        if (tag.empty()) continue;
        const std::string named = "the tag '" + tag.substr(0, kLongestTag) + "' ";
        if (tag.size() > kLongestTag)
            return make_error(ErrorCode::InvalidArgument, named + "is longer than 64 bytes",
                              "Choose a short word; longer texts belong to the notes.");
        if (tag.find(',') != std::string::npos || std::any_of(tag.begin(), tag.end(), is_control))
            return make_error(ErrorCode::InvalidArgument, named + "holds a comma or a control character",
                              "Commas stand between tags.");
        if (std::find(out.tags.begin(), out.tags.end(), tag) == out.tags.end()) out.tags.push_back(tag);
    }
    if (out.tags.size() > kMostTags)
        return make_error(ErrorCode::InvalidArgument, "a run can have at most 32 tags", "Leave some out.");
    return out;
}

RunNotes load_notes(const std::string& run_dir) { return parsed(path_of(run_dir)).value_or(RunNotes{}); }

Result<void> save_notes(const std::string& run_dir, const RunNotes& notes) {
    const auto tidy = tidied(notes);
    if (!tidy) return tidy.error();
    const std::string path = path_of(run_dir);
    std::error_code failed;
    if (std::filesystem::exists(path, failed) && !parsed(path))
        std::filesystem::rename(path, path + ".damaged", failed);
    const nlohmann::json root = {{"format", kNotesFormat}, {"tags", tidy->tags}, {"text", tidy->text}};
    return write_text_atomic(path, json_dump(root, 2) + "\n");
}

std::vector<Favourite> load_favourites(const std::string& run_dir) {
    const std::string path = run_dir + "/favourites.json";
    const auto text = read_text(path, 1u << 20);
    const auto root = text ? parse_json_object(*text, path) : Result<nlohmann::json>(text.error());
    std::vector<Favourite> out;
    if (!root || json_text(*root, "format") != kFavouritesFormat) return out;
    const auto latents = root->find("latents");
    if (latents == root->end() || !latents->is_array()) return out;
    for (const auto& latent : *latents) {
        if (!latent.is_object() || out.size() == kMostFavourites) continue;
        const std::int64_t seed = json_integer(latent, "seed", -1), index = json_integer(latent, "index", -1);
        const double truncation = json_real(latent, "truncation", 1.0);
        if (seed >= 0 && index >= 0) out.push_back({{static_cast<std::uint64_t>(seed), index}, truncation});
    }
    return out;
}

Result<void> save_favourites(const std::string& run_dir, const std::vector<Favourite>& favourites) {
    if (favourites.size() > kMostFavourites)
        return make_error(ErrorCode::InvalidArgument, "a run can have at most 1,000 favourites", "Leave some out.");
    nlohmann::json latents = nlohmann::json::array();
    for (const auto& [id, truncation] : favourites)
        latents.push_back({{"seed", id.seed}, {"index", id.index}, {"truncation", truncation}});
    const nlohmann::json root = {{"format", kFavouritesFormat}, {"latents", std::move(latents)}};
    return write_text_atomic(run_dir + "/favourites.json", json_dump(root, 2) + "\n");
}

}  // namespace headroom
