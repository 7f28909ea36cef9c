// runs counsel: what an experienced person would say of a stored run.
#include "app/cli/change_costs.h"
#include "app/cli/counsel_text.h"
#include "app/cli/event_json.h"
#include "app/cli/json_line.h"
#include "app/cli/verbs.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/families/registry.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headroom::cli {
namespace {

constexpr int kPicturesLookedAt = 256;
constexpr const char* kNoForecast = "--no-forecast";

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
    query.look = run.config.data_skip_duplicates || run.config.data_skip_empty;  // how many it did without
    auto report = services.inspect_dataset(query, c.progress(), c.stop);
    if (report) return facts_of(*report, run.config);
    if (!c.stop.stop_requested()) c.console.message("the data set is not looked at: " + report.error().message);
    return {};
}

std::string told_text(const CounselTold& told, const std::optional<ChangeCost>& cost, ModelKind model) {
    return counsel_text(told, model) + (cost ? "  forecast: " + cost->words + "\n" : std::string());
}

std::string told_json(const CounselTold& told, const std::optional<ChangeCost>& cost) {
    if (!cost) return event_line(told);
    auto line = nlohmann::ordered_json::parse(event_line(told));
    line["forecast"] = cost->json;
    return json_line(line);
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
    std::optional<ChangeCosts> costs;
    if (!c.args.has(kNoForecast)) costs.emplace(c, *run);
    const Error stopped = make_error(ErrorCode::Cancelled, "counsel was stopped");
    if (c.stop.stop_requested()) return stopped;
    for (const CounselTold& t : told) {
        const auto cost = costs && t.state == CounselState::Raised ? costs->of(t.notice.change) : std::nullopt;
        if (c.stop.stop_requested()) return stopped;  // its forecast is not unknown, it was not waited for
        c.console.print(c.console.json() ? told_json(t, cost) : told_text(t, cost, run->config.model));
    }
    if (told.empty() && !c.console.json()) c.console.print(run->info.name + ": nothing to say\n");
    return 0;
}

}  // namespace

std::vector<Verb> run_counsel_verbs() {
    Verb v;
    v.syntax = {"runs counsel",
                "RUN",
                1,
                1,
                {{"--no-data", "", "Do not look at the run's data set."},
                 {kNoForecast, "", "Do not measure what the changes that help would take."}}};
    v.summary = "Say what an experienced person would say of a run: what was seen, why it matters, what helps.";
    v.details =
        "Reads the run's history and samples, and the data set where it still is. The same is told while a run goes on, by train --json and in the\n"
        "window. With --json a line for each thing that was said and what became of it, as train --json prints them. Of each change that helps and is\n"
        "not in force it forecasts peak memory and speed (\"forecast\"), by two probe steps on the run's device where nothing is known of such settings.";
    v.tensors = Tensors::Wished;  // what was said is told without, too
    v.without_tensors = kNoForecast;
    v.run = counsel;
    return {v};
}

}  // namespace headroom::cli
