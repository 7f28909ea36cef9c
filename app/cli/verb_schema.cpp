// schema: what lines --json prints, as a JSON Schema document.
#include "app/cli/error_json.h"
#include "app/cli/event_schema.h"
#include "app/cli/json_line.h"
#include "app/cli/self_verbs.h"
#include "app/cli/shape.h"
#include "core/base/lists.h"

#include <algorithm>
#include <map>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Grows when a member is renamed, taken away or means something else. Further members and events come without.
constexpr int kSchemaVersion = 1;

std::string with_dashes(std::string name) {
    for (char& c : name) c = c == ' ' ? '-' : c;
    return name;
}

/// The definition of a verb's answer; verbs that answer alike share that of the first.
std::string answer_of(const Verb& verb, std::map<Json (*)(), std::string>& known, Json& definitions) {
    if (!verb.answer) return "event";
    const auto [it, added] = known.try_emplace(verb.answer, "answer-" + with_dashes(verb.syntax.verb));
    if (added) definitions[it->second] = verb.answer();
    return it->second;
}

Json whole_schema(const Program& program, const std::string& version) {
    Json definitions{{"error", error_schema()}, {"settings", settings_schema()}};
    define_events(definitions);
    Json verbs = Json::object(), any = Json::array({shape::defined("error"), shape::defined("event")});
    std::map<Json (*)(), std::string> known;
    for (const Verb& verb : program.verbs) verbs[verb.syntax.verb] = "#/$defs/" + answer_of(verb, known, definitions);
    for (const auto& [answer, name] : known) any.push_back(shape::defined(name));
    return {
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"$id", "urn:headroom:" + program.name + ":" + std::to_string(kSchemaVersion)},
        {"title", "Lines that " + program.name + " --json prints"},
        {"description",
         "Each line is one of these objects; that of fit is an array of them. \"verbs\" says which definition the lines of a verb have; any verb may end with \"error\". "
         "Members are never renamed; further ones may come."},
        {"version", kSchemaVersion},
        {"program", program.name + " " + version},
        {"verbs", std::move(verbs)},
        {"anyOf", std::move(any)},
        {"$defs", std::move(definitions)}};
}

/// The same for the lines of one verb alone, or of those that begin with these words ("train").
Result<Json> schema_of_verb(Json whole, const std::string& verb) {
    Json verbs = Json::object(), any = Json::array();
    for (const auto& [name, definition] : whole["verbs"].items()) {
        if (name != verb && !name.starts_with(verb + " ")) continue;
        verbs[name] = definition;
        const Json answer{{"$ref", definition}};
        if (std::find(any.begin(), any.end(), answer) == any.end()) any.push_back(answer);
    }
    if (verbs.empty()) {
        std::vector<std::string> names;
        for (const auto& [name, definition] : whole["verbs"].items()) names.push_back(name);
        const std::string near = nearest(verb, names);
        return bad("'" + verb + "': no such verb" + (near.empty() ? "" : "; did you mean '" + near + "'?"),
                   "headroom-cli --help lists them.");
    }
    const bool one = verbs.contains(verb);
    any.push_back(shape::defined("error"));
    whole["title"] = "Lines that headroom-cli " + verb + " --json prints";
    whole["anyOf"] = std::move(any);
    if (one)
        whole.erase("verbs");
    else
        whole["verbs"] = std::move(verbs);
    return whole;
}

Result<int> print_schema(const Context& c) {
    Json schema = whole_schema(headroom_cli(), c.environment.version);
    if (!c.args.positionals.empty()) {
        auto own = schema_of_verb(std::move(schema), joined(c.args.positionals, " "));
        if (!own) return own.error();
        schema = *std::move(own);
    }
    c.console.print(c.console.json() ? json_line(schema) : schema.dump(2) + "\n");
    return 0;
}

/// A schema of any kind: its members are JSON Schema's own.
Json schema_answer() { return shape::map_of(Json::object()); }

}  // namespace

Verb schema_verb() {
    Verb v;
    v.syntax = {"schema", "[VERB]", 0, 4, {}};
    v.summary = "Print the JSON Schema of the lines that --json prints, of all verbs or of one.";
    v.details =
        "Scripts can check what they read against it. Its version grows only when what is there changes its meaning.";
    v.tensors = Tensors::Unused;
    v.run = print_schema;
    v.answer = schema_answer;
    return v;
}

}  // namespace headroom::cli
