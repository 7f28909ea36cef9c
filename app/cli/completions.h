// Completions for shells, written from the table of verbs: one self-contained script each.
#pragma once

#include "app/cli/verbs.h"

#include <string>

namespace headroom::cli {

std::string bash_completions(const Program& program);
std::string zsh_completions(const Program& program);
std::string fish_completions(const Program& program);

}  // namespace headroom::cli
