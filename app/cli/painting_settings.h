// The settings of text to image that have options of their own: the prompts as words, --size WxH, files.
#pragma once

#include "app/cli/args.h"
#include "core/api/param.h"
#include "core/base/result.h"

#include <vector>

namespace headroom::cli {

/// --size, --vqgan, --clip, --start, --frames.
const std::vector<Option>& painting_options();

/// What was set, prompts from the words without an option included; relative paths become absolute. `taken`: the verb's options,
/// painting_options() among them. Errors: as settings_from.
Result<ParamPatch> painting_settings(const Args& args, const std::vector<Option>& taken);

}  // namespace headroom::cli
