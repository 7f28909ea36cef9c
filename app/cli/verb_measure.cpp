// bench: how fast, and in how much memory.
#include "app/cli/option_reader.h"
#include "app/cli/settings.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "app/cli/where_text.h"
#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/families/registry.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <utility>

namespace headroom::cli {
namespace {

const std::vector<Option>& bench_options() {
    static const std::vector<Option> options{
        {"--steps", "N", "Steps that are timed. Default 30."},
        {"--warmup", "N", "Steps before them that are not. Default 3."},
        {"--where", "",
         "Also where the time goes, of up to 10 more steps: each phase's operations with what they compute and move, beside what "
         "this machine could do at most (measured by large products and a copy). On the processor."}};
    return options;
}

std::string in_words(const std::string& json) {
    const auto j = nlohmann::json::parse(json, nullptr, false);
    if (!j.is_object()) return json + "\n";
    std::string out;
    for (const char* key : {"model",
                            "size",
                            "batch",
                            "accumulate",
                            "width",
                            "height",
                            "cuts",
                            "chunk",
                            "precision",
                            "device",
                            "threads",
                            "steps",
                            "images_per_second",
                            "iterations_per_second",
                            "loss",
                            "step_ms_median",
                            "step_ms_p10",
                            "step_ms_p90",
                            "peak_bytes",
                            "rss_peak_bytes"}) {
        if (!j.contains(key)) continue;
        const bool bytes = std::string_view(key).find("_bytes") != std::string_view::npos && j[key].is_number();
        const std::string value = bytes                ? to_text(Bytes{j[key].get<std::int64_t>()})
                                  : j[key].is_string() ? j[key].get<std::string>()
                                                       : j[key].dump();
        out += std::string(key) + std::string(24 - std::string_view(key).size(), ' ') + value + "\n";
    }
    return out + (j.contains("where") ? "\n" + where_text(j["where"]) : "");
}

/// A preset's values, then what was given; on devices that are there.
Result<TrainConfig> config_of(const Context& c, std::string_view preset_id, const std::vector<Option>& options) {
    auto patch = settings_from(c.args, options, c.model);
    if (!patch) return patch.error();
    const Preset* preset = find_preset(preset_id);
    auto base = with_patch(default_config(c.model), preset ? preset->values : ParamPatch{});
    if (!base) return base.error();
    auto config = with_patch(*base, *patch);
    if (!config) return config.error();
    const auto devices = usable_devices(c.backend()->devices());
    if (auto ok = check_startable(*config, devices, false, origin_of_settings(c.args).data); !ok) return ok.error();
    return config;
}

/// Prints a line of JSON, or what `words` makes of it.
void print(const Context& c, std::string line, std::string (*words)(const std::string&)) {
    while (!line.empty() && line.back() == '\n') line.pop_back();
    c.console.print(c.console.json() ? line + "\n" : words(line));
}

/// Its settings: what the family measures, then what was given.
Result<int> bench(const Context& c) {
    OptionReader options(c.args);
    const auto steps = static_cast<int>(options.whole("--steps", 30, 1, 1000000)),
               warmup = static_cast<int>(options.whole("--warmup", 3, 0, 100000));
    if (options.error()) return *options.error();
    const auto config = config_of(c, family_of(c.model).facts().bench_preset, bench_options());
    if (!config) return config.error();
    auto line = c.environment.bench(*config, {steps, warmup, c.args.has("--where")}, c.progress(), c.stop);
    if (!line) return line.error();
    print(c, std::move(*line), in_words);
    return 0;
}

constexpr const char* kDemo = "demo";

std::string phases_in_words(const std::string& line) {
    const auto j = nlohmann::json::parse(line, nullptr, false);
    if (!j.is_object()) return line + "\n";
    std::string out;
    const auto add = [&](const std::string& what, const nlohmann::json& ms) {
        std::array<char, 96> row{};
        std::snprintf(row.data(), row.size(), "%-40s %9.0f ms\n", what.c_str(), ms.get<double>());
        out += row.data();
    };
    for (const auto& phase : j["phases"]) add(phase["phase"].get<std::string>(), phase["ms"]);
    add("to the end of the first step", j["total_ms"]);
    out += "\n";
    add("second step", j["second_step_ms"]);
    return out;
}

Result<int> bench_start(const Context& c) {
    const auto config = config_of(c, kDemo, {});
    if (!config) return config.error();
    auto line = c.environment.start_bench(*config, c.progress(), c.stop);
    if (!line) return line.error();
    print(c, std::move(*line), phases_in_words);
    return 0;
}

/// A phase or all of them: time, work and what the machine could do at most.
nlohmann::ordered_json work_shape() {
    using namespace shape;
    return object_of({{"gflop", a_number()},
                      {"gflops", a_number()},
                      {"gb", a_number()},
                      {"gb_s", a_number()},
                      {"share_of_roof", a_number()}});
}

nlohmann::ordered_json where_shape() {
    using namespace shape;
    const Json timed = with_members(work_shape(), object_of({{"ms", a_number()}, {"share", a_number()}}));
    const Json operation = with_members(timed, object_of({{"operation", a_text()},
                                                          {"shape", a_text()},
                                                          {"precision", or_null(a_text())},
                                                          {"calls", a_number()},
                                                          {"direct_gflop", a_number()}}));
    const Json phase = with_members(
        timed, object_of({{"phase", a_text()}, {"between_ms", a_number()}, {"operations", list_of(operation)}}));
    return with_members(work_shape(), object_of({{"steps", a_number()},
                                                 {"step_ms", a_number()},
                                                 {"roof", map_of(a_number())},
                                                 {"phases", list_of(phase)}}));
}

nlohmann::ordered_json bench_answer() {
    using namespace shape;
    return object_of({{"model", a_text()},
                      {"size?", a_whole()},
                      {"batch?", a_whole()},
                      {"accumulate?", a_whole()},
                      {"images_per_second?", a_number()},
                      {"images_per_second_median?", a_number()},
                      {"width?", a_whole()},
                      {"height?", a_whole()},
                      {"cuts?", a_whole()},
                      {"chunk?", a_whole()},
                      {"loss?", a_number()},
                      {"iterations_per_second?", a_number()},
                      {"precision", a_text()},
                      {"device", a_text()},
                      {"threads", a_whole()},
                      {"steps", a_whole()},
                      {"step_ms_median", a_number()},
                      {"step_ms_p10", a_number()},
                      {"step_ms_p90", a_number()},
                      {"peak_bytes", a_whole()},
                      {"rss_peak_bytes", a_whole()},
                      {"settings", defined("settings")},
                      {"version", a_text()},
                      {"where?", where_shape()}});
}

nlohmann::ordered_json start_answer() {
    using namespace shape;
    return object_of({{"model", a_text()},
                      {"device", a_text()},
                      {"total_ms", a_number()},
                      {"second_step_ms", a_number()},
                      {"phases", list_of(object_of({{"phase", a_text()}, {"ms", a_number()}}))}});
}

/// The way to the first step of the demo.
std::vector<Verb> start_verbs() {
    const Preset* demo = find_preset(kDemo);
    if (!demo) return {};
    Verb v;
    v.syntax.verb = "bench start";
    v.summary = "Measure the way from the start of the process to the end of the first step, phase by phase.";
    v.details = "Of the demo, which has " + std::string(demo->summary) +
                " Settings may say otherwise. Nothing is saved but the packed data set.";
    v.settings = true;
    v.model = demo->model;
    v.run = bench_start;
    v.answer = start_answer;
    return {v};
}

}  // namespace

std::vector<Verb> measure_verbs() {
    std::vector<Verb> out = start_verbs();
    for (const Family* family : families()) {
        const FamilyFacts& facts = family->facts();
        const std::string what(facts.info.name);
        Verb v;
        v.syntax.verb = "bench " + std::string(facts.info.id);
        v.syntax.options = bench_options();
        v.summary = facts.trains
                        ? "Measure training of a " + what + ": images per second, step times, peak memory."
                        : "Measure " + std::string(facts.step.many) + " per second and peak memory of " + what + ".";
        if (const Preset* measured = find_preset(facts.bench_preset))
            v.details = std::string(measured->summary) + " Settings may say otherwise.";
        v.settings = true;
        v.model = facts.kind;
        v.run = bench;
        v.answer = bench_answer;
        out.push_back(std::move(v));
    }
    return out;
}

}  // namespace headroom::cli
