// The manual: the pages of headroom-cli and of the window, written from the tables that they read their words by.
#pragma once

#include "app/cli/verbs.h"

#include <string>

namespace headroom::cli {

/// headroom-cli(1): every verb, option and setting.
std::string cli_manual(const Program& program, const std::string& version);
/// headroom(1): the window and its switches.
std::string window_manual(const std::string& version);

}  // namespace headroom::cli
