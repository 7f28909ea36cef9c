// Names of prompts, where a step knows them.
#include "core/families/vqgan_clip/prompt_similarities.h"

namespace headroom {
namespace {

/// "a red cube"; pictures and noises say what they are.
std::string name_of_similarity(const StepDone& step, std::size_t i) {
    if (!step.prompts || i >= step.prompts->size()) return std::to_string(i + 1);
    const PromptName& p = (*step.prompts)[i];
    return (p.kind == PromptKind::Text ? std::string() : std::string(name_of(p.kind)) + " ") + p.text;
}

}  // namespace

std::vector<std::pair<std::string, double>> prompt_similarities(const StepDone& step) {
    std::vector<std::pair<std::string, double>> out;
    for (std::size_t i = 0; i < step.similarity.size(); ++i)
        out.emplace_back(name_of_similarity(step, i), step.similarity[i]);
    return out;
}

}  // namespace headroom
