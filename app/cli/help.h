// Help texts, generated from the verbs' syntax and the schema.
#pragma once

#include "app/cli/verbs.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom::cli {

/// Options that every verb takes.
const std::vector<Option>& general_options();

/// The list of its verbs whose names start with `prefix` ("" for all).
std::string overview(const Program& program, const std::string& prefix);

/// What exit statuses mean.
const std::vector<std::pair<std::string, std::string>>& exit_meanings();

/// One verb with all its options, and the settings when it takes them.
std::string verb_help(const Verb& verb);

}  // namespace headroom::cli
