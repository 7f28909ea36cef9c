// runs counsel: what an experienced person would say of a stored run.
#include "app/cli/counsel_text.h"
#include "app/cli/event_json.h"
#include "app/cli/verbs.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/families/registry.h"

namespace headroom::cli {
namespace {

constexpr int kPicturesLookedAt = 256;

/// What the data set is now; a set that is gone says nothing of itself.
DataFacts look_at_data(const Context& c, Services& services, const RunHistory& run) {
    if (c.args.has("--no-data") || !family_of(run.config).facts().trains) return {};
    DatasetQuery query;
    query.config = run.config;
    query.thumbnails_wanted = kPicturesLookedAt;
    query.list_images = run.config.data_path != "shapes";
    auto report = services.inspect_dataset(query, c.progress(), c.stop);
    if (report) return facts_of(*report);
    c.console.message("the data set is not looked at: " + report.error().message);
    return {};
}

Result<int> counsel(const Context& c) {
    auto services = c.services();
    auto dir = find_run(c.args.positionals[0], *services);
    if (!dir) return dir.error();
    auto run = services->load_run(*dir);
    if (!run) return run.error();
    const std::vector<CounselTold> told = counsel_of(*run, look_at_data(c, *services, *run));
    std::string out;
    for (const CounselTold& t : told) out += c.console.json() ? event_line(t) : counsel_text(t, run->config.model);
    if (out.empty() && !c.console.json()) out = run->info.name + ": nothing to say\n";
    c.console.print(out);
    return 0;
}

}  // namespace

std::vector<Verb> run_counsel_verbs() {
    Verb v;
    v.syntax = {"runs counsel", "RUN", 1, 1, {{"--no-data", "", "Do not look at the run's data set."}}};
    v.summary = "Say what an experienced person would say of a run: what was seen, why it matters, what helps.";
    v.details =
        "Reads the run's history and samples, and the data set where it still is. The same is told while a run goes on, by train --json and in the\n"
        "window. With --json a line for each thing that was said and what became of it, as train --json prints them.";
    v.tensors = Tensors::Unused;
    v.run = counsel;
    return {v};
}

}  // namespace headroom::cli
