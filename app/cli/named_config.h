// Settings by a name: a configuration file, a run, a checkpoint, a preset, a kind of run.
#pragma once

#include "core/api/services.h"
#include "core/api/train_config.h"

#include <string>
#include <vector>

namespace headroom::cli {

struct NamedConfig {
    TrainConfig config;
    std::size_t given = 0;  ///< settings that are said; the rest are defaults
};

/// The settings of the run or the checkpoint that a folder is. Errors: NotFound (it is neither), BadFile.
Result<TrainConfig> settings_in_folder(const std::string& folder);

/// What is wrong in a file that named_config() refused with `first`: of each setting by itself, where that is more.
std::vector<Error> problems_of_file(const std::string& path, const Error& first);

/// Looked for in this order: a file (also a sample's PNG), a folder, a run's name, a preset, a kind of run. Errors: NotFound, BadFile with file and line.
Result<NamedConfig> named_config(const std::string& named, const Services& services);

}  // namespace headroom::cli
