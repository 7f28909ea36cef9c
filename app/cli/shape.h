// Shapes: JSON Schema of what a verb answers, written beside the verb: object_of({{"path", a_text()}, {"bytes?", a_whole()}}).
#pragma once

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace headroom::cli {

namespace shape {

using Json = nlohmann::ordered_json;

Json a_text();
Json a_whole();
/// A number, or null where there is none (not known, not finite).
Json a_number();
Json a_flag();
/// A setting's value.
Json a_value();
Json list_of(Json of);
/// Members by any name.
Json map_of(Json of);
Json one_of(std::initializer_list<std::string_view> words);
Json one_of(std::span<const std::string_view> words);
/// `of` or null.
Json or_null(Json of);
/// Members by name; one whose name ends in "?" may be absent.
Json object_of(std::initializer_list<std::pair<std::string_view, Json>> members);
/// `base`, an object, with the members of `more`.
Json with_members(Json base, const Json& more);
/// What stands under "$defs" of the whole schema.
Json defined(std::string_view definition);

}  // namespace shape
}  // namespace headroom::cli
