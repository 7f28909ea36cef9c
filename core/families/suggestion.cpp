// What is proposed for pictures whatever they are trained with, and which family for them.
#include "core/families/suggestion.h"

#include "core/api/param_schema.h"
#include "core/families/counsel_limits.h"
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
constexpr std::int64_t kShortStepsAreRare = 200;  ///< pictures: of more a short step comes once in a dozen

/// Counsel speaks of `counsel_limits::kManyCut`, and looks at some hundred pictures alone, of which more may be cut than of all.
constexpr double kMostCut = counsel_limits::kManyCut - 0.1;

bool are_transparent(const Facts& f) { return f.transparent > 0.05; }
/// Most of the transparent ones are white on nothing.
bool belong_on_black(const Facts& f) { return are_transparent(f) && 2 * f.pale > f.transparent; }
/// Some would lose a part of what lies whole on a ground of one colour, a share of them all; the others are padded by nothing.
bool stand_free(const Facts& f, double ground) { return f.not_square() > 0.02 && ground > 0.5; }
bool stand_on_white(const Facts& f) { return stand_free(f, f.light_ground) && !belong_on_black(f); }
bool stand_on_black(const Facts& f) { return stand_free(f, f.black_ground); }
bool stand_on_grey(const Facts& f) { return stand_free(f, f.grey_ground) && !belong_on_black(f); }
bool stand_on_nothing(const Facts& f) { return stand_free(f, f.light_ground) && belong_on_black(f); }
bool fill_their_frame(const Facts& f) {
    return !stand_on_white(f) && !stand_on_black(f) && !stand_on_grey(f) && !stand_on_nothing(f);
}
/// Scans, drawings, signs.
bool may_be_writing(const Facts& f) { return f.grey > 0.98 && f.light_ground > 0.5; }

ParamPatch padded_on(const std::string& ground) { return {{"data.fit", std::string("pad")}, {"data.ground", ground}}; }

