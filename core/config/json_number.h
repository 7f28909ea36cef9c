// Numbers in JSON, which knows neither NaN nor infinity.
#pragma once

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace headroom {

/// `value`, or null where it is not finite.
inline nlohmann::ordered_json json_number(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

/// What json_number() made; NaN for anything but a number.
inline double read_json_number(const nlohmann::ordered_json& json) {
    return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace headroom
