// runs show, verify, unpack, note, delete: one stored run.
#include "app/cli/json_line.h"
#include "app/cli/run_json.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/base/lists.h"
#include "core/families/words.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"
#include "core/io/runs/run_notes.h"

#include <nlohmann/json.hpp>
#include <cmath>
#include <filesystem>
#include <sstream>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

Result<RunHistory> load(const Context& c, Services& services, std::size_t which) {
    auto dir = find_run(c.args.positionals[which], services);
    if (!dir) return dir.error();
    auto run = services.load_run(*dir);
    if (run && !run->damage.empty()) c.console.message("warning: " + run->damage);
    return run;
}

Result<int> show(const Context& c) {
    auto services = c.services();
    auto run = load(c, *services, 0);
    if (!run) return run.error();
    const RunInfo& i = run->info;
    if (c.console.json()) {
        Json out = run_json(i);
        out["config"] = settings_json(run->config);
        out["recorded_steps"] = run->recorded_steps;
        out["last"] = last_figures(*run);
        out["marks"] = Json::array();
        for (const HistoryMark& m : run->marks)
            out["marks"].push_back({{"step", m.step}, {"images", m.images}, {"kind", m.kind}, {"text", m.text}});
        out["scores"] = scores_json(run->scores);
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
    if (!i.notes.tags.empty()) out += "  tags     " + joined(i.notes.tags, ", ") + "\n";
    if (!i.notes.text.empty()) out += "  notes    " + i.notes.text + "\n";
    for (const CheckpointInfo& p : i.checkpoints) {
        out += "  checkpoint " + p.path + " (" + to_text(p.size) + (p.best ? ", best" : "") +
               (p.problem.empty() ? ")\n" : ", " + p.problem + ")\n");
    }
    for (const ScoresDone& s : run->scores)
        out += "  " + step_at(i.model, s.step) + ": " + scores_text(s.scores) + "\n";
    if (const std::string note = run->scores.empty() ? "" : fid_note(run->scores.back().scores); !note.empty())
        out += "  scores   " + note + "\n";
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
    const std::string history = history_path(*dir);
    std::error_code ec;
    if (std::filesystem::exists(history, ec)) {
        const auto store = HistoryStore::open_read_only(history);
        const Result<void> whole = store ? store->verify() : Result<void>(store.error());
        if (!whole) problems.push_back(whole.error().message);
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
        if (!c.console.can_ask())
            return bad(*dir + ": deleting a run cannot be undone",
                       "Add --yes to delete it with its checkpoints and samples.");
        if (!c.console.agrees("Delete " + *dir + " with its checkpoints and samples?", c.stop))
            return declined(c, "nothing was deleted");
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

Json show_answer() {
    using namespace shape;
    const Json more = object_of(
        {{"config", defined("settings")},
         {"recorded_steps", a_whole()},
         {"last", figures_shape()},
         {"marks",
          list_of(object_of({{"step", a_whole()}, {"images", a_whole()}, {"kind", a_text()}, {"text", a_text()}}))},
         {"scores", list_of(scores_shape())},
         {"samples", list_of(a_text())}});
    return with_members(run_shape(), more);
}

Json verify_answer() {
    using namespace shape;
    return object_of(
        {{"run", a_text()}, {"ok", a_flag()}, {"checkpoints", a_whole()}, {"problems", list_of(a_text())}});
}

Json note_answer() {
    using namespace shape;
    return object_of({{"run", a_text()}, {"tags", list_of(a_text())}, {"notes", a_text()}});
}

Json remove_answer() { return shape::object_of({{"deleted", shape::a_text()}}); }
Json unpack_answer() { return shape::object_of({{"run", shape::a_text()}}); }

}  // namespace

std::vector<Verb> run_verbs() {
    return {
        {.syntax = {"runs show", "RUN", 1, 1},
         .summary = "Show a run: state, checkpoints, changes, settings.",
         .tensors = Tensors::Unused,
         .run = show,
         .answer = show_answer},
        {.syntax = {"runs verify", "RUN", 1, 1},
         .summary = "Check a run's settings, history and every checkpoint's hashes.",
         .tensors = Tensors::Unused,
         .run = verify_run,
         .answer = verify_answer},
        {.syntax = {"runs unpack", "FILE", 1, 1},
         .summary = "Open an archive of a run (export --what archive) as a new run here; every file is checked.",
         .tensors = Tensors::Unused,
         .run = unpack,
         .answer = unpack_answer},
        {.syntax = {"runs note",
                    "RUN",
                    1,
                    1,
                    {{"--tags", "LIST", "Tags with commas between them; empty: none."},
                     {"--text", "TEXT", "Notes; empty: none."}}},
         .summary = "Give a run tags and notes; they replace those it has.",
         .tensors = Tensors::Unused,
         .run = note,
         .answer = note_answer},
        {.syntax = {"runs delete", "RUN", 1, 1, {{"--yes", "", "Delete without a question."}}},
         .summary = "Delete a run's own files.",
         .tensors = Tensors::Unused,
         .run = remove,
         .answer = remove_answer},
    };
}

}  // namespace headroom::cli
