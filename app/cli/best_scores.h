// Scores of stored runs, for lists and comparisons: the best of a run, and which of two runs' is the better.
#pragma once

#include "core/api/scores.h"
#include "core/api/services.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::cli {

/// Those of a run with these marks that are against the pictures that it has now.
std::vector<ScoresDone> of_present_data(std::vector<ScoresDone> scores, const std::vector<HistoryMark>& marks);

/// Of those that the latest can be compared with (can_be_compared) the ones whose figure is the best.
std::optional<ScoresDone> best_scores(const std::vector<ScoresDone>& all, BestBy by);

/// Whether `a` comes before `b`: those that can be compared together, the best first; none come last.
bool scored_before(const std::optional<ScoresDone>& a, const std::optional<ScoresDone>& b, BestBy by);

/// "KID 0.0213 ± 0.0008 (random features, 512 pictures, 64 px, step 300)"; empty: none.
std::string figure_of_scores(const std::optional<ScoresDone>& scores, BestBy by);

}  // namespace headroom::cli
