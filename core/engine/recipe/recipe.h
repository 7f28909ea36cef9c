// Recipes: settings with where they come from, and what is another here than there.
#pragma once

#include "core/api/recipe.h"
#include "core/api/services.h"
#include "core/engine/backend.h"

#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// Where a recipe of `config` comes from: with a `run` from where and when that ran, with what was measured of it; else from here and now.
/// What cannot be found out stays empty.
RecipeOrigin recipe_origin(const TrainConfig& config, const RunHistory* run, Backend& backend, std::stop_token stop);

/// `config` as a recipe of that origin. It travels: of the files and folders that it names it tells the names alone. Error: Cancelled.
Result<std::string> make_recipe(const TrainConfig& config, const RunHistory* run, Backend& backend,
                                std::stop_token stop);

/// What is another for `config` here than in `origin`.
std::vector<RecipeDifference> recipe_differences(const RecipeOrigin& origin, const TrainConfig& config,
                                                 Backend& backend, std::stop_token stop);

/// One of them as a sentence in English.
std::string words_of(const RecipeDifference& difference);

/// "2026-11-26", by UTC.
std::string date_of(std::int64_t unix_ms);

/// The versions of this program.
std::string_view headroom_version();
std::string_view libtorch_version();

}  // namespace headroom
