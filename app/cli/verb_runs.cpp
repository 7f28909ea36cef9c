// runs list, show, verify, compare, note, delete: the run history.
#include "app/cli/json_line.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/config/json_number.h"
#include "core/families/words.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"
#include "core/io/runs/run_notes.h"
#include "core/io/runs/step_figures.h"

#include <nlohmann/json.hpp>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <sstream>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string date_text(std::int64_t unix_ms) {
    if (unix_ms <= 0) return "-";
    const std::time_t seconds = unix_ms / 1000;
    std::tm parts{};
    char text[32];
    localtime_r(&seconds, &parts);
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    return text;
}

/// "baseline, keep".
std::string tags_text(const RunNotes& notes) {
    std::string out;
    for (const std::string& tag : notes.tags) out += (out.empty() ? "" : ", ") + tag;
    return out;
}

Json info_json(const RunInfo& i) {
    Json checkpoints = Json::array();
    for (const CheckpointInfo& p : i.checkpoints) {
        checkpoints.push_back({{"path", p.path},
                               {"step", p.step},
                               {"images", p.images},
                               {"bytes", p.size.count},
                               {"best", p.best},
                               {"score", json_number(p.score)},
                               {"problem", p.problem}});
    }
    Json out{{"run", i.dir},
             {"name", i.name},
             {"state", i.state},
             {"created_unix_ms", i.created_unix_ms},
             {"step", i.step},
             {"images", i.images},
             {"elapsed_seconds", json_number(i.elapsed_seconds)},
             {"model", name_of(i.model)},
             {"data", i.data_name},
             {"prompts", i.prompts},
             {"width", i.width},
             {"height", i.height},
             {"precision", name_of(i.precision)},
             {"device", i.device},
             {"peak_bytes", i.peak.count},
             {"score", json_number(i.score)},
             {"tags", i.notes.tags},
             {"notes", i.notes.text},
             {"checkpoints", std::move(checkpoints)}};
    if (const auto& live = i.elsewhere) {
        out["live"] = {
            {"address", live->place.address},
            {"pid", live->place.pid},
            {"state", name_of(live->state)},
            {"step", live->step},
            {"images_per_second", json_number(live->images_per_second)},
            {"memory", {{"live", live->live.count}, {"peak", live->peak.count}, {"budget", live->budget.count}}}};
    }
    return out;
}

Result<int> list_runs(const Context& c) {
    auto services = c.services();
    const auto runs = services->list_runs();
    if (!c.console.json() && runs.empty()) c.console.message("no runs yet in " + services->runs_folder());
    for (const RunInfo& i : runs) {
        if (c.console.json()) {
            c.console.print(json_line(info_json(i)));
            continue;
        }
        char row[400];
        std::snprintf(row, sizeof row, "%-28s %-10s %-9s %16s  %-9s %-9lld %-10s ", i.name.c_str(),
                      std::string(name_of(i.model)).c_str(), i.state.c_str(), date_text(i.created_unix_ms).c_str(),
                      step_word(i.model).c_str(), static_cast<long long>(i.step),
                      duration_text(i.elapsed_seconds).c_str());
        const std::string tags = tags_text(i.notes);
        c.console.print(row + (i.prompts.empty() ? i.data_name : i.prompts) +
                        (tags.empty() ? tags : " [" + tags + "]") + "\n");
    }
    return 0;
}

Result<RunHistory> load(const Context& c, Services& services, std::size_t which) {
    auto dir = find_run(c.args.positionals[which], services);
    if (!dir) return dir.error();
    return services.load_run(*dir);
}

Json last_figures(const RunHistory& run) {
    if (run.steps.empty()) return nullptr;
    const StepDone& s = run.steps.back();
    Json out{{"step", s.step},
             {"images", s.images},
             {"loss_g", json_number(s.loss_g)},
             {"loss_d", json_number(s.loss_d)},
             {"d_real", json_number(s.d_real)},
             {"d_fake", json_number(s.d_fake)},
             {"images_per_second", json_number(s.images_per_second)},
             {"peak_bytes", s.peak.count}};
    out.update(kind_figures(s));
    return out;
}

