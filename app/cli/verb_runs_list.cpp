// runs list: which runs there are, those that are asked for, in the order that is asked for.
#include "app/cli/cells.h"
#include "app/cli/json_line.h"
#include "app/cli/option_reader.h"
#include "app/cli/run_filter.h"
#include "app/cli/run_json.h"
#include "app/cli/verbs.h"
#include "core/base/lists.h"
#include "core/families/words.h"

#include <algorithm>
#include <functional>

namespace headroom::cli {
namespace {

using Before = std::function<bool(const RunInfo&, const RunInfo&)>;

/// How runs are sorted by each word of --sort; the largest or newest first where that is what one looks for.
const std::vector<std::pair<std::string, Before>>& orders() {
    static const std::vector<std::pair<std::string, Before>> all{
        {"created", [](const RunInfo& a, const RunInfo& b) { return a.created_unix_ms > b.created_unix_ms; }},
        {"name", [](const RunInfo& a, const RunInfo& b) { return a.name < b.name; }},
        {"state", [](const RunInfo& a, const RunInfo& b) { return a.state < b.state; }},
        {"step", [](const RunInfo& a, const RunInfo& b) { return a.step > b.step; }},
        {"elapsed", [](const RunInfo& a, const RunInfo& b) { return a.elapsed_seconds > b.elapsed_seconds; }},
        {"peak", [](const RunInfo& a, const RunInfo& b) { return a.peak > b.peak; }},
        {"score", [](const RunInfo& a,
                     const RunInfo& b) { return score_order(a.model, a.score) < score_order(b.model, b.score); }},
    };
    return all;
}

std::vector<std::string> order_names() {
    std::vector<std::string> out;
    for (const auto& [name, before] : orders()) out.push_back(name);
    return out;
}

Result<void> sort_runs(const Args& args, std::vector<RunInfo>& runs) {
    const std::string wanted = args.get("--sort", "created");
    const auto order = std::find_if(orders().begin(), orders().end(), [&](const auto& o) { return o.first == wanted; });
    if (order == orders().end()) return not_one_of("--sort", wanted, order_names());
    std::stable_sort(runs.begin(), runs.end(), order->second);
    if (args.has("--reverse")) std::reverse(runs.begin(), runs.end());
    return {};
}

std::vector<std::string> run_row(const RunInfo& i) {
    const std::string tags = joined(i.notes.tags, ", ");
    return {i.name,
            std::string(name_of(i.model)),
            i.state,
            date_text(i.created_unix_ms),
            step_word(i.model),
            padded(std::to_string(i.step), 8, true),
            padded(duration_text(i.elapsed_seconds), 8, true),
            (i.prompts.empty() ? i.data_name : i.prompts) + (tags.empty() ? tags : " [" + tags + "]")};
}

Result<int> list_runs(const Context& c) {
    OptionReader options(c.args);
    const auto limit = static_cast<std::size_t>(options.whole("--limit", 1'000'000, 1, 1'000'000));
    if (options.error()) return *options.error();
    const auto filter = RunFilter::from(c.args);
    if (!filter) return filter.error();
    auto services = c.services();
    auto runs = services->list_runs();
    const bool none = runs.empty();
    std::erase_if(runs, [&](const RunInfo& i) { return !filter->takes(i); });
    if (auto sorted = sort_runs(c.args, runs); !sorted) return sorted.error();
    if (runs.size() > limit) runs.resize(limit);
    if (c.console.json()) {
        for (const RunInfo& i : runs) c.console.print(json_line(run_json(i)));
        return 0;
    }
    if (runs.empty()) c.console.message((none ? "no runs yet in " : "no such runs in ") + services->runs_folder());
    std::vector<std::vector<std::string>> rows;
    for (const RunInfo& i : runs) rows.push_back(run_row(i));
    c.console.print(table_text(rows));
    return 0;
}

}  // namespace

std::vector<Verb> run_list_verbs() {
    Verb v;
    v.syntax = {"runs list", "", 0, 0, run_filter_options()};
    v.syntax.options.push_back(
        {"--sort", "WHAT",
         "created (default, newest first), name, state, step, elapsed, peak, score (family by family, the best first).",
         false, order_names()});
    v.syntax.options.push_back({"--reverse", "", "The other way round."});
    v.syntax.options.push_back({"--limit", "N", "At most so many."});
    v.summary = "List the runs, newest first.";
    v.tensors = Tensors::Unused;
    v.run = list_runs;
    v.answer = run_shape;
    return {v};
}

}  // namespace headroom::cli
