// One JSON object as a line of output. Bytes that are no UTF-8 (file names may hold any) become the replacement character.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace headroom::cli {

inline std::string json_line(const nlohmann::ordered_json& json) {
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace headroom::cli
