// How near a painted picture is to each prompt, by the prompts' names.
#pragma once

#include "core/api/event.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// What each prompt is called and how near the picture is to it; without a name a prompt is its number.
std::vector<std::pair<std::string, double>> prompt_similarities(const StepDone& step);

}  // namespace headroom
