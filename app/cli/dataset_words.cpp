// Facts of a data set in the order in which a person would ask for them.
#include "app/cli/dataset_words.h"

#include "app/cli/shape.h"
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/families/registry.h"

#include <cmath>
#include <utility>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

}  // namespace

Json facts_json(const DatasetFacts& f) {
    Json examples = Json::array();
    for (const auto& pair : f.examples) examples.push_back({{"first", pair.first}, {"second", pair.second}});
    Json out{{"pictures", f.pictures}, {"near_duplicates", f.near_duplicates}, {"examples", std::move(examples)}};
    for (const FactShare& share : kFactShares) out[share.name] = f.*share.of;
    out["median_side"] = f.median_side;
    return out;
}

Json facts_shape() {
    using namespace shape;
    Json out = object_of({{"pictures", a_whole()},
                          {"near_duplicates", a_whole()},
                          {"examples", list_of(object_of({{"first", a_text()}, {"second", a_text()}}))},
                          {"median_side", a_whole()}});
    for (const FactShare& share : kFactShares)
        out = with_members(std::move(out), object_of({{share.name, a_number()}}));
    return out;
}

std::string facts_text(const DatasetFacts& f) {
    std::string out = "  near-duplicates: " + std::to_string(f.near_duplicates) + "\n";
    for (std::size_t i = 0; i < f.examples.size() && i < 5; ++i)
        out += "    " + f.examples[i].second + " repeats " + f.examples[i].first + "\n";
    out += "  nearly all one colour: " + percent(f.empty) + ", without colour: " + percent(f.grey) + "\n";
    out += "  transparent: " + percent(f.transparent) + ", too light for white: " + percent(f.pale) +
           ", on white: " + percent(f.light_ground) + ", on black: " + percent(f.black_ground) +
           ", on grey: " + percent(f.grey_ground) + "\n";
    out += "  wide: " + percent(f.wide) + ", high: " + percent(f.high) +
           ", would lose more than a third to a crop: " + percent(f.cut) +
           ", median of the shorter sides: " + std::to_string(f.median_side) + " px\n";
    out += "  on edges: " + percent(f.edges) + " of the pixels\n";
    return out;
}

Json suggestion_json(const SuggestedRecipe& recipe) {
    Json changes = Json::array();
    for (const SuggestedChange& change : recipe.changes) {
        Json values = Json::object();
        for (const auto& [key, value] : change.values) values[key] = Json::parse(param_to_json(value));
        changes.push_back({{"what", change.words}, {"why", change.reason}, {"settings", std::move(values)}});
    }
    return {{"model", name_of(recipe.model)}, {"changes", std::move(changes)}};
}

Json suggestion_shape() {
    using namespace shape;
    return object_of(
        {{"model", a_text()},
         {"changes", list_of(object_of({{"what", a_text()}, {"why", a_text()}, {"settings", map_of(a_value())}}))}});
}

std::string suggestion_text(const SuggestedRecipe& recipe) {
    std::string out = std::string(family_of(recipe.model).facts().info.name) + "\n";
    for (const SuggestedChange& change : recipe.changes) {
        out += "  " + change.words + "\n    " + change.reason + "\n";
        for (const auto& [key, value] : change.values) out += "    " + key + " = " + param_to_json(value) + "\n";
    }
    return out;
}

}  // namespace headroom::cli
