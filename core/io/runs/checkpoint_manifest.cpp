// The manifest as JSON. Its own hash is taken over the text without the hash, in the writer's key order.
#include "core/io/runs/checkpoint_manifest.h"

#include "core/api/param_schema.h"
#include "core/base/file_handle.h"
#include "core/config/config_io.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/json_read.h"
#include "core/io/files/sha256.h"
#include "core/io/tensors/tensor_buffer.h"

#include <cmath>
#include <limits>

namespace headroom {
namespace {

using nlohmann::json;

constexpr const char* kCheckpointFormat = "headroom-checkpoint-1";
constexpr const char* kProgram = "headroom 0.1.0";

std::string self_hash(const json& manifest) { return sha256_of(json_dump(manifest)); }

bool is_plain_file_name(const std::string& name) {
    return !name.empty() && name.size() <= 128 && name.front() != '.' &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") ==
               std::string::npos;
}

Error damaged_manifest(const std::string& path, const std::string& what) {
    return make_error(ErrorCode::BadFile, path + " is damaged: " + what, "Use an earlier checkpoint.");
}

Result<std::vector<CheckpointManifest::File>> read_files(const json& root, const std::string& path) {
    const auto list = root.find("files");
    if (list == root.end() || !list->is_array()) return damaged_manifest(path, "it lists no files");
    std::vector<CheckpointManifest::File> files;
    for (const json& item : *list) {
        if (!item.is_object()) return damaged_manifest(path, "its list of files cannot be read");
        CheckpointManifest::File file{json_text(item, "name"),
                                      static_cast<std::uint64_t>(json_integer(item, "bytes", -1)),
                                      json_text(item, "sha256")};
        if (!is_plain_file_name(file.name) || file.sha256.size() != 64)
            return damaged_manifest(path, "its list of files cannot be read");
        files.push_back(std::move(file));
    }
    return files;
}

}  // namespace

std::uint64_t CheckpointManifest::total_bytes() const {
    std::uint64_t sum = 0;
    for (const File& file : files) sum += file.bytes;
    return sum;
}

Result<std::string> CheckpointManifest::to_text() const {
    if (!is_clean_utf8(state_json)) return make_error(ErrorCode::InvalidArgument, "a checkpoint's state must be text");
    json root = {
        {"format", kCheckpointFormat}, {"program", kProgram}, {"step", step}, {"images", images}, {"best", best},
        {"state", state_json}};
    root["score"] = std::isfinite(score) ? json(score) : json(nullptr);
    root["config"] = json::parse(write_config(config), nullptr, false);
    root["files"] = json::array();
    for (const File& file : files)
        root["files"].push_back({{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    root["check"] = self_hash(root);
    return json_dump(root, 2) + "\n";
}

Result<CheckpointManifest> CheckpointManifest::from_text(const std::string& text, const std::string& path) {
    auto parsed = parse_json_object(text, path);
    if (!parsed) return parsed.error();
    json& root = *parsed;
    const std::string format = json_text(root, "format");
    if (format != kCheckpointFormat) {
        return make_error(ErrorCode::BadFile,
                          path + " has the format '" + shown_name(format) + "', expected '" + kCheckpointFormat + "'",
                          "It may come from a newer Headroom.");
    }
    const std::string check = json_text(root, "check");
    root.erase("check");
    if (check != self_hash(root)) return damaged_manifest(path, "its own checksum does not match");

    CheckpointManifest manifest;
    manifest.step = json_integer(root, "step", -1);
    manifest.images = json_integer(root, "images", -1);
    manifest.score = json_real(root, "score", std::numeric_limits<double>::quiet_NaN());
    manifest.best = json_flag(root, "best");
    manifest.state_json = json_text(root, "state");
    if (manifest.step < 0 || manifest.images < 0) return damaged_manifest(path, "it names no step");
    auto files = read_files(root, path);
    if (!files) return files.error();
    manifest.files = *std::move(files);
    const auto config = root.find("config");
    if (config == root.end()) return damaged_manifest(path, "it holds no configuration");
    auto patch = read_config_patch(json_dump(*config, 1), path);
    if (!patch) return patch.error();
    auto full = with_patch(TrainConfig{}, *patch);
    if (!full) return damaged_manifest(path, full.error().message);
    manifest.config = *std::move(full);
    return manifest;
}

Result<CheckpointManifest> CheckpointManifest::load(const std::string& dir) {
    const std::string path = dir + "/manifest.json";
    const auto file = FileHandle::open_for_reading(path);
    if (!file) {
        Error error = file.error();
        if (error.code == ErrorCode::NotFound)
            return make_error(ErrorCode::BadFile, dir + " is no checkpoint: it has no manifest.json",
                              "Choose a folder such as checkpoints/step-00001000.");
        error.code = ErrorCode::Disk;  // one that cannot be opened now may be sound
        return error;
    }
    const auto text = read_text(*file, path, 16u << 20);
    return text ? from_text(*text, path) : text.error();
}

}  // namespace headroom
