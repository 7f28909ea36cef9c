// One error as a line of JSON, for scripts: {"event":"error","code":…,"field":…,"message":…,"hint":…,"status":…}.
#pragma once

#include "core/base/error.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace headroom::cli {

/// What a message names before its first colon, by the rule of every message: an option ("--rows"), a setting ("batch.micro"), a file,
/// a run. Empty: it names nothing.
std::string field_of(const Error& error);

/// As a line of output.
std::string error_line(const Error& error);

/// JSON Schema of that line.
nlohmann::ordered_json error_schema();

}  // namespace headroom::cli
