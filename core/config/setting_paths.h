// Setting paths: the files and folders that settings name, alone, in lists and in prompts.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

#include <functional>
#include <string>

namespace headroom {

using PathFn = std::function<std::string(const std::string&)>;

/// `value` of a row with each path in it as `as` has it. What names none stays as it is; the built-in shapes are no path.
ParamValue with_paths(const ParamRow& row, ParamValue value, const PathFn& as);
/// All settings of a run so.
TrainConfig with_paths(TrainConfig config, const PathFn& as);

/// "./pictures" of "/home/somebody/pictures": what is told of a path elsewhere.
std::string path_elsewhere(const std::string& path);

}  // namespace headroom
