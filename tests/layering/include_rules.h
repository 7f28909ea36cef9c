// Who may include whom: the table of ARCHITECTURE.md as code. Pure functions, so that the rules themselves are tested.
#pragma once

#include "source_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::layering {

enum class Kind { Std, Qt, QCustomPlot, Torch, Cuda, Project, Other };

/// What an include names, by its spelling.
Kind kind_of(const Include& include);

/// The layer that a path ("core/io/x.h") belongs to: "core/io", "ui", "app", "app/lab", or "" for none.
std::string layer_of(std::string_view path);

/// Every include of `file` that its layer may not have, as "path:line: what is wrong".
std::vector<std::string> broken_rules(const SourceFile& file);

}  // namespace headroom::layering
