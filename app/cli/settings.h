// Settings: the options that every verb with a configuration shares, generated from the schema, and what they set.
#pragma once

#include "app/cli/args.h"
#include "core/api/param.h"
#include "core/api/services.h"
#include "core/api/train_config.h"

#include <string>
#include <vector>

namespace headroom::cli {

/// The options that only runs of `kind` have, such as --size WxH of text to image.
std::vector<Option> family_options(ModelKind kind);
/// --set, --config, --preset and the short flags (--data, --batch, ...) of a kind of run, without those in `taken`.
std::vector<Option> setting_options(const std::vector<Option>& taken, ModelKind kind);

/// What was set: preset first, then the config file, then --set and short flags in their order. Relative data paths
/// become absolute, so that a run can be continued from another folder. Images or epochs alone lift the default limit of steps.
/// Errors: InvalidArgument, BadFile, NotFound; a message about a file ends with (name:line).
/// A setting, preset or file of another kind of run than `kind` is refused.
Result<ParamPatch> settings_from(const Args& args, const std::vector<Option>& taken, ModelKind kind);

/// Where the last of the files in --config and --recipe comes from; settings that are no recipe say nothing.
RecipeOrigin origin_of_settings(const Args& args);

/// The text of a configuration or recipe, or the settings that a picture of Headroom has in it. Errors: NotFound, BadFile.
Result<std::string> settings_text(const std::string& path);

/// Puts "key=value" of a run of `kind` into `patch`. Error: InvalidArgument.
Result<void> take_setting(ParamPatch& patch, const std::string& text, ModelKind kind);

/// One setting of a kind of run as a person writes it, paths made absolute. Errors: InvalidArgument.
Result<ParamValue> setting_value(const std::string& key, const std::string& text, ModelKind kind);

/// So that what names it works from another folder too.
std::string absolute_path(const std::string& path);

/// What a setting can be: "1 to 4096", "fp32, bf16"; may be empty.
std::string setting_range(const ParamRow& row);

/// The table of all settings for --help.
std::string settings_help(ModelKind kind);

/// The ids of the devices that can train.
std::vector<std::string> usable_devices(const std::vector<DeviceInfo>& devices);

/// Refuses what no run could start with: combinations, a missing data folder, a device that is not there. `resumes`: a run that goes
/// on is set back as set_back_refused says. `made_with`: what pictures a recipe was made with, for the hint; empty: not known.
Result<void> check_startable(const TrainConfig& config, const std::vector<std::string>& usable_devices,
                             bool resumes = false, const std::string& made_with = {});

}  // namespace headroom::cli
