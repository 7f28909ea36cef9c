// The strength of augmentations in a run's history, its exported metrics and the command line's events.
#include "core/families/augment_figures.h"

#include "core/config/json_number.h"
#include "core/families/figure_format.h"

#include <algorithm>

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

class AugmentFormat : public FigureFormat {
public:
    void write(const StepDone& step, Json& out) const override {
        if (const auto* own = step.own<AugmentFigures>())
            out["augment"] = {{"strength", json_number(own->strength)}, {"sign", json_number(own->sign)}};
    }
    void describe(Json& members) const override {
        const Json number{{"type", {"number", "null"}}};
        members["augment"] = {{"type", "object"}, {"properties", {{"strength", number}, {"sign", number}}}};
    }
    void read(const Json& json, StepDone& step) const override {
        const auto found = json.find("augment");
        if (found == json.end() || !found->is_object()) return;
        step.edit<AugmentFigures>() = {read_json_number(found->value("strength", Json())),
                                       read_json_number(found->value("sign", Json()))};
    }
    std::vector<std::pair<std::string, double>> columns(const StepDone& step) const override {
        const auto* own = step.own<AugmentFigures>();
        if (!own) return {};
        return {{"augment_strength", own->strength}, {"augment_sign", own->sign}};
    }
};

}  // namespace

AugmentFigures augment_figures_of(const StepDone& step) {
    const auto* own = step.own<AugmentFigures>();
    return own ? *own : AugmentFigures{};
}

const FigureFormat& augment_figures() {
    static const AugmentFormat format;
    return format;
}

void add_augmentation(std::span<const StepDone> steps, std::vector<CurvePlot>& plots) {
    if (std::none_of(steps.begin(), steps.end(), [](const StepDone& s) { return s.own<AugmentFigures>(); })) return;
    plots.push_back({"Augmentation",
                     {{"strength", "#8c564b", [](const StepDone& s) { return augment_figures_of(s).strength; }},
                      {"sign of D(x)", "#17becf", [](const StepDone& s) { return augment_figures_of(s).sign; }}}});
}

}  // namespace headroom
