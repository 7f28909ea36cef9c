// ModelCard: README.md for exported weights, in the form that the Hugging Face hub shows: YAML between two lines of dashes, then Markdown.
#pragma once

#include "core/api/recipe.h"
#include "core/api/scores.h"
#include "core/base/result.h"
#include "core/families/portable.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headroom {

struct ModelCard {
    std::string name;       ///< of the run
    std::string data_name;  ///< what it was trained on, for people
    std::string licence = "unknown";
    std::string weights, loader, latents;  ///< files beside it; `latents` may be empty
    std::int64_t step = 0, images = 0;
    double score = 0;                 ///< NaN: none
    std::optional<RunScores> scores;  ///< of these weights, against the data that they were trained on
    bool averaged = false;
    RecipeOrigin origin;
    CardWords words;
};

/// Names no path of this machine.
std::string model_card(const ModelCard& card, const TrainConfig& config);

/// Whether `text` is a card that model_card() wrote.
bool is_model_card(std::string_view text);

/// Error InvalidArgument: not in the form of the hub's names of licences (cc-by-4.0, mit, other, unknown).
Result<void> check_licence(const std::string& licence);

}  // namespace headroom
