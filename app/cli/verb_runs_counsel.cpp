// runs counsel: what an experienced person would say of a stored run.
#include "app/cli/counsel_text.h"
#include "app/cli/event_json.h"
#include "app/cli/verbs.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/families/registry.h"

#include <cstdint>

namespace headroom::cli {
namespace {

constexpr int kPicturesLookedAt = 256;

bool may_look(const Context& c, const RunHistory& run) {
    return !c.args.has("--no-data") && family_of(run.config).facts().trains;
}

/// What the data set is now, at a size of pictures that the run had; a set that is gone says nothing of itself.
DataFacts look_at_data(const Context& c, Services& services, const RunHistory& run, std::int64_t side) {
    DatasetQuery query;
    query.config = run.config;
    query.config.image_size = side;
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
    const DataAtFn data_at = [&](std::int64_t side) { return look_at_data(c, *services, *run, side); };
    const std::vector<CounselTold> told =
        may_look(c, *run) ? counsel_of(*run, data_at(run->config.image_size), data_at) : counsel_of(*run, {});
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
