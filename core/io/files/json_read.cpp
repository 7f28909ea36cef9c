// Guarded JSON.
#include "core/io/files/json_read.h"

namespace headroom {

using nlohmann::json;

Result<json> parse_json_object(const std::string& text, const std::string& name) {
    json value = parse_json(text);
    if (!value.is_object()) {
        return make_error(ErrorCode::BadFile,
                          name +
                              (text.empty() ? " is empty" : " is damaged: it is not the JSON object that was written"));
    }
    return value;
}

std::string json_text(const json& object, const char* key, const std::string& fallback) {
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : fallback;
}

std::int64_t json_integer(const json& object, const char* key, std::int64_t fallback) {
    const auto it = object.find(key);
    return it != object.end() && it->is_number_integer() ? it->get<std::int64_t>() : fallback;
}

double json_real(const json& object, const char* key, double fallback) {
    const auto it = object.find(key);
    return it != object.end() && it->is_number() ? it->get<double>() : fallback;
}

bool json_flag(const json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_boolean() && it->get<bool>();
}

std::string json_dump(const json& value, int indent) {
    return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

}  // namespace headroom
