// The strength of augmentations in a run's history, its exported metrics and the command line's events.
#include "core/families/dcgan/dcgan_figures.h"

#include "core/config/json_number.h"
#include "core/families/figure_format.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

class DcganFormat : public FigureFormat {
public:
    void write(const StepDone& step, Json& out) const override {
        if (const auto* own = step.own<DcganFigures>())
            out["augment"] = {{"strength", json_number(own->strength)}, {"sign", json_number(own->sign)}};
    }
    void describe(Json& members) const override {
        const Json number{{"type", {"number", "null"}}};
        members["augment"] = {{"type", "object"}, {"properties", {{"strength", number}, {"sign", number}}}};
    }
    void read(const Json& json, StepDone& step) const override {
        const auto found = json.find("augment");
        if (found == json.end() || !found->is_object()) return;
        step.edit<DcganFigures>() = {read_json_number(found->value("strength", Json())),
                                     read_json_number(found->value("sign", Json()))};
    }
    std::vector<std::pair<std::string, double>> columns(const StepDone& step) const override {
        const auto* own = step.own<DcganFigures>();
        if (!own) return {};
        return {{"augment_strength", own->strength}, {"augment_sign", own->sign}};
    }
};

}  // namespace

DcganFigures dcgan_figures_of(const StepDone& step) {
    const auto* own = step.own<DcganFigures>();
    return own ? *own : DcganFigures{};
}

const FigureFormat& dcgan_figures() {
    static const DcganFormat format;
    return format;
}

}  // namespace headroom
