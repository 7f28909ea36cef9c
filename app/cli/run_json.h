// A stored run as JSON and in words, for the verbs that list, show, compare and prune runs.
#pragma once

#include "core/api/services.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace headroom::cli {

nlohmann::ordered_json run_json(const RunInfo& info);
/// JSON Schema of run_json().
nlohmann::ordered_json run_shape();

/// The figures of a run's latest step; null: there are none.
nlohmann::ordered_json last_figures(const RunHistory& run);
/// JSON Schema of last_figures().
nlohmann::ordered_json figures_shape();

/// "2026-11-26 22:00", in local time; "-": not known.
std::string date_text(std::int64_t unix_ms);
/// "baseline, keep".
std::string tags_text(const RunNotes& notes);

/// Lines of cells, each column as wide as its widest cell.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

}  // namespace headroom::cli
