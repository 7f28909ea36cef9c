// forecast, fit, rehearse: what a run will cost, and what fits.
#include "app/cli/cells.h"
#include "app/cli/forecast_report.h"
#include "app/cli/json_line.h"
#include "app/cli/made_folders.h"
#include "app/cli/option_reader.h"
#include "app/cli/settings.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/api/planner.h"
#include "core/base/lists.h"
#include "core/config/config_io.h"
#include "core/engine/backend.h"
#include "core/engine/plan/planner.h"
#include "core/families/fit_rules.h"
#include "core/families/words.h"
#include "core/io/files/atomic_file.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <utility>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

Result<TrainConfig> config_of(const Context& c, const std::vector<Option>& own) {
    auto patch = settings_from(c.args, own, c.model);
    if (!patch) return patch.error();
    auto config = with_patch(default_config(c.model), *patch);
    if (!config) return config.error();
    const auto devices = usable_devices(c.backend()->devices());
    if (auto ok = check_startable(*config, devices, false, origin_of_settings(c.args).data); !ok) return ok.error();
    return config;
}

std::shared_ptr<Planner> planner_of(const Context& c) {
    return make_planner(c.backend(), {}, std::make_shared<const std::atomic<RunState>>(RunState::Idle));
}

const std::vector<Option>& forecast_options() {
    static const std::vector<Option> options{
        {"--processes", "N", "What the first of N processes that share each step needs, and what each of the others."}};
    return options;
}

Result<int> forecast(const Context& c) {
    auto config = config_of(c, forecast_options());
    if (!config) return config.error();
    OptionReader options(c.args);
    const int processes = static_cast<int>(options.whole("--processes", 1, 1, 4096));
    if (options.error()) return *options.error();
    const auto report = report_forecast(c, *config, processes);
    if (!report) return report.error();
    c.console.print(c.console.json() ? json_line(report->json) : report->words);
    return 0;
}

struct SacrificeWord {
    const char* word;
    bool Sacrifices::*allowed;
};

/// As --allow names what plans may change.
constexpr SacrificeWord kSacrifices[] = {{"checkpointing", &Sacrifices::checkpointing},
                                         {"fakes", &Sacrifices::recompute_fakes},
                                         {"precision", &Sacrifices::lower_precision},
                                         {"size", &Sacrifices::smaller_picture},
                                         {"network", &Sacrifices::smaller_network}};

/// What of `all` means anything to a kind of run, as words.
std::vector<std::string> words_of(const Sacrifices& all, ModelKind kind) {
    const Sacrifices possible = family_of(kind).fit().possible();
    std::vector<std::string> out;
    for (const auto& [word, allowed] : kSacrifices)
        if (all.*allowed && possible.*allowed) out.emplace_back(word);
    return out;
}

/// Every change.
constexpr Sacrifices kAll{true, true, true, true, true};

/// A painting has no batch.
bool has_batch(ModelKind kind) {
    const auto& rows = schema_rows(kind);
    return std::any_of(rows.begin(), rows.end(), [](const ParamRow& row) { return row.key == "batch.micro"; });
}

std::vector<Option> fit_options(ModelKind kind) {
    std::vector<Option> options;
    if (has_batch(kind))
        options.push_back(
            {"--effective", "N",
             "Effective batch to keep; --set batch.effective=N is the same. Default: micro-batch times accumulation as given."});
    const std::string usual = joined(words_of({}, kind), ",");
    options.push_back({"--allow", "LIST",
                       "What plans may change, with commas: " + joined(words_of(kAll, kind), ", ") +
                           "; or all, none. Default " + (usual.empty() ? "none" : usual) + "."});
    return options;
}

Result<Sacrifices> sacrifices_of(const Args& args, ModelKind kind) {
    if (!args.has("--allow")) return Sacrifices{};
    Sacrifices allow{false, false, false, false, false};
    const std::vector<std::string> known = words_of(kAll, kind);
    for (const std::string& word : split_list(args.get("--allow"), ',')) {
        if (word == "all") allow = kAll;
        if (word == "all" || word == "none") continue;
        if (std::find(known.begin(), known.end(), word) == known.end())
            return bad("--allow: '" + word + "' is none of " + joined(known, ", ") + ", all, none");
        for (const auto& [name, allowed] : kSacrifices)
            if (word == name) allow.*allowed = true;
    }
    return allow;
}

