// A stored run and its settings as JSON and in words, for the verbs that list, show, compare and prune runs and settings.
#pragma once

#include "core/api/param.h"
#include "core/api/services.h"

#include <nlohmann/json.hpp>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::cli {

/// What a stored run can be; "damaged": it cannot be read.
inline constexpr std::array<std::string_view, 6> kRunStates{"running", "stopped", "finished",
                                                            "failed",  "crashed", "damaged"};

/// Reads its history too, for what its description does not tell.
nlohmann::ordered_json run_json(const RunInfo& info);
/// JSON Schema of run_json().
nlohmann::ordered_json run_shape();

/// The figures of a run's latest step; null: there are none.
nlohmann::ordered_json last_figures(const RunHistory& run);
/// JSON Schema of last_figures().
nlohmann::ordered_json figures_shape();

/// A run's scores, each as the event "scores" has them.
nlohmann::ordered_json scores_json(const std::vector<ScoresDone>& all);
/// JSON Schema of one of them.
nlohmann::ordered_json scores_shape();

/// Settings as configuration files hold them.
nlohmann::ordered_json settings_json(const TrainConfig& config);
/// The settings that any of them has other than the first, in the schema's order.
std::vector<const ParamRow*> rows_that_differ(const std::vector<TrainConfig>& configs);
/// The value of a setting; "-": a run of that kind has none such.
std::string setting_text(const ParamRow& row, const TrainConfig& config);

/// "2026-11-26 22:00", in local time; "-": not known.
std::string date_text(std::int64_t unix_ms);

/// Lines of cells, each column as wide as its widest cell.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

}  // namespace headroom::cli
