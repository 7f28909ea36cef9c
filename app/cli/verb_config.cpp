// config check, show, diff: settings in files, runs, presets and families, without beginning anything.
#include "app/cli/json_line.h"
#include "app/cli/named_config.h"
#include "app/cli/run_json.h"
#include "app/cli/settings.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/data/dataset.h"
#include "core/families/registry.h"

#include <optional>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Whether a run could begin with them here: data, devices, weights are looked for too. Empty: it could.
std::string trouble_here(const Context& c, const TrainConfig& config, const std::vector<std::string>& devices) {
    if (std::string missing = family_of(config).missing(config); !missing.empty()) return missing;
    auto ok = check_startable(config, devices);
    if (ok && family_of(config).facts().trains) ok = check_data(config, /*begins=*/true, c.progress(), c.stop);
    return ok ? std::string() : ok.error().message;
}

/// What is wrong with it; nothing: it is sound, and in `sound`.
std::vector<Error> problems_of(const std::string& named, const Services& services, std::optional<NamedConfig>& sound) {
    const auto found = named_config(named, services);
    if (!found) return problems_of_file(named, found.error());
    std::vector<Error> out;
    for (const ParamError& problem : check_config(found->config, /*device_is_cpu=*/found->config.device == "cpu"))
        out.push_back(make_error(ErrorCode::BadFile, named + ": " + problem.message));
    if (out.empty()) sound = *found;
    return out;
}

void tell_unsound(const Context& c, const std::string& named, const std::vector<Error>& problems) {
    std::vector<std::string> words;
    for (const Error& problem : problems) {
        std::string said = problem.message + (problem.hint.empty() ? "" : ". " + problem.hint);
        if (said.starts_with(named + ": ")) said.erase(0, named.size() + 2);  // each answer names it once
        words.push_back(std::move(said));
    }
    if (c.console.json())
        c.console.print(json_line({{"config", named},
                                   {"ok", false},
                                   {"model", ""},
                                   {"given", 0},
                                   {"trouble_here", ""},
                                   {"problems", words}}));
    else
        for (const std::string& problem : words) c.console.print(named + ": " + problem + "\n");
}

void tell_sound(const Context& c, const std::string& named, const NamedConfig& found, const std::string& trouble) {
    const std::string model(name_of(found.config.model));
    const std::string doubt = doubt_in(found.config);
    if (c.console.json())
        return c.console.print(json_line({{"config", named},
                                          {"ok", true},
                                          {"model", model},
                                          {"given", found.given},
                                          {"trouble_here", trouble},
                                          {"doubt", doubt}}));
    c.console.print(named + ": sound, " + std::to_string(found.given) + " settings of a " + model + " run\n");
    if (!doubt.empty()) c.console.message("warning: " + doubt);
    if (!trouble.empty()) c.console.message("warning: a run of it could not begin here: " + trouble);
}

Result<int> check_files(const Context& c) {
    auto services = c.services();
    const std::vector<std::string> devices = usable_devices(services->devices());
    std::optional<Error> first;
    int unsound = 0;
    for (const std::string& named : c.args.positionals) {
        std::optional<NamedConfig> sound;
        const std::vector<Error> problems = problems_of(named, *services, sound);
        if (sound) {
            tell_sound(c, named, *sound, trouble_here(c, sound->config, devices));
            continue;
        }
        if (!first) first = problems.front();
        const bool alone = c.args.positionals.size() == 1 && problems.size() == 1;
        if (!alone || c.console.json()) tell_unsound(c, named, problems);
        ++unsound;
    }
    if (!first) return 0;
    if (unsound > 1) first->message = std::to_string(unsound) + " are not sound; the first: " + first->message;
    return *first;
}

Result<int> show_config(const Context& c) {
    auto services = c.services();
    const auto found = named_config(c.args.positionals[0], *services);
    if (!found) return found.error();
    if (c.console.json()) {
        c.console.print(json_line({{"config", c.args.positionals[0]},
                                   {"model", name_of(found->config.model)},
                                   {"settings", settings_json(found->config)}}));
        return 0;
    }
    const ParamPatch differs = difference(default_config(found->config.model), found->config);
    std::vector<std::vector<std::string>> rows;
    for (const ParamRow& row : schema_rows(found->config.model)) {
        const bool changed = differs.contains(std::string(row.key));
        if (changed || c.args.has("--all"))
            rows.push_back({std::string(row.key), "= " + to_text(row.get(found->config))});
    }
    if (rows.empty())
        c.console.message("all settings are the defaults of a " + std::string(name_of(found->config.model)));
    c.console.print(table_text(rows));
    return 0;
}

Result<int> diff_configs(const Context& c) {
    auto services = c.services();
    const std::string &first = c.args.positionals[0], &second = c.args.positionals[1];
    const auto a = named_config(first, *services);
    if (!a) return a.error();
    const auto b = named_config(second, *services);
    if (!b) return b.error();
    Json settings = Json::object();
    std::vector<std::vector<std::string>> rows{{"", first, second}};
    for (const ParamRow* row : rows_that_differ({a->config, b->config})) {
        const std::string key(row->key), was = setting_text(*row, a->config), is = setting_text(*row, b->config);
        settings[key] = {was, is};
        rows.push_back({key, was, is});
    }
    if (c.console.json())
        c.console.print(json_line({{"from", first}, {"to", second}, {"settings", std::move(settings)}}));
    else if (rows.size() == 1)
        c.console.message("no setting differs");
    else
        c.console.print(table_text(rows));
    return 0;
}

Json check_answer() {
    using namespace shape;
    return object_of({{"config", a_text()},
                      {"ok", a_flag()},
                      {"model", a_text()},
                      {"given", a_whole()},
                      {"trouble_here", a_text()},
                      {"doubt?", a_text()},
                      {"problems?", list_of(a_text())}});
}

Json config_answer() {
    using namespace shape;
    return object_of({{"config", a_text()}, {"model", a_text()}, {"settings", defined("settings")}});
}

Json diff_answer() {
    using namespace shape;
    return object_of({{"from", a_text()}, {"to", a_text()}, {"settings", map_of(list_of(a_text()))}});
}

constexpr const char* kConfigHelp =
    "CONFIG is a configuration file or recipe, a sample's PNG, a run, a checkpoint, the name of a preset, or a kind of run (its defaults).";

}  // namespace

std::vector<Verb> config_verbs() {
    return {
        {.syntax = {"config check", "CONFIG...", 1, 1000},
         .summary = "Check settings: names, ranges, combinations, and whether a run could begin with them here.",
         .details = kConfigHelp,
         .run = check_files,
         .answer = check_answer},
        {.syntax = {"config show", "CONFIG", 1, 1, {{"--all", "", "All settings."}}},
         .summary = "Print the settings that differ from the defaults.",
         .details = kConfigHelp,
         .tensors = Tensors::Unused,
         .run = show_config,
         .answer = config_answer},
        {.syntax = {"config diff", "CONFIG CONFIG", 2, 2},
         .summary = "Print the settings in which two differ.",
         .details = kConfigHelp,
         .tensors = Tensors::Unused,
         .run = diff_configs,
         .answer = diff_answer},
    };
}

}  // namespace headroom::cli