Json plan_json(const FitPlan& p) {
    Json out = forecast_json(p.forecast, p.to_spare, p.tight);
    out["group"] = std::string(name_of(p.group));
    out["same_result"] = p.group == PlanGroup::Same;
    out["recommended"] = p.recommended;
    out["as_asked"] = p.as_asked;
    out["result"] = p.result;
    out["to_spare_bytes"] = p.to_spare.count;
    for (const auto& [name, key] : family_of(p.config).fit().plan_settings())
        out["settings"][std::string(name)] = Json::parse(param_to_json(find_param(key, p.config.model)->get(p.config)));
    return out;
}

std::string plan_row(const FitPlan& p) {
    char line[256];
    const FitColumns own = family_of(p.config).fit().columns(p.config);
    std::snprintf(line, sizeof line, "%s %-10s %-9s %-14s %-7s %9s %9s  %9s  %9s  ", p.recommended ? "*" : " ",
                  own.pieces.c_str(), std::string(name_of(p.config.precision)).c_str(),
                  std::string(name_of(p.config.checkpointing)).c_str(), own.own.c_str(), own.size.c_str(),
                  mib(p.forecast.peak).c_str(), mib(p.to_spare).c_str(),
                  seconds_text(p.forecast.seconds_per_step).c_str());
    return line + p.result + (p.tight ? " (tight)" : "") + "\n";
}

std::string table(const FitReport& report) {
    const ModelKind kind = report.plans.empty() ? ModelKind{} : report.plans.front().config.model;
    const FitWords words = family_of(kind).fit().words();
    char head[128];
    std::snprintf(head, sizeof head, "%-10s precision checkpointing  %-8s", std::string(words.pieces).c_str(),
                  std::string(words.own).c_str());
    const std::string per = step_word(kind).size() > 5 ? "it.  " : step_word(kind) + " ";
    std::string out = report.sentence + " (budget " + to_text(report.budget) + ").\n\n  " + head +
                      "     size  peak MiB  spare MiB   s / " + per + " result\n";
    static constexpr const char* titles[] = {"Same result, fastest first", "Close", "Different", "Does not fit"};
    for (const PlanGroup group : {PlanGroup::Same, PlanGroup::Close, PlanGroup::Different, PlanGroup::TooBig}) {
        bool first = true;
        for (const FitPlan& p : report.plans) {
            if (p.group != group) continue;
            if (std::exchange(first, false)) out += std::string(titles[static_cast<int>(group)]) + "\n";
            out += plan_row(p);
        }
    }
    return out;
}

/// `--set batch.effective=N` means `--effective N`: to fit it is a setting like others, a run has no use for it.
Args with_effective(Args args) {
    const std::string key = "batch.effective=";
    for (auto& [name, value] : args.options) {
        if (name == "--set" && value.starts_with(key)) {
            name = "--effective";
            value.erase(0, key.size());
        }
    }
    return args;
}

Result<int> fit(const Context& given) {
    const Args args = has_batch(given.model) ? with_effective(given.args) : given.args;
    const Context c{args, given.console, given.environment, given.stop, given.model};
    auto config = config_of(c, fit_options(c.model));
    if (!config) return config.error();
    OptionReader options(c.args);
    FitRequest request;
    request.config = *config;
    request.effective_batch = options.whole("--effective", 0, 1, 1 << 20);
    if (options.error()) return *options.error();
    auto allow = sacrifices_of(c.args, c.model);
    if (!allow) return allow.error();
    request.allow = *allow;
    auto report = planner_of(c)->fit(request, c.progress(), c.stop);
    if (!report) return report.error();
    if (c.console.json()) {
        Json plans = Json::array();
        for (const FitPlan& p : report->plans) plans.push_back(plan_json(p));
        c.console.print(json_line(plans));
    } else {
        c.console.print(table(*report));
    }
    return report->any_fits ? 0 : 3;
}

const std::vector<Option>& rehearse_options() {
    static const std::vector<Option> options{
        {"--steps", "N", "Steps or iterations to make. Default 200."},
        {"--recipe", "FILE", "Write the settings, stamped with what was measured, as a configuration file."}};
    return options;
}

