// Turns presets, configuration files and flags into a patch over the schema.
#include "app/cli/settings.h"

#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/base/lists.h"
#include "core/config/config_io.h"
#include "core/config/setting_paths.h"
#include "core/engine/export/picture_notes.h"
#include "core/families/registry.h"
#include "core/io/files/atomic_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace headroom::cli {
namespace {

struct ShortFlag {
    const char* flag;
    const char* key;
    const char* value;
};

constexpr std::array<ShortFlag, 13> kShortFlags{{
    {"--data", "data.path", "PATH|shapes"},
    {"--size", "image.size", "PX"},
    {"--batch", "batch.micro", "N"},
    {"--accumulate", "batch.accumulate", "N"},
    {"--steps", "steps", "N"},
    {"--images", "images", "N"},
    {"--epochs", "epochs", "N"},
    {"--precision", "precision", "NAME"},
    {"--device", "device", "NAME"},
    {"--budget", "memory.budget", "SIZE"},
    {"--seed", "seed", "N"},
    {"--threads", "threads", "N"},
    {"--ordered-sums", "ranks.ordered_sums", ""},  // without a value: on
}};

bool contains(const std::vector<Option>& options, std::string_view name) {
    return std::any_of(options.begin(), options.end(), [&](const Option& o) { return o.name == name; });
}

Result<void> set_one(ParamPatch& patch, const std::string& key, const std::string& text, ModelKind kind) {
    const ParamRow* row = find_param(key, kind);
    if (!row) {
        std::vector<std::string> keys;
        for (const ParamRow& r : schema_rows()) keys.emplace_back(r.key);
        const std::string near = nearest(key, keys);
        return bad(key + ": no such setting" + (near.empty() ? "" : "; did you mean " + near + "?"),
                   "--help lists them.");
    }
    auto value = parse_param(*row, text);
    if (!value) return value.error();
    patch[key] = *value;
    return {};
}

Result<void> add_preset(ParamPatch& patch, const std::string& id) {
    const Preset* preset = find_preset(id);
    if (!preset) {
        std::vector<std::string> ids;
        for (const Preset& p : catalog_presets()) ids.emplace_back(p.id);
        return not_one_of("--preset", id, ids);
    }
    for (const auto& [key, value] : preset->values) patch[key] = value;
    return {};
}

}  // namespace

Result<std::string> settings_text(const std::string& path) {
    const auto notes = read_png_notes(path);
    if (!notes) return notes.error();
    if (notes->empty()) return read_text(path);
    for (const auto& [key, text] : *notes)
        if (key == kSettingsNote) return text;
    return make_error(ErrorCode::BadFile, path + ": the picture has no settings of Headroom in it",
                      "headroom-cli picture inspect shows what it says of itself.");
}

namespace {

/// The files that settings come from. Where --recipe names a file to write (rehearse), it is in `taken`.
std::vector<std::string> setting_files(const Args& args, const std::vector<Option>& taken) {
    std::vector<std::string> out = args.all("--config");
    if (contains(taken, "--recipe")) return out;
    for (const std::string& path : args.all("--recipe")) out.push_back(path);
    return out;
}

Result<void> add_file(ParamPatch& patch, const std::string& path, ModelKind kind) {
    auto text = settings_text(path);
    if (!text) return text.error();
    auto read = read_config_patch(*text, std::filesystem::path(path).filename().string(), kind);
    if (!read) return read.error();
    for (const auto& [key, value] : *read) patch[key] = value;
    return {};
}

Result<void> add_flag(ParamPatch& patch, const std::string& name, const std::string& value, ModelKind kind) {
    if (name == "--set") {
        if (value.find('=') == std::string::npos) return bad("--set: '" + value + "' is not key=value");
        return take_setting(patch, value, kind);
    }
    for (const ShortFlag& f : kShortFlags) {
        if (name == f.flag) return set_one(patch, f.key, *f.value ? value : "on", kind);
    }
    return {};
}

/// Every setting belongs to runs of `kind`.
Result<void> check_kind(const ParamPatch& patch, ModelKind kind) {
    const std::string requested(name_of(kind));
    const auto model = patch.find("model");
    if (model != patch.end() && std::get<std::string>(model->second) != requested)
        return bad("model: these settings are of a " + std::get<std::string>(model->second) + " run, not of " +
                   requested);
    for (const auto& [key, value] : patch) {
        if (!belongs_to(*find_param(key, kind), kind))
            return bad(key + ": is no setting of a " + requested + " run", "--help lists those that are.");
    }
    return {};
}

void settle(ParamPatch& patch) {
    const auto positive = [&](const char* key) {
        const auto it = patch.find(key);
        return it != patch.end() && std::get<std::int64_t>(it->second) > 0;
    };
    if (patch.count("steps") == 0 && (positive("images") || positive("epochs"))) patch["steps"] = std::int64_t{0};
    for (auto& [key, value] : patch) value = with_paths(*find_param(key), std::move(value), absolute_path);
}

}  // namespace

