// The value "where" of a bench's line (core/train/where_report.h) as a table for people.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace headroom::cli {

std::string where_text(const nlohmann::json& where);

}  // namespace headroom::cli