Result<int> rehearse(const Context& c) {
    auto config = config_of(c, rehearse_options());
    if (!config) return config.error();
    OptionReader options(c.args);
    RehearsalRequest request{*config, {}, static_cast<int>(options.whole("--steps", 200, 1, 1000000))};
    if (options.error()) return *options.error();
    auto folders = MadeFolders::above_all({c.args.get("--recipe")});
    if (!folders) return folders.error();
    auto done = planner_of(c)->rehearse(request, c.progress(), c.stop);
    if (!done) return done.error();
    if (c.args.has("--recipe")) {
        if (auto written = write_text_atomic(c.args.get("--recipe"), done->stamp); !written) return written.error();
        folders->keep();
    }
    if (c.console.json()) {
        c.console.print(json_line({{"steps", done->steps},
                                   {"budget", done->budget.count},
                                   {"forecast_bytes", done->forecast.count},
                                   {"peak_bytes", done->peak.count},
                                   {"seconds_per_step", done->seconds_per_step},
                                   {"images_per_second", done->images_per_second},
                                   {"oom_survived", done->oom_survived},
                                   {"batch.micro", done->used.batch_micro},
                                   {"batch.accumulate", done->used.batch_accumulate}}));
        return 0;
    }
    const double off =
        done->forecast.count > 0
            ? 100.0 * (static_cast<double>(done->peak.count) / static_cast<double>(done->forecast.count) - 1)
            : 0;
    char text[64];
    std::snprintf(text, sizeof text, " (%+.1f %%)", off);
    c.console.print(
        "budget               " + to_text(done->budget) + "\nforecast             " + to_text(done->forecast) +
        "\nmeasured peak        " + to_text(done->peak) + (done->forecast.count > 0 ? text : "") + "\n" +
        padded("s per " + step_word(c.model), 21) + seconds_text(done->seconds_per_step) +
        (family_of(c.model).facts().trains ? "\nimages per second    " + seconds_text(done->images_per_second)
                                           : std::string()) +
        "\n" + padded(family_of(c.model).fit().words().piece, 21) +
        family_of(c.model).fit().columns(done->used).pieces + (done->oom_survived > 0 ? ", set by the ladder" : "") +
        "\n");
    return 0;
}

Json fit_answer() {
    using namespace shape;
    const Json more = object_of({{"group", a_text()},
                                 {"same_result", a_flag()},
                                 {"recommended", a_flag()},
                                 {"as_asked", a_flag()},
                                 {"result", a_text()},
                                 {"to_spare_bytes", a_whole()},
                                 {"settings", map_of(a_value())}});
    return list_of(with_members(forecast_shape(), more));
}

Json rehearse_answer() {
    using namespace shape;
    return object_of({{"steps", a_whole()},
                      {"budget", a_whole()},
                      {"forecast_bytes", a_whole()},
                      {"peak_bytes", a_whole()},
                      {"seconds_per_step", a_number()},
                      {"images_per_second", a_number()},
                      {"oom_survived", a_whole()},
                      {"batch.micro", a_whole()},
                      {"batch.accumulate", a_whole()}});
}

/// The three verbs for a family.
void add_verbs(std::vector<Verb>& out, const Family& family) {
    const ModelKind kind = family.facts().kind;
    const FitWords words = family.fit().words();
    const auto add = [&](std::string what, std::vector<Option> options, std::string summary, std::string details,
                         Result<int> (*run)(const Context&), Json (*answer)()) {
        Verb v;
        v.syntax.verb = what + " " + std::string(family.facts().info.id);
        v.syntax.options = std::move(options);
        for (Option& o : family_options(kind)) v.syntax.options.push_back(std::move(o));
        v.syntax.positionals = family.words();
        v.syntax.most = v.syntax.positionals.empty() ? 0 : 64;
        v.summary = std::move(summary);
        v.details = std::move(details);
        v.settings = true;
        v.model = kind;
        v.run = run;
        v.answer = answer;
        out.push_back(std::move(v));
    };
    add("forecast", forecast_options(),
        "Forecast peak memory by role and phase, and seconds per " + step_word(kind) + ".",
        "Two probe " + step_word(kind, 2) + " of " + std::string(words.probed) +
            " are measured the first time for a kind of settings, and remembered.",
        forecast, forecast_report_shape);
    add("fit", fit_options(kind), "Find settings that fit a budget (--budget), best first.",
        "Exit status 3 when nothing fits. " + std::string(words.kept), fit, fit_answer);
    add("rehearse", rehearse_options(), "Run under a budget without a run folder and measure what it takes.", "",
        rehearse, rehearse_answer);
}

}  // namespace

std::vector<Verb> plan_verbs() {
    std::vector<Verb> out;
    for (const Family* family : families()) add_verbs(out, *family);
    return out;
}

}  // namespace headroom::cli
