// Writes runs as JSON and tables.
#include "app/cli/run_json.h"

#include "app/cli/cells.h"
#include "app/cli/shape.h"
#include "core/api/param_schema.h"
#include "core/config/change_mark.h"
#include "core/config/config_io.h"
#include "core/config/json_number.h"
#include "core/engine/remote/json_writer.h"
#include "core/families/figure_format.h"
#include "core/families/registry.h"
#include "core/families/words.h"
#include "core/io/runs/run_history.h"
#include "core/io/runs/step_figures.h"

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <functional>
#include <set>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

/// How many out-of-memory errors a run's history tells that were survived; null: it cannot be read. A run without one has had none.
Json survived_of(const std::string& run_dir) {
    const auto history = HistoryStore::open_read_only(history_path(run_dir));
    if (!history) return history.error().code == ErrorCode::NotFound ? Json(0) : Json();
    const std::vector<HistoryMark> marks = history->marks();
    if (!history->read_whole()) return Json();
    return std::count_if(marks.begin(), marks.end(),
                         [](const HistoryMark& m) { return m.kind == kOomMark && m.text.starts_with(kOomSurvived); });
}

}  // namespace

std::string date_text(std::int64_t unix_ms) {
    if (unix_ms <= 0) return "-";
    const std::time_t seconds = unix_ms / 1000;
    std::tm parts{};
    char text[32];
    localtime_r(&seconds, &parts);
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    return text;
}

Json settings_json(const TrainConfig& config) { return Json::parse(write_config(config), nullptr, false); }

std::vector<const ParamRow*> rows_that_differ(const std::vector<TrainConfig>& configs) {
    std::set<std::string, std::less<>> keys;
    for (const TrainConfig& config : configs) {
        for (const auto& [key, value] : difference(configs.front(), config)) keys.insert(key);
    }
    std::vector<const ParamRow*> out;
    for (const ParamRow& row : schema_rows()) {
        if (keys.contains(row.key)) out.push_back(&row);
    }
    return out;
}

std::string setting_text(const ParamRow& row, const TrainConfig& config) {
    return belongs_to(row, config.model) ? to_text(row.get(config)) : "-";
}

Json run_json(const RunInfo& i) {
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
             {"survived", survived_of(i.dir)},
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

Json run_shape() {
    using namespace shape;
    const Json checkpoint = object_of({{"path", a_text()},
                                       {"step", a_whole()},
                                       {"images", a_whole()},
                                       {"bytes", a_whole()},
                                       {"best", a_flag()},
                                       {"score", a_number()},
                                       {"problem", a_text()}});
    const Json live =
        object_of({{"address", a_text()},
                   {"pid", a_whole()},
                   {"state", a_text()},
                   {"step", a_whole()},
                   {"images_per_second", a_number()},
                   {"memory", object_of({{"live", a_whole()}, {"peak", a_whole()}, {"budget", a_whole()}})}});
    return object_of({{"run", a_text()},
                      {"name", a_text()},
                      {"state", one_of(kRunStates)},
                      {"created_unix_ms", a_whole()},
                      {"step", a_whole()},
                      {"images", a_whole()},
                      {"elapsed_seconds", a_number()},
                      {"model", a_text()},
                      {"data", a_text()},
                      {"prompts", a_text()},
                      {"width", a_whole()},
                      {"height", a_whole()},
                      {"precision", a_text()},
                      {"device", a_text()},
                      {"peak_bytes", a_whole()},
                      {"survived", or_null(a_whole())},
                      {"score", a_number()},
                      {"tags", list_of(a_text())},
                      {"notes", a_text()},
                      {"checkpoints", list_of(checkpoint)},
                      {"live?", live}});
}

Json scores_json(const std::vector<ScoresDone>& all) {
    Json out = Json::array();
    for (const ScoresDone& one : all) {
        remote::JsonWriter writer(out.emplace_back(Json::object()), nullptr);
        remote::Fields<ScoresDone>::each(one, writer);
        if (std::string note = fid_note(one.scores); !note.empty()) out.back()["note"] = std::move(note);
    }
    return out;
}

Json scores_shape() {
    using namespace shape;
    Json out = object_of({{"step", a_whole()},
                          {"images", a_whole()},
                          {"elapsed_seconds", a_number()},
                          {"features", a_text()},
                          {"pictures", a_whole()},
                          {"side", a_whole()},
                          {"copies_among", a_whole()},
                          {"feature_width", a_whole()},
                          {"note?", a_text()}});
    for (const ScoreFigure& figure : kScoreFigures) out = with_members(out, object_of({{figure.name, a_number()}}));
    return out;
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

Json figures_shape() {
    using namespace shape;
    Json out = object_of({{"step", a_whole()},
                          {"images", a_whole()},
                          {"loss_g", a_number()},
                          {"loss_d", a_number()},
                          {"d_real", a_number()},
                          {"d_fake", a_number()},
                          {"images_per_second", a_number()},
                          {"peak_bytes", a_whole()}});
    for (const Family* family : families()) family->figures().describe(out["properties"]);
    return or_null(std::move(out));
}

std::string table_text(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], cells_of(row[i]));
    }
    std::string out;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) out += i + 1 < row.size() ? padded(row[i], widths[i] + 2) : row[i];
        out += "\n";
    }
    return out;
}

}  // namespace headroom::cli
