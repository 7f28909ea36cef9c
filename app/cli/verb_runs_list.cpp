// runs list: which runs there are, those that are asked for, in the order that is asked for.
#include "app/cli/best_scores.h"
#include "app/cli/cells.h"
#include "app/cli/json_line.h"
#include "app/cli/option_reader.h"
#include "app/cli/run_filter.h"
#include "app/cli/run_json.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/base/lists.h"
#include "core/base/units.h"
#include "core/families/words.h"
#include "core/io/runs/run_history.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

namespace headroom::cli {
namespace {

/// A run of the list, with its best scores where it is sorted by them.
struct Listed {
    RunInfo info;
    std::optional<ScoresDone> scores{};
};

/// A word of --sort: what comes first, and what is shown of it beside what every list shows.
struct Order {
    std::string name;
    std::function<bool(const Listed&, const Listed&)> before;
    std::function<std::string(const Listed&)> shown{};
    std::optional<BestBy> by{};  ///< one of the scores
};

Order by_scores(const char* name, BestBy by) {
    return {name, [by](const Listed& a, const Listed& b) { return scored_before(a.scores, b.scores, by); },
            [by](const Listed& run) { return figure_of_scores(run.scores, by); }, by};
}

/// The largest or newest first where that is what one looks for.
const std::vector<Order>& orders() {
    const auto by = [](auto member) {
        return [member](const Listed& a, const Listed& b) { return a.info.*member < b.info.*member; };
    };
    const auto falling = [](auto member) {
        return [member](const Listed& a, const Listed& b) { return a.info.*member > b.info.*member; };
    };
    static const std::vector<Order> all{
        {"created", falling(&RunInfo::created_unix_ms)},
        {"name", by(&RunInfo::name), [](const Listed& run) { return run.info.name; }},
        {"state", by(&RunInfo::state)},
        {"step", falling(&RunInfo::step)},
        {"elapsed", falling(&RunInfo::elapsed_seconds)},
        {"peak", falling(&RunInfo::peak),
         [](const Listed& run) { return run.info.peak.count > 0 ? to_text(run.info.peak) : ""; }},
        {"score",
         [](const Listed& a, const Listed& b) {
             return score_order(a.info.model, a.info.score) < score_order(b.info.model, b.info.score);
         },
         [](const Listed& run) { return score_text(run.info.model, run.info.score); }},
        by_scores("kid", BestBy::Kid),
        by_scores("fid", BestBy::Fid),
    };
    return all;
}

std::vector<std::string> order_names() {
    std::vector<std::string> out;
    for (const Order& order : orders()) out.push_back(order.name);
    return out;
}

Result<const Order*> order_from(const Args& args) {
    const std::string wanted = args.get("--sort", "created");
    const auto order = std::find_if(orders().begin(), orders().end(), [&](const Order& o) { return o.name == wanted; });
    if (order == orders().end()) return not_one_of("--sort", wanted, order_names());
    return &*order;
}

/// None where they cannot be read.
std::optional<ScoresDone> read_best(const std::string& run_dir, const BestBy& by) {
    const auto history = HistoryStore::open_read_only(history_path(run_dir));
    if (!history) return std::nullopt;
    return best_scores(of_present_data(history->scores(), history->marks()), by);
}

/// Those that the filter takes, in order. Runs that have nothing to be sorted by come last, also the other way round.
std::vector<Listed> sorted_runs(const Args& args, const std::vector<RunInfo>& runs, const RunFilter& filter,
                                const Order& order) {
    std::vector<Listed> out;
    for (const RunInfo& info : runs) {
        if (!filter.takes(info)) continue;
        out.push_back({info});
        if (order.by) out.back().scores = read_best(info.dir, *order.by);
    }
    std::stable_sort(out.begin(), out.end(), order.before);
    if (!args.has("--reverse")) return out;
    const auto nothing = std::stable_partition(
        out.begin(), out.end(), [&](const Listed& run) { return !order.shown || !order.shown(run).empty(); });
    std::reverse(out.begin(), nothing);
    return out;
}

std::vector<std::string> run_row(const Listed& run, const Order& order) {
    const RunInfo& i = run.info;
    const std::string tags = joined(i.notes.tags, ", ");
    // By the folder's name other verbs take it: several runs may be called alike. The name is shown where that does not tell it.
    const std::string folder = std::filesystem::path(i.dir).filename().string();
    const bool named = order.name != "name" && !folder.starts_with(i.name);
    std::vector<std::string> row{folder,
                                 std::string(name_of(i.model)),
                                 i.state,
                                 date_text(i.created_unix_ms),
                                 step_word(i.model),
                                 padded(std::to_string(i.step), 8, true),
                                 padded(duration_text(i.elapsed_seconds), 8, true),
                                 (named ? i.name + ": " : std::string()) +
                                     (i.prompts.empty() ? i.data_name : i.prompts) +
                                     (tags.empty() ? tags : " [" + tags + "]")};
    if (order.shown) {
        const std::string shown = order.shown(run);
        row.insert(row.end() - 1, shown.empty() ? "-" : shown);
    }
    return row;
}

nlohmann::ordered_json listed_json(const Listed& run) {
    nlohmann::ordered_json out = run_json(run.info);
    if (run.scores) out["scores"] = scores_json({*run.scores}).front();
    return out;
}

nlohmann::ordered_json listed_shape() {
    return shape::with_members(run_shape(), shape::object_of({{"scores?", scores_shape()}}));
}

Result<int> list_runs(const Context& c) {
    OptionReader options(c.args);
    const auto limit = static_cast<std::size_t>(options.whole("--limit", 1'000'000, 1, 1'000'000));
    if (options.error()) return *options.error();
    const auto filter = RunFilter::from(c.args);
    if (!filter) return filter.error();
    const auto order = order_from(c.args);
    if (!order) return order.error();
    auto services = c.services();
    const std::vector<RunInfo> all = services->list_runs();
    std::vector<Listed> runs = sorted_runs(c.args, all, *filter, **order);
    if (runs.size() > limit) runs.resize(limit);
    if (c.console.json()) {
        for (const Listed& run : runs) c.console.print(json_line(listed_json(run)));
        return 0;
    }
    if (runs.empty())
        c.console.message((all.empty() ? "no runs yet in " : "no such runs in ") + services->runs_folder());
    std::vector<std::vector<std::string>> rows;
    for (const Listed& run : runs) rows.push_back(run_row(run, **order));
    c.console.print(table_text(rows));
    return 0;
}

}  // namespace

std::vector<Verb> run_list_verbs() {
    Verb v;
    v.syntax = {"runs list", "", 0, 0, run_filter_options()};
    v.syntax.options.push_back(
        {"--sort", "WHAT",
         "created (default, newest first), name, state, step, elapsed, peak, score (family by family, the best first), kid or fid (the lowest that a run was scored with; features by features). What runs are sorted by is shown.",
         false, order_names()});
    v.syntax.options.push_back({"--reverse", "", "The other way round."});
    v.syntax.options.push_back({"--limit", "N", "At most so many."});
    v.summary = "List the runs, newest first.";
    v.tensors = Tensors::Unused;
    v.run = list_runs;
    v.answer = listed_shape;
    return {v};
}

}  // namespace headroom::cli
