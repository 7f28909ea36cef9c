// Every family is asked for its own figures; at most one has some in a step.
#include "core/io/runs/step_figures.h"

#include "core/families/figure_format.h"
#include "core/families/registry.h"

#include <nlohmann/json.hpp>

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json kind_figures(const StepDone& step) {
    Json out = Json::object();
    for (const Family* family : families()) family->figures().write(step, out);
    return out;
}

std::string kind_figures_text(const StepDone& step) {
    const Json figures = kind_figures(step);
    return figures.empty() ? std::string() : figures.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void take_kind_figures(std::string_view text, StepDone& step) {
    if (text.empty()) return;
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object()) return;
    for (const Family* family : families()) family->figures().read(json, step);
}

std::vector<std::pair<std::string, double>> kind_columns(const StepDone& step) {
    std::vector<std::pair<std::string, double>> out;
    for (const Family* family : families()) {
        auto columns = family->figures().columns(step);
        out.insert(out.end(), std::make_move_iterator(columns.begin()), std::make_move_iterator(columns.end()));
    }
    return out;
}

}  // namespace headroom
