// Settings: the options that every verb with a configuration shares, generated from the schema, and what they set.
#pragma once

#include "app/cli/args.h"
#include "core/api/param.h"
#include "core/api/services.h"
#include "core/api/train_config.h"

#include <string>
#include <vector>

namespace headroom::cli {

/// --set, --config, --preset and the short flags (--data, --batch, ...), without those in `taken`.
std::vector<Option> setting_options(const std::vector<Option>& taken = {});

/// What was set: preset first, then the config file, then --set and short flags in their order. Relative data paths
/// become absolute, so that a run can be continued from another folder. Images or epochs alone lift the default limit of steps.
/// Errors: InvalidArgument, BadFile, NotFound; a message about a file ends with (name:line).
Result<ParamPatch> settings_from(const Args& args, const std::vector<Option>& taken = {});

/// The table of all settings for --help.
std::string settings_help();

/// The ids of the devices that can train.
std::vector<std::string> usable_devices(const std::vector<DeviceInfo>& devices);

/// Refuses what no run could start with: combinations, a missing data folder, a device that is not there.
Result<void> check_startable(const TrainConfig& config, const std::vector<std::string>& usable_devices);

}  // namespace headroom::cli
