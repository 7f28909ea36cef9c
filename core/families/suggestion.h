// A recipe proposed from what a data set shows. Rules are data: those about the pictures stand in suggestion.cpp, those of a family in its
// folder.
#pragma once

#include "core/api/dataset_facts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace headroom {

/// One matter: the settings, what they come to in words, and why. `reason` may name figures: {pictures}, {distinct} (as distinct()
/// counts them), {repeated}, {empty}, {grey}, {transparent}, {pale}, {light}, {black}, {grey_ground}, {not_square}, {cut}, {edges}, {side} (px).
struct SuggestionRule {
    bool (*applies)(const DatasetFacts&);
    ParamPatch values;
    const char* words;  ///< may name {steps} and {batch}, of the values
    const char* reason;
    ParamPatch (*by_figures)(const DatasetFacts&) = nullptr;  ///< values beside `values` that follow from the figures
};

/// Adds what `rules` say of such data, in their order; what others of them would say goes to SuggestedRecipe::otherwise.
void add_suggestions(std::span<const SuggestionRule> rules, const DatasetFacts& facts, SuggestedRecipe& recipe);

/// What a recipe skips: pictures that repeat others, where they are not a few, and empty ones, unless most are, since then such pictures are so.
inline bool skips_repeated(const DatasetFacts& facts) { return facts.near_duplicates * 20 > facts.pictures; }
inline bool skips_empty(const DatasetFacts& facts) { return facts.empty > 0.1 && facts.empty <= 0.5; }

/// Pictures without those that repeat others, and without empty ones that are skipped.
inline std::int64_t distinct(const DatasetFacts& facts) {
    return facts.pictures - facts.near_duplicates - (skips_empty(facts) ? facts.empty_pictures() : 0);
}

/// Pictures that a run by the recipe has, one at least.
inline std::int64_t trained_on(const DatasetFacts& facts) {
    return std::max<std::int64_t>(1, distinct(facts) + (skips_repeated(facts) ? 0 : facts.near_duplicates));
}

/// `at_1000`, the steps that suit a thousand distinct pictures, for as many as there are: they grow with the root of the count, since what pictures have
/// in common is learnt from a part of them. In thousands, from 5,000 to 60,000.
std::int64_t steps_by_count(const DatasetFacts& facts, std::int64_t at_1000);

/// Pictures of a batch: `most`, or of few pictures fewer, so that a pass over them does not end with a step of hardly any.
std::int64_t even_batch(const DatasetFacts& facts, std::int64_t most);

/// `images` that are seen in steps of `batch` pictures, or, of fewer pictures than that, in as many steps.
std::int64_t images_of_steps(const DatasetFacts& facts, std::int64_t images, std::int64_t batch);

/// What is proposed for such data on such a device: the settings of its pictures, then those of the family that suits both best; none: no family
/// does, or there are no pictures.
std::optional<SuggestedRecipe> suggest_recipe(const DatasetFacts& facts, bool on_gpu = false);

/// What was asked for goes before what is proposed: a proposal that says otherwise, or that would be refused beside it, is left out, for its words and its
/// other settings would not fit. Such ones, and what is `given`, are named as changes too.
SuggestedRecipe with_given(SuggestedRecipe recipe, const ParamPatch& given);

}  // namespace headroom
