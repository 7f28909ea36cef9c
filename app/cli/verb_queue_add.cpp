// queue add: the verbs that begin runs, which put theirs into the queue instead.
#include "app/cli/dry_run.h"
#include "app/cli/json_line.h"
#include "app/cli/option_reader.h"
#include "app/cli/processes.h"
#include "app/cli/settings.h"
#include "app/cli/shape.h"
#include "app/cli/train_request.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/api/queue.h"
#include "core/base/clock.h"
#include "core/base/lists.h"
#include "core/engine/queue/queue_words.h"
#include "core/engine/queue/sweep.h"

#include <algorithm>
#include <utility>

namespace headroom::cli {
namespace {

using Sweep = std::map<std::string, std::vector<ParamValue>>;

/// "lr.g=1e-4,2e-4"; given again, a key has further values. A text is one value, commas and all.
Result<Sweep> sweep_from(const Args& args, ModelKind kind) {
    Sweep sweep;
    for (const std::string& given : args.all("--sweep")) {
        const auto equals = given.find('=');
        const std::string key = given.substr(0, equals);
        if (equals == std::string::npos || equals + 1 == given.size())
            return bad("--sweep: '" + given + "' is not key=value,value");
        const ParamRow* row = find_param(key, kind);
        const bool whole = row && (row->type == ParamType::Text || row->type == ParamType::Set);
        for (const std::string& text :
             whole ? std::vector<std::string>{given.substr(equals + 1)} : split_list(given.substr(equals + 1), ',')) {
            auto value = setting_value(key, text, kind);
            if (!value) return bad("--sweep: " + value.error().message, value.error().hint);
            sweep[key].push_back(*std::move(value));
        }
    }
    return sweep;
}

/// The words with the first of each swept value set, so that what a run cannot do without may be swept too.
Args with_first_values(Args args, const Sweep& sweep) {
    for (const auto& [key, values] : sweep) args.options.emplace_back("--set", key + "=" + to_text(values.front()));
    return args;
}

/// Of each run that would be added; the exit status is that of the first that would not fit.
Result<int> dry_run_all(const Context& c, Services& services, const QueueAddition& addition) {
    const auto runs = planned_runs(addition);
    if (!runs) return runs.error();
    int status = 0;
    for (const PlannedRun& run : *runs) {
        RunRequest request = run.request;
        if (request.name.empty()) request.name = run.name;
        const auto told = dry_run(c, services, std::move(request), run.request.processes);
        if (!told) return told.error();
        if (status == 0) status = *told;
    }
    return status;
}

Result<int> add(const Context& given) {
    auto sweep = sweep_from(given.args, given.model);
    if (!sweep) return sweep.error();
    const Args args = with_first_values(given.args, *sweep);
    const Context c{args, given.console, given.environment, given.stop, given.model};
    OptionReader options(args);
    QueueAddition addition;
    addition.when_too_big = *enum_from_name<WhenTooBig>(options.word("--when-too-big", {"wait", "fit", "fail"}));
    if (options.error()) return *options.error();
    if (args.has("--at")) {
        const auto at = parse_clock(args.get("--at"), unix_ms_now());
        if (!at) return bad("--at: " + at.error().message, at.error().hint);
        addition.not_before_unix_ms = *at;
    }
    const auto processes = processes_wanted(args);
    if (!processes) return processes.error();
    auto services = c.services();
    auto request = request_from(c, *services);
    if (!request) return request.error();
    request->processes = *processes;
    if (!request->config) {  // a run that goes on as it is
        auto run = services->load_run(request->resume_from);
        if (!run) return run.error();
        request->config = std::make_shared<const TrainConfig>(run->config);
        if (request->name.empty()) request->name = run->info.name;
    }
    for (std::string* path : {&request->run_dir, &request->resume_from, &request->weights_from,
                              &request->generator_from, &request->discriminator_from, &request->memory_snapshot}) {
        if (!path->empty()) *path = absolute_path(*path);
    }
    addition.request = *std::move(request);
    addition.sweep = *std::move(sweep);
    if (args.has("--dry-run")) return dry_run_all(c, *services, addition);
    const auto queue = services->queue();
    const auto ids = queue->add(std::move(addition));
    if (!ids) return ids.error();
    const auto now = queue->read();
    if (!now) return now.error();
    for (const QueueItem& item : now->items) {
        if (std::find(ids->begin(), ids->end(), item.id) == ids->end()) continue;
        if (c.console.json())
            c.console.print(json_line({{"id", item.id}, {"name", item.name}}));
        else
            c.console.print(item.id + "  " + item.name + "\n");
    }
    c.console.message(now->runners.empty() ? "headroom-cli queue run works through the queue." : now->next_words);
    return 0;
}

nlohmann::ordered_json add_answer() {
    using namespace shape;
    return {
        {"anyOf", nlohmann::ordered_json::array({object_of({{"id", a_text()}, {"name", a_text()}}), dry_run_shape()})}};
}

}  // namespace

std::vector<Verb> queue_add_verbs() {
    std::vector<Verb> out = train_verbs();
    for (Verb& v : out) {
        std::vector<Option>& options = v.syntax.options;
        std::erase_if(options, [](const Option& o) {
            // No part of what the queue keeps; its runs wait for the disk anyway.
            return o.name == "--control" || o.name == "--rank-timeout" || o.name == "--wait-for-disk";
        });
        options.insert(
            options.begin(),
            {{"--sweep", "KEY=A,B", "One run for each value; several make the grid. May be repeated, for a key too."},
             {"--when-too-big",
              "WHAT",
              "What happens when it does not fit at its turn: wait (default; others go first), fit (take Make it fit's best plan with the "
              "same result, else wait), fail.",
              false,
              {"wait", "fit", "fail"}},
             {"--at", "TIME", "Start no earlier: 22:00, or \"2026-11-26 22:00\"."}});
        v.syntax.misplaced = {{"--runs-dir", "a run of the queue goes where the runner keeps its runs",
                               "Say headroom-cli queue run --runs-dir DIR, or name the run's own folder with --out."}};
        v.summary = "Put into the queue: " + v.summary;
        v.details = "Takes what " + v.syntax.verb + " takes. Prints the id of each run that was added.";
        v.syntax.verb = "queue add " + v.syntax.verb;
        v.run = add;
        v.answer = add_answer;
    }
    return out;
}

}  // namespace headroom::cli
