// What looking at a data set has shown and what is proposed for it, as words and as JSON.
#pragma once

#include "core/api/dataset_facts.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace headroom::cli {

nlohmann::ordered_json facts_json(const DatasetFacts& facts);
nlohmann::ordered_json facts_shape();
/// Lines that end with a newline each.
std::string facts_text(const DatasetFacts& facts);

nlohmann::ordered_json suggestion_json(const SuggestedRecipe& recipe);
nlohmann::ordered_json suggestion_shape();
std::string suggestion_text(const SuggestedRecipe& recipe);

}  // namespace headroom::cli
