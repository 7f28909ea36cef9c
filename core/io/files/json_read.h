// JSON from files: parsed without exceptions and with a depth limit, and typed look-ups that fall back. Internal to core/io.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

/// JSON of at most 16 levels: copying or printing a very deep value would overflow the stack. Discarded: it is none.
template <class Json = nlohmann::json> Json parse_json(std::string_view text) {
    constexpr int deepest = 16;
    bool too_deep = false;
    const typename Json::parser_callback_t within = [&](int depth, typename Json::parse_event_t, Json&) {
        too_deep |= depth > deepest;
        return depth <= deepest;
    };
    Json value = Json::parse(text, within, false);
    return too_deep ? Json(Json::value_t::discarded) : value;
}

/// A JSON object of at most 16 levels. `name` is for messages. Error: BadFile.
Result<nlohmann::json> parse_json_object(const std::string& text, const std::string& name);

/// The member `key` if it is there and of the type; else the fallback.
std::string json_text(const nlohmann::json& object, const char* key, const std::string& fallback = {});
std::int64_t json_integer(const nlohmann::json& object, const char* key, std::int64_t fallback = 0);
double json_real(const nlohmann::json& object, const char* key, double fallback);
bool json_flag(const nlohmann::json& object, const char* key);

/// One-line JSON; bytes that are no UTF-8 become the replacement character.
std::string json_dump(const nlohmann::json& value, int indent = -1);

}  // namespace headroom
