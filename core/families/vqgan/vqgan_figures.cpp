// One list of a VQGAN's figures serves writing, reading and columns.
#include "core/families/vqgan/vqgan_figures.h"

#include "core/config/json_number.h"
#include "core/families/figure_format.h"

#include <limits>

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

/// Calls visit(name, member) for each figure.
template <class Figures, class Visit> void each_figure(Figures& v, const Visit& visit) {
    visit("l1", v.l1);
    visit("ssim", v.similarity);
    visit("perceptual", v.perceptual);
    visit("codebook", v.codebook);
    visit("adversarial", v.adversarial);
    visit("adaptive_weight", v.adaptive_weight);
    visit("codes", v.codes);
    visit("codes_used", v.codes_used);
    visit("perplexity", v.perplexity);
    visit("codes_restarted", v.codes_restarted);
}

Json number(double v) { return json_number(v); }
Json number(std::int64_t v) { return v; }

void read_number(const Json& j, double& out) { out = read_json_number(j); }
void read_number(const Json& j, std::int64_t& out) { out = j.is_number_integer() ? j.get<std::int64_t>() : 0; }

class VqganFormat : public FigureFormat {
public:
    void write(const StepDone& step, Json& out) const override {
        const auto* own = step.own<VqganFigures>();
        if (!own) return;
        Json& figures = out["vqgan"];
        each_figure(*own, [&](const char* name, auto value) { figures[name] = number(value); });
    }
    void describe(Json& members) const override {
        Json& own = members["vqgan"] = {{"type", "object"}, {"properties", Json::object()}};
        const VqganFigures none;
        each_figure(none, [&](const char* name, auto) { own["properties"][name] = {{"type", {"number", "null"}}}; });
    }
    void read(const Json& json, StepDone& step) const override {
        const auto found = json.find("vqgan");
        if (found == json.end() || !found->is_object()) return;
        each_figure(step.edit<VqganFigures>(),
                    [&](const char* name, auto& value) { read_number(found->value(name, Json()), value); });
    }
    std::vector<std::pair<std::string, double>> columns(const StepDone& step) const override {
        std::vector<std::pair<std::string, double>> out;
        if (const auto* own = step.own<VqganFigures>())
            each_figure(*own, [&](const char* name, auto value) {
                out.emplace_back(std::string("vqgan_") + name, static_cast<double>(value));
            });
        return out;
    }
};

}  // namespace

const FigureFormat& vqgan_figures() {
    static const VqganFormat format;
    return format;
}

}  // namespace headroom
