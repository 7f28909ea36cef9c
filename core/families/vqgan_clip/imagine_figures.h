// ImagineFigures: how near the picture of a step of text to image is to its prompts.
#pragma once

#include "core/api/event.h"
#include "core/api/prompt.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

class FigureFormat;

struct ImagineFigures {
    std::vector<double> similarity;  ///< cosine of the cutouts' features and each prompt that is on, in order
    /// Whose similarities these are, one for one; shared by the steps between two changes. Null: not known.
    std::shared_ptr<const PromptNames> prompts{};
    bool operator==(const ImagineFigures&) const = default;
};

/// What each prompt is called and how near the picture is to it; without a name a prompt is its number.
std::vector<std::pair<std::string, double>> prompt_similarities(const StepDone& step);

/// The mean over all prompts that are on; NaN: not known.
double mean_similarity(const StepDone& step);

/// {"similarity":[...],"prompts":[{"kind":"text","text":"..."}]}; columns "similarity: a red cube".
const FigureFormat& imagine_figures();

}  // namespace headroom