Result<int> show(const Context& c) {
    auto services = c.services();
    auto run = load(c, *services, 0);
    if (!run) return run.error();
    const RunInfo& i = run->info;
    if (c.console.json()) {
        Json out = info_json(i);
        out["config"] = Json::parse(write_config(run->config), nullptr, false);
        out["recorded_steps"] = run->steps.size();
        out["last"] = last_figures(*run);
        out["marks"] = Json::array();
        for (const HistoryMark& m : run->marks)
            out["marks"].push_back({{"step", m.step}, {"images", m.images}, {"kind", m.kind}, {"text", m.text}});
        out["samples"] = run->sample_paths;
        c.console.print(json_line(out));
        return 0;
    }
    std::string out = i.name + "\n  folder   " + i.dir + "\n  state    " + i.state + "\n  created  " +
                      date_text(i.created_unix_ms) + "\n  model    " + std::string(name_of(i.model)) + ", " +
                      std::to_string(i.width) + " x " + std::to_string(i.height) + " px\n  data     " + i.data_name +
                      (i.prompts.empty() ? std::string() : "\n  prompts  " + i.prompts) + "\n  done     " +
                      steps_of(i.model, i.step) + " (" +
                      (family_of(i.model).facts().trains ? std::to_string(i.images) + " images, " : std::string()) +
                      duration_text(i.elapsed_seconds) + ")\n";
    if (const auto& live = i.elsewhere)
        out += "  now      " + std::string(name_of(live->state)) + " at " + step_at(i.model, live->step) +
               " in process " + std::to_string(live->place.pid) + ", " + live->place.address + "\n";
    if (i.peak.count > 0)
        out += "  peak     " + to_text(i.peak) + " of the process, " + std::string(name_of(i.precision)) +
               (i.device.empty() ? "" : ", " + i.device) + "\n";
    if (std::isfinite(i.score)) out += "  score    " + score_text(i.model, i.score) + "\n";
    if (!i.notes.tags.empty()) out += "  tags     " + tags_text(i.notes) + "\n";
    if (!i.notes.text.empty()) out += "  notes    " + i.notes.text + "\n";
    for (const CheckpointInfo& p : i.checkpoints) {
        out += "  checkpoint " + p.path + " (" + to_text(p.size) + (p.best ? ", best" : "") +
               (p.problem.empty() ? ")\n" : ", " + p.problem + ")\n");
    }
    for (const HistoryMark& m : run->marks)
        out += "  " + step_at(i.model, m.step) + ": " + m.kind + " " + m.text + "\n";
    out += "Settings that differ from the defaults:\n";
    for (const auto& [key, value] : difference(default_config(i.model), run->config))
        out += "  " + key + " = " + to_text(value) + "\n";
    c.console.print(out);
    return 0;
}

Result<int> verify_run(const Context& c) {
    auto services = c.services();
    auto dir = find_run(c.args.positionals[0], *services);
    if (!dir) return dir.error();
    auto folder = RunFolder::open(*dir);
    if (!folder) return folder.error();
    std::vector<std::string> problems;
    if (auto config = folder->load_config(); !config) problems.push_back(config.error().message);
    const std::string history = (std::filesystem::path(*dir) / "history.db").string();
    std::error_code ec;
    if (std::filesystem::exists(history, ec)) {
        if (auto store = HistoryStore::open_read_only(history); !store) problems.push_back(store.error().message);
    }
    std::size_t sound = 0;
    for (const CheckpointInfo& info : folder->checkpoints()) {
        if (c.stop.stop_requested()) return make_error(ErrorCode::Cancelled, "verification was stopped");
        c.console.progress("checking " + info.path, -1);
        if (auto content = RunFolder::read_checkpoint(info.path); content)
            ++sound;
        else
            problems.push_back(content.error().message);
    }
    if (c.console.json())
        c.console.print(
            json_line({{"run", *dir}, {"ok", problems.empty()}, {"checkpoints", sound}, {"problems", problems}}));
    if (!problems.empty()) {
        for (std::size_t i = 1; i < problems.size(); ++i) c.console.message(problems[i]);
        return make_error(ErrorCode::BadFile, problems.front(), "Resuming uses the newest checkpoint that is sound.");
    }
    if (!c.console.json()) c.console.print(*dir + ": sound, " + std::to_string(sound) + " checkpoints\n");
    return 0;
}

