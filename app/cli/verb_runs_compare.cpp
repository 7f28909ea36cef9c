// runs compare: which settings of two runs or more differ, how far they came, and their scores.
#include "app/cli/best_scores.h"
#include "app/cli/json_line.h"
#include "app/cli/run_json.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/base/units.h"
#include "core/config/json_number.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kMostCompared = 32;

std::vector<TrainConfig> configs_of(const std::vector<RunHistory>& runs) {
    std::vector<TrainConfig> out;
    for (const RunHistory& run : runs) out.push_back(run.config);
    return out;
}

/// A figure for people: bytes with their unit, numbers with what one can compare.
std::string shown_figure(const Json& figure, std::string_view key) {
    if (figure.is_null()) return "-";
    if (key.ends_with("_bytes")) return to_text(Bytes{figure.get<std::int64_t>()});
    if (figure.is_number_integer()) return figure.dump();
    return figure_text(figure.get<double>());
}

std::vector<std::optional<ScoresDone>> best_of(const std::vector<RunHistory>& runs) {
    std::vector<std::optional<ScoresDone>> out;
    for (const RunHistory& run : runs) out.push_back(best_scores(of_present_data(run.scores, run.marks), BestBy::Kid));
    return out;
}

using Table = std::vector<std::vector<std::string>>;

/// The scores of each run where its KID was the lowest; nothing where no run was scored.
void add_scores(Table& table, const std::vector<std::optional<ScoresDone>>& best) {
    if (std::none_of(best.begin(), best.end(), [](const auto& b) { return b.has_value(); })) return;
    const auto row = [&](std::string_view name, const auto& text) {
        table.push_back({"  " + std::string(name)});
        for (const auto& of_run : best) table.back().push_back(of_run ? text(*of_run) : "-");
    };
    table.push_back({"Scores where KID is lowest:"});
    row("step", [](const ScoresDone& s) { return std::to_string(s.step); });
    row("features", [](const ScoresDone& s) { return s.scores.features; });
    row("pictures", [](const ScoresDone& s) { return std::to_string(s.scores.pictures); });
    if (std::any_of(best.begin(), best.end(), [](const auto& b) { return b && b->scores.side > 0; }))
        row("side", [](const ScoresDone& s) { return s.scores.side > 0 ? std::to_string(s.scores.side) : "-"; });
    for (const ScoreFigure& figure : kScoreFigures) {
        if (std::any_of(best.begin(), best.end(),
                        [&](const auto& b) { return b && std::isfinite(b->scores.*(figure.of)); }))
            row(figure.name, [&](const ScoresDone& s) { return shown_figure(json_number(s.scores.*(figure.of)), ""); });
    }
}

/// Whether figures of two runs stand beside each other that say nothing of each other.
bool measured_differently(const std::vector<std::optional<ScoresDone>>& best) {
    std::set<std::pair<std::string, std::int64_t>> ways;
    std::set<std::int64_t> sides;
    for (const auto& of_run : best) {
        if (!of_run) continue;
        ways.emplace(of_run->scores.features, of_run->scores.pictures);
        if (of_run->scores.side > 0) sides.insert(of_run->scores.side);
    }
    return ways.size() > 1 || sides.size() > 1;
}

std::string compared_in_words(const std::vector<RunHistory>& runs, const std::vector<std::string>& named,
                              const std::vector<std::optional<ScoresDone>>& best) {
    Table table{{""}};
    table.front().insert(table.front().end(), named.begin(), named.end());  // runs may be called alike
    const auto rows = rows_that_differ(configs_of(runs));
    table.push_back({"Settings that differ:" + std::string(rows.empty() ? " none" : "")});
    for (const ParamRow* row : rows) {
        table.push_back({"  " + std::string(row->key)});
        for (const RunHistory& run : runs) table.back().push_back(setting_text(*row, run.config));
    }
    table.push_back({"Last figures:"});
    std::vector<Json> figures;
    for (const RunHistory& run : runs) figures.push_back(last_figures(run));
    for (const char* key :
         {"step", "images", "loss_g", "loss_d", "d_real", "d_fake", "images_per_second", "peak_bytes"}) {
        table.push_back({std::string("  ") + key});
        for (const Json& of_run : figures)
            table.back().push_back(of_run.is_null() ? "-" : shown_figure(of_run[key], key));
    }
    add_scores(table, best);
    return table_text(table);
}

Result<int> compare_runs(const Context& c) {
    auto services = c.services();
    std::vector<RunHistory> runs;
    for (const std::string& named : c.args.positionals) {
        auto dir = find_run(named, *services);
        if (!dir) return dir.error();
        auto run = services->load_run(*dir);
        if (!run) return run.error();
        runs.push_back(*std::move(run));
    }
    const auto best = best_of(runs);
    if (!c.console.json()) {
        c.console.print(compared_in_words(runs, c.args.positionals, best));
        if (measured_differently(best))
            c.console.message(
                "The scores are of other features, sizes or numbers of pictures: FID and what is like it cannot be compared.");
        return 0;
    }
    Json out{{"runs", Json::array()}, {"settings", Json::object()}, {"last", Json::array()}, {"scores", Json::array()}};
    for (const ParamRow* row : rows_that_differ(configs_of(runs))) {
        Json& values = out["settings"][std::string(row->key)] = Json::array();
        for (const RunHistory& run : runs) values.push_back(setting_text(*row, run.config));
    }
    for (const RunHistory& run : runs) {
        out["runs"].push_back(run.info.dir);
        out["last"].push_back(last_figures(run));
    }
    for (const auto& of_run : best) out["scores"].push_back(of_run ? scores_json({*of_run}).front() : Json(nullptr));
    c.console.print(json_line(out));
    return 0;
}

Json compare_answer() {
    using namespace shape;
    return object_of({{"runs", list_of(a_text())},
                      {"settings", map_of(list_of(a_text()))},
                      {"last", list_of(figures_shape())},
                      {"scores", list_of(or_null(scores_shape()))}});
}

}  // namespace

std::vector<Verb> run_compare_verbs() {
    Verb v;
    v.syntax = {"runs compare", "RUN RUN...", 2, kMostCompared, {}};
    v.summary = "Show which settings of several runs differ, how far they came, and their scores.";
    v.tensors = Tensors::Unused;
    v.run = compare_runs;
    v.answer = compare_answer;
    return {v};
}

}  // namespace headroom::cli
