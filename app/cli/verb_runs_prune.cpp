// runs prune: deletes the runs that nobody needs any more, after saying which and how much that frees.
#include "app/cli/json_line.h"
#include "app/cli/option_reader.h"
#include "app/cli/run_filter.h"
#include "app/cli/run_json.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/api/queue.h"
#include "core/base/clock.h"
#include "core/engine/queue/queue_check.h"
#include "core/engine/run_reader.h"

#include <algorithm>
#include <filesystem>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// What is asked for: which runs may go, and how many of the newest of them stay.
struct Pruning {
    RunFilter filter;
    std::int64_t before_unix_ms = 0;  ///< begun earlier than this; 0: whenever
    std::size_t keep = 0;
};

Result<Pruning> pruning_from(const Args& args) {
    auto filter = RunFilter::from(args);
    if (!filter) return filter.error();
    Pruning out{*std::move(filter)};
    OptionReader options(args);
    out.keep = static_cast<std::size_t>(options.whole("--keep", 0, 0, 1'000'000));
    const std::int64_t age = options.seconds("--older-than");
    if (options.error()) return *options.error();
    if (age > 0) out.before_unix_ms = unix_ms_now() - age * 1000;
    for (const char* criterion : {"--state", "--tag", "--family", "--older-than", "--keep"}) {
        if (args.has(criterion)) return out;
    }
    return bad("runs prune: nothing says which runs may go",
               "Give --state, --tag, --family, --older-than or --keep; --dry-run shows what they mean.");
}

/// One name for each place, however it is written; as it is written where that cannot be found out.
fs::path canonical(const std::string& path) {
    std::error_code failed;
    fs::path out = fs::weakly_canonical(path, failed);
    return failed ? fs::path(path) : out;
}

/// Whether `path` is the folder or lies in it.
bool within(const fs::path& folder, const fs::path& path) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// What runs that wait in the queue, or are under way there, need: their own folders, runs that they go on with, checkpoints, files.
Result<std::vector<fs::path>> needed_by_queue(Services& services) {
    std::vector<fs::path> out;
    const auto queue = services.queue() ? services.queue()->read() : Result<QueueSnapshot>(QueueSnapshot{});
    if (!queue) return queue.error();
    for (const QueueItem& item : queue->items) {
        if (has_ended(item.state)) continue;
        for (const std::string& folder : {item.run_dir, item.request.resume_from})
            if (!folder.empty()) out.push_back(canonical(folder));
        for (const NamedFile& file : files_of(item.request)) out.push_back(canonical(file.path));
    }
    return out;
}

Result<std::vector<RunInfo>> runs_to_prune(const Pruning& wanted, Services& services) {
    auto runs = services.list_runs();
    const auto needed = needed_by_queue(services);
    if (!needed) return needed.error();
    std::erase_if(runs, [&](const RunInfo& i) {
        const bool under_way = i.state == "running" || i.elsewhere.has_value();
        const bool cared_for = !i.notes.tags.empty() && !wanted.filter.names_a_tag();
        // A run whose description is damaged may be of any age.
        const bool young =
            wanted.before_unix_ms > 0 && (i.created_unix_ms <= 0 || i.created_unix_ms >= wanted.before_unix_ms);
        const auto of_it = [folder = canonical(i.dir)](const fs::path& path) { return within(folder, path); };
        return under_way || cared_for || young || !wanted.filter.takes(i) ||
               std::any_of(needed->begin(), needed->end(), of_it);
    });
    runs.erase(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(std::min(wanted.keep, runs.size())));
    return runs;  // the list is newest first
}

std::string runs_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " run" : " runs"); }

/// Those that could be deleted; a run that was begun or opened meanwhile stays, and is named.
Result<void> delete_all(const Context& c, Services& services, const std::vector<RunInfo>& runs) {
    for (const RunInfo& i : runs) {
        if (c.stop.stop_requested()) return make_error(ErrorCode::Cancelled, "pruning was stopped");
        if (auto deleted = services.delete_run(i.dir); !deleted) return deleted.error();
    }
    return {};
}

Result<int> prune(const Context& c) {
    const auto wanted = pruning_from(c.args);
    if (!wanted) return wanted.error();
    auto services = c.services();
    const auto found = runs_to_prune(*wanted, *services);
    if (!found) return found.error();
    const std::vector<RunInfo>& runs = *found;
    Json listed = Json::array();
    std::vector<std::vector<std::string>> rows;
    Bytes all;
    for (const RunInfo& i : runs) {
        const Bytes bytes = run_folder_bytes(i.dir);
        all += bytes;
        listed.push_back({{"run", i.dir}, {"name", i.name}, {"state", i.state}, {"bytes", bytes.count}});
        rows.push_back({i.name, i.state, date_text(i.created_unix_ms), to_text(bytes), i.dir});
    }
    const bool dry = c.args.has("--dry-run") || runs.empty();
    const std::string sum = runs_text(runs.size()) + ", " + to_text(all);
    if (!c.console.json() && !c.console.quiet()) c.console.print(table_text(rows));
    if (!dry && !c.args.has("--yes")) {
        if (!c.console.can_ask())
            return bad("--yes: is missing; " + sum + " would be deleted, which cannot be undone",
                       "Look with --dry-run, then add --yes.");
        if (!c.console.agrees("Delete " + sum + "?", c.stop)) return declined(c, "nothing was deleted");
    }
    if (!dry) {
        if (auto ok = delete_all(c, *services, runs); !ok) return ok.error();
    }
    if (c.console.json())
        c.console.print(json_line({{"runs", std::move(listed)}, {"bytes", all.count}, {"deleted", !dry}}));
    else
        c.console.message(runs.empty() ? "nothing to delete in " + services->runs_folder()
                                       : sum + (dry ? " would be deleted" : " deleted"));
    return 0;
}

Json prune_answer() {
    using namespace shape;
    return object_of(
        {{"runs",
          list_of(object_of({{"run", a_text()}, {"name", a_text()}, {"state", a_text()}, {"bytes", a_whole()}}))},
         {"bytes", a_whole()},
         {"deleted", a_flag()}});
}

}  // namespace

std::vector<Verb> run_prune_verbs() {
    Verb v;
    v.syntax = {"runs prune", "", 0, 0, run_filter_options()};
    for (Option& o :
         std::vector<Option>{{"--older-than", "TIME", "Only those begun longer ago: 30d, 12h."},
                             {"--keep", "N", "Of those that the others name, the N newest stay."},
                             {"--dry-run", "", "Say what would be deleted and how much that frees; delete nothing."},
                             {"--yes", "", "Delete without a question."}})
        v.syntax.options.push_back(std::move(o));
    v.summary = "Delete the runs that are named by state, tag, kind or age, after saying which.";
    v.details =
        "A run that is under way, or that the queue still needs, is never touched, nor one with tags unless --tag names one of them.\n"
        "Only runs below the runs folder are looked at; files in them that are not Headroom's stay.";
    v.tensors = Tensors::Unused;
    v.run = prune;
    v.answer = prune_answer;
    return {v};
}

}  // namespace headroom::cli
