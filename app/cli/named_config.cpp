// Finds out what a name means and reads its settings.
#include "app/cli/named_config.h"

#include "app/cli/settings.h"
#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/base/lists.h"
#include "core/config/config_io.h"
#include "core/engine/run_reader.h"
#include "core/families/registry.h"
#include "core/io/files/json_read.h"
#include "core/io/runs/checkpoint_manifest.h"
#include "core/io/runs/run_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;

Result<NamedConfig> over_defaults(ModelKind kind, const ParamPatch& patch) {
    auto config = with_patch(default_config(kind), patch);
    if (!config) return config.error();
    return NamedConfig{*std::move(config), patch.size()};
}

/// The kind that a file says, else the first that has all its settings.
Result<ModelKind> kind_of_patch(const ParamPatch& patch, const std::string& path) {
    if (const auto model = patch.find("model"); model != patch.end()) {
        if (const auto kind = find_kind(std::get<std::string>(model->second))) return *kind;
    }
    for (const Family* family : families()) {
        const ModelKind kind = family->facts().kind;
        if (std::all_of(patch.begin(), patch.end(),
                        [&](const auto& set) { return belongs_to(*find_param(set.first, kind), kind); }))
            return kind;
    }
    return make_error(ErrorCode::BadFile, path + ": no kind of run has all of its settings",
                      "Say which one it is: \"model\": \"dcgan\".");
}

Result<NamedConfig> config_in_file(const std::string& path) {
    auto text = settings_text(path);
    if (!text) return text.error();
    auto patch = read_config_patch(*text, fs::path(path).filename().string());
    if (!patch) return patch.error();
    auto kind = kind_of_patch(*patch, path);
    if (!kind) return kind.error();
    for (const auto& [key, value] : *patch) {
        if (!belongs_to(*find_param(key, *kind), *kind))
            return make_error(ErrorCode::BadFile,
                              path + ": " + key + " is no setting of a " + std::string(name_of(*kind)) + " run");
    }
    return over_defaults(*kind, *patch);
}

Result<NamedConfig> config_in_folder(const std::string& folder) {
    auto config = settings_in_folder(folder);
    if (!config) return config.error();
    return NamedConfig{*config, schema_rows(config->model).size()};
}

}  // namespace

std::vector<Error> problems_of_file(const std::string& path, const Error& first) {
    const auto text = settings_text(path);
    const auto root = text ? parse_json<nlohmann::ordered_json>(*text) : nlohmann::ordered_json();
    if (!root.is_object()) return {first};
    const auto model = root.find("model");
    const auto kind = model != root.end() && model->is_string() ? find_kind(model->get<std::string>()) : std::nullopt;
    std::vector<Error> out;
    for (const auto& [key, value] : root.items()) {
        // Each by itself, on the line that it has in the file.
        const std::size_t at = std::min(text->find('"' + key + '"'), text->size());
        const auto before = std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(at), '\n');
        const std::string alone =
            std::string(static_cast<std::size_t>(before), '\n') + nlohmann::ordered_json{{key, value}}.dump();
        const auto read = read_config_patch(alone, fs::path(path).filename().string(), kind);
        if (!read) out.push_back(read.error());
    }
    return out.empty() ? std::vector<Error>{first} : out;
}

Result<TrainConfig> settings_in_folder(const std::string& folder) {
    std::error_code ec;
    if (fs::exists(fs::path(folder) / "manifest.json", ec)) {
        auto manifest = CheckpointManifest::load(folder);
        return manifest ? Result<TrainConfig>(manifest->config) : manifest.error();
    }
    if (!fs::exists(fs::path(folder) / "config.json", ec))
        return make_error(ErrorCode::NotFound, folder + ": is no run and no checkpoint");
    auto run = RunFolder::open(folder);
    return run ? run->load_config() : run.error();
}

Result<NamedConfig> named_config(const std::string& named, const Services& services) {
    std::error_code ec;
    if (fs::is_regular_file(named, ec)) return config_in_file(named);
    if (const auto folder = find_run_folder(named, services.runs_folder())) return config_in_folder(*folder);
    if (const Preset* preset = find_preset(named)) return over_defaults(preset->model, preset->values);
    if (const auto kind = find_kind(named)) return over_defaults(*kind, {});
    std::string presets, kinds;
    for (const Preset& p : catalog_presets()) add_to_list(presets, p.id, ", ");
    for (const Family* f : families()) add_to_list(kinds, f->facts().info.id, ", ");
    return make_error(ErrorCode::NotFound, named + ": no such file, run, preset or kind of run",
                      "Presets: " + presets + ". Kinds: " + kinds + ".");
}

}  // namespace headroom::cli
