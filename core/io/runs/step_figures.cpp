// One list of a VQGAN's figures serves writing and reading.
#include "core/io/runs/step_figures.h"

#include "core/families/vqgan_clip/prompt_similarities.h"
#include "core/io/files/json_number.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <memory>

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

double read_number(const Json& j, double) {
    return j.is_number() ? j.get<double>() : std::numeric_limits<double>::quiet_NaN();
}
std::int64_t read_number(const Json& j, std::int64_t) { return j.is_number_integer() ? j.get<std::int64_t>() : 0; }

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

}  // namespace

Json kind_figures(const StepDone& step) {
    Json out = Json::object();
    if (!step.similarity.empty()) {
        Json& all = out["similarity"] = Json::array();
        for (const double s : step.similarity) all.push_back(json_number(s));
    }
    if (step.prompts) {
        Json& all = out["prompts"] = Json::array();
        for (const PromptName& p : *step.prompts) all.push_back({{"kind", name_of(p.kind)}, {"text", p.text}});
    }
    if (step.vqgan) {
        Json& figures = out["vqgan"];
        each_figure(*step.vqgan, [&](const char* name, auto value) { figures[name] = number(value); });
    }
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
    if (const auto found = json.find("similarity"); found != json.end() && found->is_array()) {
        step.similarity.clear();
        for (const Json& s : *found) step.similarity.push_back(read_number(s, 0.0));
    }
    if (const auto found = json.find("prompts"); found != json.end() && found->is_array())
        step.prompts = read_names(*found);
    if (const auto found = json.find("vqgan"); found != json.end() && found->is_object()) {
        VqganFigures& figures = step.vqgan.emplace();
        each_figure(figures,
                    [&](const char* name, auto& value) { value = read_number(found->value(name, Json()), value); });
    }
}

std::vector<std::pair<std::string, double>> kind_columns(const StepDone& step) {
    std::vector<std::pair<std::string, double>> out;
    for (auto& [name, value] : prompt_similarities(step)) out.emplace_back("similarity: " + name, value);
    if (step.vqgan)
        each_figure(*step.vqgan, [&](const char* name, auto value) {
            out.emplace_back(std::string("vqgan_") + name, static_cast<double>(value));
        });
    return out;
}

}  // namespace headroom
