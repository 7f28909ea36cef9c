// forecast, fit, rehearse: what a run will cost, and what fits.
#include "app/cli/json_line.h"
#include "app/cli/option_reader.h"
#include "app/cli/settings.h"
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
    if (auto ok = check_startable(*config, usable_devices(c.backend()->devices())); !ok) return ok.error();
    return config;
}

std::shared_ptr<Planner> planner_of(const Context& c) {
    return make_planner(c.backend(), {}, std::make_shared<const std::atomic<RunState>>(RunState::Idle));
}

std::string mib(Bytes b) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f", static_cast<double>(b.count) / (1 << 20));
    return text;
}

std::string seconds_text(double s) {
    char text[32];
    std::snprintf(text, sizeof text, s >= 10 ? "%.1f" : "%.3f", s);
    return s > 0 ? text : "n/a";
}

Json roles_json(const RoleBytes& roles) {
    Json out = Json::object();
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        if (roles.bytes[i].count != 0) out[std::string(name_of(static_cast<Role>(i)))] = roles.bytes[i].count;
    }
    return out;
}

const char* verdict(Bytes to_spare, bool tight) { return to_spare.count < 0 ? "no" : tight ? "tight" : "fits"; }

Json forecast_json(const Forecast& f, Bytes to_spare, bool tight) {
    Json phases = Json::object();
    for (const PhasePeak& p : f.by_phase) phases[std::string(name_of(p.phase))] = p.tensors.count;
    return {{"peak_bytes", f.peak.count},
            {"low", f.low.count},
            {"high", f.high.count},
            {"tensor_bytes", f.tensors().count},
            {"context_bytes", f.context.count},
            {"seconds_per_step", f.seconds_per_step > 0 ? Json(f.seconds_per_step) : Json()},
            {"by_role", roles_json(f.by_role)},
            {"between_steps", f.between_steps.count},
            {"by_phase", phases},
            {"fits", verdict(to_spare, tight)},
            {"missing_bytes", std::max<std::int64_t>(0, -to_spare.count)},
            {"source", f.source}};
}

/// A line's head in its column: "s per step           ".
std::string padded(std::string head) {
    head.resize(21, ' ');
    return head;
}

std::string forecast_words(ModelKind kind, const Forecast& f, const DeviceRoom& room, Bytes to_spare, bool tight) {
    std::string out = "peak of the process  " + to_text(f.peak) + " (" + to_text(f.low) + " to " + to_text(f.high) +
                      ")\nbudget               " + to_text(room.budget) + ", " + room.device_name + "\n";
    out += to_spare.count < 0 ? "does not fit:        " + to_text(Bytes{-to_spare.count}) + " are missing\n"
                              : std::string(tight ? "tight:               " : "fits:                ") +
                                    to_text(to_spare) + " to spare\n";
    out += padded("s per " + step_word(kind)) + seconds_text(f.seconds_per_step) +
           (f.seconds_measured ? " (measured)" : " (modelled)") + "\n\nMiB at the peak\n";
    const auto row = [&out](std::string name, Bytes b) {
        const std::string number = mib(b);
        name.resize(20, ' ');
        out += "  " + name + std::string(number.size() < 8 ? 8 - number.size() : 1, ' ') + number + "\n";
    };
    row("context, kernels", f.context);
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        if (f.by_role.bytes[i].count > 0) row(std::string(name_of(static_cast<Role>(i))), f.by_role.bytes[i]);
    }
    if (f.between_steps.count > 0)
        out += "  of these " + mib(f.between_steps) + " stay between steps, which are recorded as CUDA graphs\n";
    out += "MiB of tensors by phase\n";
    for (const PhasePeak& p : f.by_phase) row(std::string(name_of(p.phase)), p.tensors);
    return out + "Source: " + f.source + ".\n";
}

const std::vector<Option>& forecast_options() {
    static const std::vector<Option> options{
        {"--processes", "N", "What the first of N processes that share each step needs, and what each of the others."}};
    return options;
}

/// Of processes 1 to N - 1, which need as much as the first one or less.
Result<Forecast> of_the_others(Forecaster& forecaster, const TrainConfig& config, int processes, const Context& c) {
    return forecaster.measured(family_of(config).fit().of_process(config, processes, 1), {}, c.stop);
}