Result<void> take_setting(ParamPatch& patch, const std::string& text, ModelKind kind) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) return bad("'" + text + "' is not key=value");
    return set_one(patch, text.substr(0, equals), text.substr(equals + 1), kind);
}

std::string absolute_path(const std::string& path) {
    std::error_code ec;
    return std::filesystem::absolute(path, ec).lexically_normal().string();
}

std::vector<Option> family_options(ModelKind kind) {
    std::vector<Option> out;
    for (const FamilyOption& o : family_of(kind).options())
        out.push_back({std::string(o.name), std::string(o.value), std::string(o.help)});
    return out;
}

std::vector<Option> setting_options(const std::vector<Option>& taken, ModelKind kind) {
    std::vector<Option> out;
    for (const ShortFlag& f : kShortFlags) {
        const ParamRow* row = find_param(f.key, kind);
        if (contains(taken, f.flag) || !belongs_to(*row, kind)) continue;
        out.push_back({f.flag, f.value, std::string(row->help) + " (" + f.key + ")"});
        for (const ParamChoice& choice : row->choices) out.back().choices.emplace_back(choice.name);
    }
    std::vector<std::string> presets;
    for (const Preset& p : catalog_presets()) {
        if (p.model == family_of(kind).facts().kind) presets.emplace_back(p.id);
    }
    out.push_back({"--set", "KEY=VALUE", "Any setting of the table below; may be repeated."});
    out.push_back({"--config", "FILE", "A configuration file, such as a run's config.json, or a sample's PNG."});
    if (!contains(taken, "--recipe"))
        out.push_back({"--recipe", "FILE", "The same of a recipe; what differs here from where it was made is told."});
    out.push_back({"--preset", "NAME", "A named set of values: " + joined(presets, ", ") + ".", false, presets});
    return out;
}

Result<ParamValue> setting_value(const std::string& key, const std::string& text, ModelKind kind) {
    ParamPatch patch;
    if (auto ok = set_one(patch, key, text, kind); !ok) return ok.error();
    if (auto ok = check_kind(patch, kind); !ok) return ok.error();
    settle(patch);
    return patch.at(key);
}

Result<ParamPatch> settings_from(const Args& args, const std::vector<Option>& taken, ModelKind kind) {
    ParamPatch patch;
    for (const std::string& id : args.all("--preset")) {
        if (auto ok = add_preset(patch, id); !ok) return ok.error();
    }
    for (const std::string& path : setting_files(args, taken)) {
        if (auto ok = add_file(patch, path, kind); !ok) return ok.error();
    }
    GivenOptions own;
    for (const std::string& word : args.positionals) own.emplace_back(std::string(), word);
    const std::vector<Option> of_family = family_options(kind);
    for (const auto& [name, value] : args.options) {
        if (contains(of_family, name)) {
            own.emplace_back(name, value);
        } else if (!contains(taken, name)) {
            if (auto ok = add_flag(patch, name, value, kind); !ok) return ok.error();
        }
    }
    if (auto ok = family_of(kind).take_options(own, patch); !ok) return ok.error();
    if (auto ok = check_kind(patch, kind); !ok) return ok.error();
    settle(patch);
    return patch;
}

