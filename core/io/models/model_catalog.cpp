// Reads resources/models/catalog.json, which is part of the program.
#include "core/io/models/model_catalog.h"

#include "core/base/embed.h"
#include "core/io/files/json_read.h"

#include <algorithm>
#include <set>

HEADROOM_EMBED(headroom_model_catalog, HEADROOM_MODEL_DATA "/catalog.json")

namespace headroom {
namespace {

using nlohmann::json;

bool is_file_name(std::string_view name) {
    return !name.empty() && name.size() <= 128 && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                      c == '_' || c == '.';
           });
}

bool is_hash(std::string_view text) {
    return text.size() == 64 && std::all_of(text.begin(), text.end(),
                                            [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// The first mistake in a file's entry, in words; empty when there is none.
std::string read_file_entry(const json& entry, CatalogFile& file) {
    if (!entry.is_object()) return "a file is no object";
    file.name = json_text(entry, "name");
    file.url = json_text(entry, "url");
    file.bytes = static_cast<std::int64_t>(json_real(entry, "megabytes", 0) * 1e6);
    file.sha256 = json_text(entry, "sha256");
    if (!is_file_name(file.name)) return "the name of a file cannot be one";
    if (!file.url.starts_with("https://")) return "the url of " + file.name + " does not begin with https://";
    if (file.bytes <= 0) return "the megabytes of " + file.name + " are missing";
    if (!file.sha256.empty() && !is_hash(file.sha256)) return "the sha256 of " + file.name + " is no 64 hex digits";
    return {};
}

std::string read_model_entry(const json& entry, CatalogModel& model) {
    if (!entry.is_object()) return "it is no object";
    model.id = json_text(entry, "id");
    model.kind = json_text(entry, "kind");
    model.name = json_text(entry, "name");
    model.summary = json_text(entry, "summary");
    model.source = json_text(entry, "source");
    const auto licence = entry.find("licence");
    if (licence != entry.end() && licence->is_object()) {
        model.licence = json_text(*licence, "name");
        model.licence_url = json_text(*licence, "url");
    }
    if (!is_file_name(model.id)) return "its id is missing or has other signs than letters, digits, - and _";
    if (model.kind != "vqgan" && model.kind != "clip") return "its kind is neither vqgan nor clip";
    if (model.name.empty() || model.licence.empty() || model.source.empty())
        return "its name, licence or source is missing";
    const auto files = entry.find("files");
    if (files == entry.end() || !files->is_array() || files->empty()) return "its files are missing";
    for (const json& file : *files) {
        model.files.emplace_back();
        if (std::string problem = read_file_entry(file, model.files.back()); !problem.empty()) return problem;
    }
    return {};
}

}  // namespace

Result<std::vector<CatalogModel>> parse_model_catalog(std::string_view text, const std::string& name) {
    const auto root = parse_json_object(std::string(text), name);
    if (!root) return root.error();
    const auto bad = [&](const std::string& what) { return make_error(ErrorCode::BadFile, name + ": " + what); };
    const auto entries = root->find("models");
    if (json_integer(*root, "version") != 1 || entries == root->end() || !entries->is_array())
        return bad("it is no catalogue of version 1");
    std::vector<CatalogModel> models;
    std::set<std::string> ids;
    for (const json& entry : *entries) {
        CatalogModel model;
        if (const std::string problem = read_model_entry(entry, model); !problem.empty())
            return bad("model " + std::to_string(models.size() + 1) + " (" + model.id + "): " + problem);
        if (!ids.insert(model.id).second) return bad("there are two models called " + model.id);
        models.push_back(std::move(model));
    }
    return models;
}

const std::vector<CatalogModel>& model_catalog() {
    static const std::vector<CatalogModel> models = [] {
        const auto size = static_cast<std::size_t>(headroom_model_catalog_end - headroom_model_catalog_begin);
        auto read = parse_model_catalog({reinterpret_cast<const char*>(headroom_model_catalog_begin), size},
                                        "the built-in catalogue");
        return read ? *std::move(read) : std::vector<CatalogModel>();  // a test sees to it that it reads
    }();
    return models;
}

const CatalogModel* find_catalog_model(std::string_view id) {
    const auto& models = model_catalog();
    const auto it = std::find_if(models.begin(), models.end(), [&](const CatalogModel& m) { return m.id == id; });
    return it == models.end() ? nullptr : &*it;
}

const CatalogModel* find_model_by_hash(std::string_view sha256) {
    const auto& models = model_catalog();
    const auto it = std::find_if(models.begin(), models.end(), [&](const CatalogModel& m) {
        return !sha256.empty() && m.files.front().sha256 == sha256;
    });
    return it == models.end() ? nullptr : &*it;
}

}  // namespace headroom