Result<int> forecast(const Context& c) {
    auto whole = config_of(c, forecast_options());
    if (!whole) return whole.error();
    OptionReader options(c.args);
    const int processes = static_cast<int>(options.whole("--processes", 1, 1, 4096));
    if (options.error()) return *options.error();
    const TrainConfig config = family_of(*whole).fit().of_process(*whole, processes, 0);
    const auto forecaster = c.backend()->forecaster();
    if (!forecaster) return make_error(ErrorCode::Environment, "this engine cannot forecast");
    auto room = forecaster->room(config, {});
    if (!room) return room.error();
    if (!forecaster->known(config, {})) c.progress()("measuring two probe " + step_word(c.model, 2), -1);
    auto known = forecaster->measured(config, {}, c.stop);
    if (!known) return known.error();
    const Bytes to_spare = room->budget - room->reserve - known->peak;
    const bool tight = known->is_tight(to_spare, room->budget);
    Json json = forecast_json(*known, to_spare, tight);
    json["budget_bytes"] = room->budget.count;
    json["reserve_bytes"] = room->reserve.count;
    if (const auto held = forecaster->report(config, {})) {
        json["device_total_bytes"] = held->device_total.count;
        json["available_bytes"] = (held->device_total - held->now.other_programs).count;
    }
    std::string words = forecast_words(c.model, *known, *room, to_spare, tight);
    if (processes > 1) {
        const auto others = of_the_others(*forecaster, *whole, processes, c);
        if (!others) return others.error();
        json["processes"] = processes;
        json["others_peak_bytes"] = others->peak.count;
        json["others_tensor_bytes"] = others->tensors().count;
        words += "This is the first of " + std::to_string(processes) + " processes; each of the others needs " +
                 to_text(others->peak) + ".\n";
    }
    c.console.print(c.console.json() ? json_line(json) : words);
    return 0;
}

const std::vector<Option>& fit_options() {
    static const std::vector<Option> options{
        {"--effective", "N",
         "Effective batch to keep; --set batch.effective=N is the same. Default: micro-batch times accumulation as given."},
        {"--allow", "LIST",
         "What plans may change, with commas: checkpointing, fakes, precision, size, network; or all, none. Default checkpointing,fakes."}};
    return options;
}

Result<Sacrifices> sacrifices_of(const Args& args) {
    Sacrifices allow;
    if (!args.has("--allow")) return allow;
    allow = {false, false, false, false, false};
    for (const std::string& word : split_list(args.get("--allow"), ',')) {
        if (word == "checkpointing")
            allow.checkpointing = true;
        else if (word == "fakes")
            allow.recompute_fakes = true;
        else if (word == "precision")
            allow.lower_precision = true;
        else if (word == "size")
            allow.smaller_picture = true;
        else if (word == "network")
            allow.smaller_network = true;
        else if (word == "all")
            allow = {true, true, true, true, true};
        else if (word != "none")
            return bad("--allow: '" + word + "' is none of checkpointing, fakes, precision, size, network, all, none");
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
    const Args args = with_effective(given.args);
    const Context c{args, given.console, given.environment, given.stop, given.model};
    auto config = config_of(c, fit_options());
    if (!config) return config.error();
    OptionReader options(c.args);
    FitRequest request;
    request.config = *config;
    request.effective_batch = options.whole("--effective", 0, 1, 1 << 20);
    if (options.error()) return *options.error();
    auto allow = sacrifices_of(c.args);
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
    auto done = planner_of(c)->rehearse(request, c.progress(), c.stop);
    if (!done) return done.error();
    if (c.args.has("--recipe")) {
        if (auto written = write_text_atomic(c.args.get("--recipe"), done->stamp); !written) return written.error();
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
        padded("s per " + step_word(c.model)) + seconds_text(done->seconds_per_step) +
        (family_of(c.model).facts().trains ? "\nimages per second    " + seconds_text(done->images_per_second)
                                           : std::string()) +
        "\n" + padded(std::string(family_of(c.model).fit().words().piece)) +
        family_of(c.model).fit().columns(done->used).pieces + (done->oom_survived > 0 ? ", set by the ladder" : "") +
        "\n");
    return 0;
}

/// The three verbs for a family.
void add_verbs(std::vector<Verb>& out, const Family& family) {
    const ModelKind kind = family.facts().kind;
    const FitWords words = family.fit().words();
    const auto add = [&](std::string what, std::vector<Option> options, std::string summary, std::string details,
                         Result<int> (*run)(const Context&)) {
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
        out.push_back(std::move(v));
    };
    add("forecast", forecast_options(),
        "Forecast peak memory by role and phase, and seconds per " + step_word(kind) + ".",
        "Two probe " + step_word(kind, 2) + " of " + std::string(words.probed) +
            " are measured the first time for a kind of settings, and remembered.",
        forecast);
    add("fit", fit_options(), "Find settings that fit a budget (--budget), best first.",
        "Exit status 3 when nothing fits. " + std::string(words.kept), fit);
    add("rehearse", rehearse_options(), "Run under a budget without a run folder and measure what it takes.", "",
        rehearse);
}

}  // namespace

std::vector<Verb> plan_verbs() {
    std::vector<Verb> out;
    for (const Family* family : families()) add_verbs(out, *family);
    return out;
}

}  // namespace headroom::cli
