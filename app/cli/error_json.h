// One error as a line of JSON, for scripts: {"event":"error","code":…,"field":…,"message":…,"hint":…,"status":…}.
#pragma once

#include "app/cli/args.h"
#include "core/base/error.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace headroom::cli {

/// Its own field, else what the message names, by the rules of every message: before its first colon an option ("--rows"), a setting ("batch.micro"), a file, a run;
/// a file also behind "cannot read ", before " is ", in quotes, or as "(run.json:7)" at the end. Empty: it names nothing.
std::string field_of(const Error& error);

/// With its field: where the message names nothing by these rules, the argument or value that stands in it ("nope does not exist").
Error with_field(Error error, const Args& given);

/// As a line of output.
std::string error_line(const Error& error);

/// JSON Schema of that line.
nlohmann::ordered_json error_schema();

}  // namespace headroom::cli
