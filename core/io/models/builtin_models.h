// Where the built-in text-to-image models lie: a small VQGAN and CLIP of captioned shapes, and pictures to start from.
#pragma once

#include "core/base/result.h"

#include <string>

namespace headroom {

/// Paths of the files; recipe and figures are in MODEL_CARD.md beside them.
struct BuiltinModels {
    std::string folder;
    std::string vqgan;   ///< weights, with their yaml beside them
    std::string clip;    ///< weights, with open_clip_config.json beside them
    std::string starts;  ///< core/io/models/start_library.h reads it
};

/// share/headroom/models/builtin beside the folder of the running program: of an installation as of a build folder.
std::string builtin_models_folder();

/// Error NotFound naming the folder and the first file that is not there. Reads no file.
Result<BuiltinModels> find_builtin_models(const std::string& folder = builtin_models_folder());

/// The weights of the network that enlarges pictures of shapes. Error NotFound.
Result<std::string> find_builtin_upscaler(const std::string& folder = builtin_models_folder());

}  // namespace headroom
