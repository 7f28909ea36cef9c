// What is proposed for pictures whatever they are trained with, and which family for them.
#include "core/families/suggestion.h"

#include "core/families/registry.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace headroom {
namespace {

using Facts = DatasetFacts;

constexpr std::int64_t kScored = 50;     ///< distinct pictures: KID of fewer is mostly its error
constexpr std::int64_t kHeldOut = 200;   ///< of whose tenth a discriminator can be asked: sixteen are the least
constexpr std::int64_t kBetween = 1000;  ///< steps: on a processor seconds of scores to minutes of training

/// In this order they are read. A rule without values is advice.
const std::vector<SuggestionRule>& picture_rules() {
    static const std::vector<SuggestionRule> rules{
        {[](const Facts& f) { return f.not_square() > 0.2 && f.light_ground > 0.5; },
         {{"data.fit", std::string("pad")}, {"data.ground", std::string("white")}},
         "Whole pictures on white",
         "{not_square} of the pictures are not square and {light} lie on white: cropping would cut what they show."},
        {[](const Facts& f) { return f.not_square() > 0.2 && f.light_ground <= 0.5; },
         {{"data.fit", std::string("centre-crop")}},
         "The middle of each picture",
         "{not_square} of the pictures are not square and fill their frame."},
        {[](const Facts& f) { return f.transparent > 0.05; },
         {{"data.ground", std::string("white")}},
         "Transparent pictures on white",
         "{transparent} of the pictures are transparent; one ground for all is easiest to learn."},
        {[](const Facts& f) { return f.grey > 0.98; },
         {{"data.grey", true}},
         "One channel instead of three",
         "{grey} of the pictures are without colour."},
        {[](const Facts& f) { return distinct(f) < 20000; },
         {{"data.mirror", true}},
         "Mirrored pictures as well",
         "{distinct} distinct pictures are few, and mirroring doubles them. Switch it off if they show text."},
        {[](const Facts& f) { return distinct(f) >= kScored; },
         {{"scores.every", kBetween}, {"checkpoint.best", std::string("kid")}},
         "Scores every 1000 steps, and the checkpoint of the best KID is kept",
         "Curves of losses do not say whether samples get better; scores do, and cost a few per cent of the time at most."},
        {[](const Facts& f) { return distinct(f) >= kHeldOut; },
         {{"data.held_out", 10.0}},
         "A tenth of the pictures held out",
         "Of {distinct} distinct pictures nine tenths teach as much; the others show when the discriminator knows its own by heart."},
        {[](const Facts& f) { return f.near_duplicates * 20 > f.pictures; },
         {},
         "Look at the repeated pictures",
         "{repeated} pictures all but repeat others, and count for more than the rest."},
        {[](const Facts& f) { return f.empty > 0.1; },
         {},
         "Look at the empty pictures",
         "{empty} of the pictures are nearly all of one colour; a generator soon learns to draw nothing."},
    };
    return rules;
}

std::string share_text(double share) {
    const double percent = 100 * share;
    return std::to_string(static_cast<int>(percent > 0 && percent < 1 ? 1 : std::lround(percent))) + " %";
}

std::string filled(const std::string& sentence, const Facts& f, std::int64_t steps) {
    const std::pair<const char*, std::string> figures[] = {{"{pictures}", std::to_string(f.pictures)},
                                                           {"{distinct}", std::to_string(distinct(f))},
                                                           {"{repeated}", std::to_string(f.near_duplicates)},
                                                           {"{empty}", share_text(f.empty)},
                                                           {"{grey}", share_text(f.grey)},
                                                           {"{transparent}", share_text(f.transparent)},
                                                           {"{light}", share_text(f.light_ground)},
                                                           {"{not_square}", share_text(f.not_square())},
                                                           {"{edges}", share_text(f.edges)},
                                                           {"{side}", std::to_string(f.median_side)},
                                                           {"{steps}", std::to_string(steps)}};
    std::string out = sentence;
    for (const auto& [name, value] : figures) {
        const std::string_view wanted = name;
        for (std::size_t at = out.find(wanted); at != std::string::npos; at = out.find(wanted))
            out.replace(at, wanted.size(), value);
    }
    return out;
}

}  // namespace

void add_suggestions(std::span<const SuggestionRule> rules, const Facts& facts, SuggestedRecipe& recipe) {
    for (const SuggestionRule& rule : rules) {
        if (!rule.applies(facts)) continue;
        ParamPatch values = rule.values;
        const std::int64_t steps = rule.steps ? rule.steps(facts) : 0;
        if (rule.steps) values["steps"] = steps;
        recipe.changes.push_back(
            {std::move(values), filled(rule.words, facts, steps), filled(rule.reason, facts, steps)});
    }
}

std::int64_t steps_by_count(const Facts& facts, std::int64_t at_1000) {
    const auto pictures = static_cast<double>(std::max<std::int64_t>(1, distinct(facts)));
    const double thousands = static_cast<double>(at_1000) / 1000 * std::sqrt(pictures / 1000);
    return 1000 * std::clamp<std::int64_t>(std::llround(thousands), 5, 60);
}

std::optional<SuggestedRecipe> suggest_recipe(const Facts& facts, bool on_gpu) {
    if (facts.pictures == 0) return std::nullopt;
    const Family* best = nullptr;
    double suits = -1;
    for (const Family* family : families()) {
        const double how_well = family->suits(facts, on_gpu);
        if (how_well < 0 || how_well <= suits) continue;
        best = family;
        suits = how_well;
    }
    if (!best) return std::nullopt;
    SuggestedRecipe out{best->facts().kind, {}};
    add_suggestions(picture_rules(), facts, out);
    best->suggest(facts, out);
    return out;
}

}  // namespace headroom