Result<int> compare(const Context& c) {
    auto services = c.services();
    auto a = load(c, *services, 0);
    if (!a) return a.error();
    auto b = load(c, *services, 1);
    if (!b) return b.error();
    Json settings = Json::object();
    std::string text;
    for (const auto& [key, value] : difference(a->config, b->config)) {
        const ParamValue old = find_param(key)->get(a->config);
        settings[key] = {to_text(old), to_text(value)};
        text += "  " + key + "  " + to_text(old) + "  " + to_text(value) + "\n";
    }
    const Json fa = last_figures(*a), fb = last_figures(*b);
    if (c.console.json()) {
        c.console.print(
            json_line({{"runs", {a->info.dir, b->info.dir}}, {"settings", std::move(settings)}, {"last", {fa, fb}}}));
        return 0;
    }
    std::string out = a->info.name + "  " + b->info.name + "\nSettings that differ:\n" +
                      (text.empty() ? "  none\n" : text) + "Last figures:\n";
    for (const char* key :
         {"step", "images", "loss_g", "loss_d", "d_real", "d_fake", "images_per_second", "peak_bytes"}) {
        out += std::string("  ") + key + "  " + (fa.is_null() ? "-" : fa[key].dump()) + "  " +
               (fb.is_null() ? "-" : fb[key].dump()) + "\n";
    }
    c.console.print(out);
    return 0;
}

Result<int> note(const Context& c) {
    auto services = c.services();
    auto run = load(c, *services, 0);
    if (!run) return run.error();
    RunNotes notes = run->info.notes;
    if (!c.args.has("--tags") && !c.args.has("--text")) {
        return make_error(ErrorCode::InvalidArgument, "nothing to note was given",
                          "Give --tags, --text or both; headroom-cli runs show prints what is there.");
    }
    if (c.args.has("--text")) notes.text = c.args.get("--text");
    if (c.args.has("--tags")) {
        notes.tags.clear();
        std::istringstream tags(c.args.get("--tags"));
        for (std::string tag; std::getline(tags, tag, ',');) notes.tags.push_back(tag);
    }
    const auto tidy = tidied(std::move(notes));
    if (!tidy) return tidy.error();
    if (auto noted = services->annotate_run(run->info.dir, *tidy); !noted) return noted.error();
    if (c.console.json())
        c.console.print(json_line({{"run", run->info.dir}, {"tags", tidy->tags}, {"notes", tidy->text}}));
    else
        c.console.message("noted for " + run->info.name);
    return 0;
}

Result<int> remove(const Context& c) {
    auto services = c.services();
    auto dir = find_run(c.args.positionals[0], *services);
    if (!dir) return dir.error();
    if (!c.args.has("--yes")) {
        return make_error(ErrorCode::InvalidArgument, *dir + ": deleting a run cannot be undone",
                          "Add --yes to delete it with its checkpoints and samples.");
    }
    if (auto deleted = services->delete_run(*dir); !deleted) return deleted.error();
    if (c.console.json())
        c.console.print(json_line({{"deleted", *dir}}));
    else
        c.console.message("deleted " + *dir);
    return 0;
}

Result<int> unpack(const Context& c) {
    auto services = c.services();
    auto dir = services->open_archive(c.args.positionals[0], c.progress(), c.stop);
    if (!dir) return dir.error();
    c.console.print(c.console.json() ? json_line({{"run", *dir}}) : *dir + "\n");
    return 0;
}

Verb verb(const char* name, const char* positionals, std::size_t count, const char* summary,
          Result<int> (*run)(const Context&)) {
    Verb v;
    v.syntax = {name, positionals, count, count, {}};
    v.summary = summary;
    v.run = run;
    return v;
}

}  // namespace

std::vector<Verb> run_verbs() {
    std::vector<Verb> out{
        verb("runs list", "", 0, "List the runs, newest first.", list_runs),
        verb("runs show", "RUN", 1, "Show a run: state, checkpoints, changes, settings.", show),
        verb("runs verify", "RUN", 1, "Check a run's settings, history and every checkpoint's hashes.", verify_run),
        verb("runs compare", "RUN RUN", 2, "Show which settings of two runs differ, and how far they came.", compare),
        verb("runs unpack", "FILE", 1,
             "Open an archive of a run (export --what run) as a new run here; every file is checked.", unpack),
        verb("runs note", "RUN", 1, "Give a run tags and notes; they replace those it has.", note),
        verb("runs delete", "RUN", 1, "Delete a run's own files.", remove),
    };
    out.back().syntax.options.push_back({"--yes", "", "Delete without a question."});
    Verb& noting = out[out.size() - 2];
    noting.syntax.options.push_back({"--tags", "LIST", "Tags with commas between them; empty: none."});
    noting.syntax.options.push_back({"--text", "TEXT", "Notes; empty: none."});
    return out;
}

}  // namespace headroom::cli
