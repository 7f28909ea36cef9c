// Numbers in JSON, which knows neither NaN nor infinity.
#pragma once

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom {

/// `value`, or null where it is not finite.
inline nlohmann::ordered_json json_number(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace headroom
