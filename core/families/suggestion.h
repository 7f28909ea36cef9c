// A recipe proposed from what a data set shows. Rules are data: those about the pictures stand in suggestion.cpp, those of a family in its
// folder.
#pragma once

#include "core/api/dataset_facts.h"

#include <optional>
#include <span>
#include <string>

namespace headroom {

/// One matter: the settings, what they come to in words, and why. `reason` may name figures: {pictures}, {distinct} (without those that
/// repeat others), {repeated}, {empty}, {grey}, {transparent}, {light}, {not_square}, {edges}, {side} (px), {steps}.
struct SuggestionRule {
    bool (*applies)(const DatasetFacts&);
    ParamPatch values;
    const char* words;  ///< may name {steps}
    const char* reason;
    std::int64_t (*steps)(const DatasetFacts&) = nullptr;  ///< beside `values`, what "steps" becomes
};

/// Adds what `rules` say of such data, in their order.
void add_suggestions(std::span<const SuggestionRule> rules, const DatasetFacts& facts, SuggestedRecipe& recipe);

/// Pictures without those that repeat others.
inline std::int64_t distinct(const DatasetFacts& facts) { return facts.pictures - facts.near_duplicates; }

/// `at_1000`, the steps that suit a thousand distinct pictures, for as many as there are: they grow with the root of the count, since what pictures have
/// in common is learnt from a part of them. In thousands, from 5,000 to 60,000.
std::int64_t steps_by_count(const DatasetFacts& facts, std::int64_t at_1000);

/// What is proposed for such data on such a device: the settings of its pictures, then those of the family that suits both best; none: no family
/// does, or there are no pictures.
std::optional<SuggestedRecipe> suggest_recipe(const DatasetFacts& facts, bool on_gpu = false);

}  // namespace headroom
