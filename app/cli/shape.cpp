// Writes the pieces of a JSON Schema.
#include "app/cli/shape.h"

namespace headroom::cli::shape {

Json a_text() { return {{"type", "string"}}; }
Json a_whole() { return {{"type", "integer"}}; }
Json a_number() { return {{"type", {"number", "null"}}}; }
Json a_flag() { return {{"type", "boolean"}}; }
Json a_value() { return {{"type", {"boolean", "integer", "number", "string", "null"}}}; }
Json list_of(Json of) { return {{"type", "array"}, {"items", std::move(of)}}; }
Json map_of(Json of) { return {{"type", "object"}, {"additionalProperties", std::move(of)}}; }
Json or_null(Json of) { return {{"anyOf", Json::array({std::move(of), Json{{"type", "null"}}})}}; }
Json defined(std::string_view definition) { return {{"$ref", "#/$defs/" + std::string(definition)}}; }

Json one_of(std::initializer_list<std::string_view> words) { return one_of(std::span(words.begin(), words.size())); }

Json one_of(std::span<const std::string_view> words) {
    Json out{{"enum", Json::array()}};
    for (const std::string_view word : words) out["enum"].push_back(word);
    return out;
}

Json object_of(std::initializer_list<std::pair<std::string_view, Json>> members) {
    Json out{{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}};
    for (const auto& [name, of] : members) {
        const bool may_be_absent = name.ends_with('?');
        const std::string key(name.substr(0, name.size() - (may_be_absent ? 1 : 0)));
        out["properties"][key] = of;
        if (!may_be_absent) out["required"].push_back(key);
    }
    return out;
}

Json with_members(Json base, const Json& more) {
    base["properties"].update(more["properties"]);
    for (const Json& name : more["required"]) base["required"].push_back(name);
    return base;
}

}  // namespace headroom::cli::shape