std::string setting_range(const ParamRow& row) {
    if (row.type == ParamType::Bool) return "on, off";
    std::string list;
    const bool set = row.type == ParamType::Set;  // short names, so with their words
    for (const ParamChoice& c : row.choices)
        add_to_list(list, std::string(c.name) + (set ? " = " + std::string(c.label) : ""), ", ");
    if (!list.empty()) return (set ? "any of, with spaces between: " : "") + list;
    if (row.type == ParamType::Integer)
        return to_text(ParamValue{static_cast<std::int64_t>(row.low)}) + " to " +
               to_text(ParamValue{static_cast<std::int64_t>(row.high)});
    if (row.type == ParamType::Real) return to_text(ParamValue{row.low}) + " to " + to_text(ParamValue{row.high});
    return row.type == ParamType::ByteSize ? "a size such as 6GiB" : "";
}

RecipeOrigin origin_of_settings(const Args& args) {
    RecipeOrigin out;
    for (const std::string& path : setting_files(args, {})) {
        if (const auto text = settings_text(path)) out = read_recipe_origin(*text);
    }
    return out;
}

std::string settings_help(ModelKind kind) {
    std::string out = "Settings (--set KEY=VALUE, or in a configuration file):\n";
    std::string_view group;
    for (const ParamRow& row : schema_rows(kind)) {
        if (row.group != group) {
            group = row.group;
            out += " " + std::string(group) + "\n";
        }
        const std::string range = setting_range(row);
        const std::string initial = row.type == ParamType::ByteSize ? "auto" : to_text(row.initial);
        out += "  " + std::string(row.key) + " = " + initial + (range.empty() ? "" : "   (" + range + ")") +
               (row.unit.empty() || row.type == ParamType::ByteSize ? "" : " " + std::string(row.unit)) + "\n      " +
               std::string(row.help) + "\n";
    }
    return out;
}

std::vector<std::string> usable_devices(const std::vector<DeviceInfo>& devices) {
    std::vector<std::string> out;
    for (const DeviceInfo& d : devices) {
        if (d.usable) out.push_back(d.id);
    }
    return out;
}

Result<void> check_startable(const TrainConfig& asked, const std::vector<std::string>& usable_devices, bool resumes,
                             const std::string& made_with) {
    TrainConfig config = asked;
    const auto is_gpu = [](const std::string& id) { return id.rfind("cuda", 0) == 0; };
    const bool any_gpu = std::any_of(usable_devices.begin(), usable_devices.end(), is_gpu);
    const bool on_cpu = config.device == "cpu" || !any_gpu;
    if (is_gpu(config.device)) {
        const std::string& requested = config.device;
        if (requested == "cuda"
                ? !any_gpu
                : std::find(usable_devices.begin(), usable_devices.end(), requested) == usable_devices.end()) {
            return make_error(ErrorCode::Environment,
                              "device: " + requested + " is not there; this machine has " +
                                  joined(usable_devices, ", "),
                              "headroom-cli doctor says more; --device cpu works everywhere.");
        }
    }
    if (resumes) (void)set_back_refused(config, on_cpu);
    const auto problems = check_config(config, on_cpu);
    if (!problems.empty()) return bad(problems.front().message);
    std::error_code ec;
    if (family_of(config).facts().trains && config.data_path != "shapes" &&
        !std::filesystem::exists(config.data_path, ec)) {
        return make_error(ErrorCode::NotFound, "data.path: " + config.data_path + ": no such folder or file",
                          resumes             ? "Put them back there: a run goes on with the pictures that it has."
                          : made_with.empty() ? "Name yours with --data."
                                              : "Name yours with --data; the recipe was made with " + made_with + ".");
    }
    return {};
}

}  // namespace headroom::cli
