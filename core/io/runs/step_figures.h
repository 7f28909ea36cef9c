// The figures of a step that one family alone has, as JSON: in a run's history, its exported metrics and the command line's events.
#pragma once

#include "core/api/event.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// As the step's family writes them (core/families/figure_format.h); an empty object if it has none. NaN: null.
nlohmann::ordered_json kind_figures(const StepDone& step);
/// The same as text, "" for an empty object; text that is not UTF-8 is mended.
std::string kind_figures_text(const StepDone& step);
/// Puts them back; what cannot be read is left as it is.
void take_kind_figures(std::string_view json, StepDone& step);
/// The same figures, one after the other, by the names of their columns: "similarity: a red cube", "vqgan_l1".
std::vector<std::pair<std::string, double>> kind_columns(const StepDone& step);

}  // namespace headroom