/// In this order they are read. A rule without values is advice.
const std::vector<SuggestionRule>& picture_rules() {
    static const std::vector<SuggestionRule> rules{
        {stand_on_white, padded_on("white"), "Whole pictures on white",
         "{not_square} of the pictures are not square and {light} lie on white: cropping would cut what they show."},
        {stand_on_nothing, padded_on("black"), "Whole pictures on black",
         "{not_square} of the pictures are not square: cropping would cut what they show."},
        {stand_on_black, padded_on("black"), "Whole pictures on black",
         "{not_square} of the pictures are not square and {black} lie on black: cropping would cut what they show."},
        {stand_on_grey, padded_on("grey"), "Whole pictures on grey",
         "{not_square} of the pictures are not square and {grey_ground} lie on grey: cropping would cut what they show."},
        {[](const Facts& f) { return fill_their_frame(f) && f.cut > kMostCut; },
         {{"data.fit", std::string("pad")}},
         "Whole pictures, padded to squares",
         "{cut} of the pictures would lose more than a third to a crop, and often what they are about.",
         [](const Facts& f) -> ParamPatch {
             // The ground of transparent ones is said below.
             return are_transparent(f) ? ParamPatch{} : ParamPatch{{"data.ground", std::string("grey")}};
         }},
        {[](const Facts& f) { return fill_their_frame(f) && f.cut <= kMostCut && f.not_square() > 0.2; },
         {{"data.fit", std::string("centre-crop")}},
         "The middle of each picture",
         "{not_square} of the pictures are not square and fill their frame."},
        {[](const Facts& f) {
             return are_transparent(f) && !belong_on_black(f) && !stand_on_black(f) && !stand_on_grey(f);
         },
         {{"data.ground", std::string("white")}},
         "Transparent pictures on white",
         "{transparent} of the pictures are transparent; one ground for all is easiest to learn."},
        {belong_on_black,
         {{"data.ground", std::string("black")}},
         "Transparent pictures on black",
         "{pale} of the pictures are nearly white on nothing, and could not be seen on white."},
        {[](const Facts& f) { return f.grey > 0.98; },
         {{"data.grey", true}},
         "One channel instead of three",
         "{grey} of the pictures are without colour."},
        {[](const Facts& f) { return distinct(f) < 20000 && !may_be_writing(f); },
         {{"data.mirror", true}},
         "Mirrored pictures as well",
         "{distinct} distinct pictures are few, and mirroring doubles them. Switch it off if they show text."},
        {[](const Facts& f) { return distinct(f) < 20000 && may_be_writing(f); },
         {{"data.mirror", false}},
         "Pictures as they are, not mirrored",
         "Grey pictures on white may show text, which mirroring would spoil. Switch it on if they show none."},
        {[](const Facts& f) { return distinct(f) >= kScored; },
         {{"scores.every", kBetween}, {"checkpoint.best", std::string("kid")}},
         "Scores every 1000 steps, and the checkpoint of the best KID is kept",
         "Curves of losses do not say whether samples get better; scores do, and cost a few per cent of the time at most."},
        {[](const Facts& f) { return distinct(f) >= kHeldOut; },
         {{"data.held_out", 10.0}},
         "A tenth of the pictures held out",
         "Of {distinct} distinct pictures nine tenths teach as much; the others show when the discriminator knows its own by heart."},
        {skips_repeated,
         {{"data.skip_duplicates", true}},
         "Without the repeated pictures",
         "{repeated} pictures all but repeat others, and count for more than the rest."},
        {skips_empty,
         {{"data.skip_empty", true}},
         "Without the empty pictures",
         "{empty} of the pictures are nearly all of one colour; a generator soon learns to draw nothing."},
        {[](const Facts& f) { return f.empty > 0.1 && !skips_empty(f); },
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

std::string filled(const std::string& sentence, const Facts& f, const ParamPatch& values) {
    const auto value_of = [&values](const std::string& key) {
        const auto found = values.find(key);
        return found == values.end() ? std::string() : to_text(found->second);
    };
    const std::pair<const char*, std::string> figures[] = {{"{pictures}", std::to_string(f.pictures)},
                                                           {"{distinct}", std::to_string(distinct(f))},
                                                           {"{repeated}", std::to_string(f.near_duplicates)},
                                                           {"{empty}", share_text(f.empty)},
                                                           {"{grey}", share_text(f.grey)},
                                                           {"{transparent}", share_text(f.transparent)},
                                                           {"{pale}", share_text(f.pale)},
                                                           {"{light}", share_text(f.light_ground)},
                                                           {"{black}", share_text(f.black_ground)},
                                                           {"{grey_ground}", share_text(f.grey_ground)},
                                                           {"{not_square}", share_text(f.not_square())},
                                                           {"{cut}", share_text(f.cut)},
                                                           {"{edges}", share_text(f.edges)},
                                                           {"{side}", std::to_string(f.median_side)},
                                                           {"{steps}", value_of("steps")},
                                                           {"{batch}", value_of("batch.micro")}};
    std::string out = sentence;
    for (const auto& [name, value] : figures) {
        const std::string_view wanted = name;
        for (std::size_t at = out.find(wanted); at != std::string::npos; at = out.find(wanted))
            out.replace(at, wanted.size(), value);
    }
    return out;
}

/// Why a run of the recipe would be refused.
std::vector<ParamError> refusals(const SuggestedRecipe& recipe) {
    const auto config = with_patch(default_config(recipe.model), recipe.patch());
    return config ? check_config(*config, false) : std::vector<ParamError>{{"", config.error().message}};
}

SuggestedChange left_out(const SuggestedChange& change, std::string why) {
    return {{}, "Left out: " + change.words, std::move(why)};
}

}  // namespace

void add_suggestions(std::span<const SuggestionRule> rules, const Facts& facts, SuggestedRecipe& recipe) {
    for (const SuggestionRule& rule : rules) {
        if (!rule.applies(facts)) {
            for (const auto& [key, value] : rule.values)
                if (const ParamRow* row = find_param(key, recipe.model)) recipe.otherwise.emplace(key, row->initial);
            continue;
        }
        ParamPatch values = rule.values;
        if (rule.by_figures) values.merge(rule.by_figures(facts));
        std::string words = filled(rule.words, facts, values), reason = filled(rule.reason, facts, values);
        recipe.changes.push_back({std::move(values), std::move(words), std::move(reason)});
    }
}

std::int64_t steps_by_count(const Facts& facts, std::int64_t at_1000) {
    const auto pictures = static_cast<double>(std::max<std::int64_t>(1, distinct(facts)));
    const double thousands = static_cast<double>(at_1000) / 1000 * std::sqrt(pictures / 1000);
    return 1000 * std::clamp<std::int64_t>(std::llround(thousands), 5, 60);
}

std::int64_t even_batch(const Facts& facts, std::int64_t most) {
    const std::int64_t pictures = trained_on(facts), left = pictures % most;
    if (pictures <= most) return pictures;
    if (pictures >= kShortStepsAreRare || left == 0 || 4 * left >= most) return most;
    const std::int64_t steps = pictures / most + 1;
    return (pictures + steps - 1) / steps;
}

std::int64_t images_of_steps(const Facts& facts, std::int64_t images, std::int64_t batch) {
    return images * std::min(trained_on(facts), batch) / batch;
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
    SuggestedRecipe out{best->facts().kind, {}, {}};
    add_suggestions(picture_rules(), facts, out);
    best->suggest(facts, out);
    return out;
}

SuggestedRecipe with_given(SuggestedRecipe recipe, const ParamPatch& given) {
    if (given.empty()) return recipe;
    std::vector<SuggestedChange> proposed, without;
    for (SuggestedChange& change : std::exchange(recipe.changes, {})) {
        const auto other = std::find_if(change.values.begin(), change.values.end(), [&](const auto& setting) {
            const auto asked = given.find(setting.first);
            return asked != given.end() && asked->second != setting.second;
        });
        if (other == change.values.end())
            proposed.push_back(std::move(change));
        else
            without.push_back(left_out(change, "It sets " + other->first + ", which is asked for otherwise."));
    }
    const SuggestedChange asked{given, "As asked for", "It goes before what is proposed."};
    const auto with = [&](const std::vector<SuggestedChange>& changes) {
        recipe.changes = changes;
        recipe.changes.push_back(asked);
        return refusals(recipe);
    };
    std::vector<ParamError> refused = with(proposed);
    for (std::size_t i = proposed.size(); i-- > 0 && !refused.empty();) {
        std::vector<SuggestedChange> fewer = proposed;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        std::vector<ParamError> left = with(fewer);
        if (left.size() >= refused.size()) continue;
        const auto gone = std::find_if(refused.begin(), refused.end(), [&](const ParamError& error) {
            return std::none_of(left.begin(), left.end(),
                                [&](const ParamError& other) { return other.message == error.message; });
        });
        without.push_back(left_out(proposed[i], (gone == refused.end() ? refused.front() : *gone).message));
        proposed = std::move(fewer);
        refused = std::move(left);
    }
    recipe.changes = std::move(proposed);
    recipe.changes.push_back(asked);
    recipe.changes.insert(recipe.changes.end(), without.begin(), without.end());
    return recipe;
}

}  // namespace headroom
