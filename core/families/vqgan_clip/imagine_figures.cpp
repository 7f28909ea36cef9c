// Similarities of a step: their names, their mean, their JSON.
#include "core/families/vqgan_clip/imagine_figures.h"

#include "core/config/json_number.h"
#include "core/families/figure_format.h"

#include <limits>
#include <numeric>

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

/// "a red cube"; pictures and noises say what they are.
std::string name_of_similarity(const ImagineFigures& figures, std::size_t i) {
    if (!figures.prompts || i >= figures.prompts->size()) return std::to_string(i + 1);
    const PromptName& p = (*figures.prompts)[i];
    return (p.kind == PromptKind::Text ? std::string() : std::string(name_of(p.kind)) + " ") + p.text;
}

std::shared_ptr<const PromptNames> read_names(const Json& all) {
    auto names = std::make_shared<PromptNames>();
    for (const Json& p : all) {
        if (!p.is_object() || !p.value("text", Json()).is_string() || !p.value("kind", Json()).is_string())
            return nullptr;
        names->push_back({enum_from_name<PromptKind>(p["kind"].get<std::string>()).value_or(PromptKind::Text),
                          p["text"].get<std::string>()});
    }
    return names;
}

class ImagineFormat : public FigureFormat {
public:
    void write(const StepDone& step, Json& out) const override {
        const auto* own = step.own<ImagineFigures>();
        if (!own) return;
        if (!own->similarity.empty()) {
            Json& all = out["similarity"] = Json::array();
            for (const double s : own->similarity) all.push_back(json_number(s));
        }
        if (own->prompts) {
            Json& all = out["prompts"] = Json::array();
            for (const PromptName& p : *own->prompts) all.push_back({{"kind", name_of(p.kind)}, {"text", p.text}});
        }
    }
    void describe(Json& members) const override {
        const Json text{{"type", "string"}}, number{{"type", {"number", "null"}}};
        members["similarity"] = {{"type", "array"}, {"items", number}};
        members["prompts"] = {
            {"type", "array"},
            {"items",
             {{"type", "object"}, {"properties", {{"kind", text}, {"text", text}}}, {"required", {"kind", "text"}}}}};
    }
    void read(const Json& json, StepDone& step) const override {
        if (const auto found = json.find("similarity"); found != json.end() && found->is_array()) {
            auto& all = step.edit<ImagineFigures>().similarity;
            all.clear();
            for (const Json& s : *found) all.push_back(read_json_number(s));
        }
        if (const auto found = json.find("prompts"); found != json.end() && found->is_array())
            step.edit<ImagineFigures>().prompts = read_names(*found);
    }
    std::vector<std::pair<std::string, double>> columns(const StepDone& step) const override {
        auto out = prompt_similarities(step);
        for (auto& column : out) column.first.insert(0, "similarity: ");
        return out;
    }
};

}  // namespace

std::vector<std::pair<std::string, double>> prompt_similarities(const StepDone& step) {
    std::vector<std::pair<std::string, double>> out;
    if (const auto* own = step.own<ImagineFigures>())
        for (std::size_t i = 0; i < own->similarity.size(); ++i)
            out.emplace_back(name_of_similarity(*own, i), own->similarity[i]);
    return out;
}

double mean_similarity(const StepDone& step) {
    const auto* own = step.own<ImagineFigures>();
    if (!own || own->similarity.empty()) return std::numeric_limits<double>::quiet_NaN();
    return std::accumulate(own->similarity.begin(), own->similarity.end(), 0.0) /
           static_cast<double>(own->similarity.size());
}

const FigureFormat& imagine_figures() {
    static const ImagineFormat format;
    return format;
}

}  // namespace headroom
