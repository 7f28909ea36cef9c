// Configuration as JSON: a flat object of dotted keys, e.g. {"format":"headroom-config-1","batch.micro":64,...}. A path that is no
// UTF-8 is kept as "bytes:" and percent-encoding: "data.path": "bytes:/data/caf%E9".
#pragma once

#include "core/api/model_kind.h"
#include "core/api/param.h"
#include "core/api/recipe.h"
#include "core/api/train_config.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Every setting, in schema order, one per line; readable by read_config_patch. With `origin` a recipe: what of it is known stands before
/// them as "recipe.device": "..." and the like.
std::string write_config(const TrainConfig& config, const RecipeOrigin& origin = {});
/// Of the same text without the settings that name files and folders of this machine: for files that are shown to others.
std::string write_shared_config(const TrainConfig& config);

/// Settings named in `text` (missing ones keep their value). `name` is the file's name for messages. What a kind of run allows is checked
/// for the one that the text names, else for `kind`; of neither, a value that any kind allows is read, and with_patch() checks it.
/// Errors (BadFile): not JSON, duplicate or unknown key, wrong type, out of range; the message ends with (name:line).
Result<ParamPatch> read_config_patch(std::string_view text, const std::string& name,
                                     std::optional<ModelKind> kind = {});

/// What `text`, which read_config_patch() has read, says of where it comes from; settings alone say nothing.
RecipeOrigin read_recipe_origin(std::string_view text);

/// A JSON value (already parsed as text, e.g. "8", "\"bf16\"", "true") for `row`; sizes may be strings with units.
Result<ParamValue> param_from_json(const ParamRow& row, const std::string& json_text);

/// `value` as JSON text. Paths may hold any bytes: what is no UTF-8 is written by encode_bytes (byte_text.h) and read back exactly.
std::string param_to_json(const ParamValue& value);

}  // namespace headroom
