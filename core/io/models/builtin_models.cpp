// Looks beside the running program, so that an installation may be moved.
#include "core/io/models/builtin_models.h"

#include "core/base/program_path.h"

#include <filesystem>

namespace headroom {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string builtin_models_folder() {
    std::error_code failed;
    const fs::path program = program_path();
    const fs::path base = program.empty() ? fs::current_path(failed) : program.parent_path().parent_path();
    return (base / "share" / "headroom" / "models" / "builtin").string();
}

Result<BuiltinModels> find_builtin_models(const std::string& folder) {
    const fs::path in(folder);
    BuiltinModels found{folder, (in / "vqgan.safetensors").string(), (in / "clip.safetensors").string(),
                        (in / "starts.safetensors").string()};
    const std::string vqgan_config = (in / "vqgan.yaml").string(),
                      clip_config = (in / "open_clip_config.json").string();
    for (const std::string& file : {found.vqgan, vqgan_config, found.clip, clip_config, found.starts}) {
        std::error_code failed;
        if (fs::is_regular_file(file, failed)) continue;
        return make_error(ErrorCode::NotFound,
                          "the built-in models are not in " + folder + ": there is no " +
                              fs::path(file).filename().string(),
                          "Install Headroom again, or choose a VQGAN and a CLIP of your own.");
    }
    return found;
}

Result<std::string> find_builtin_upscaler(const std::string& folder) {
    const std::string file = (fs::path(folder) / "upscale.safetensors").string();
    std::error_code failed;
    if (fs::is_regular_file(file, failed)) return file;
    return make_error(ErrorCode::NotFound,
                      "the built-in network of shapes is not in " + folder + ": there is no upscale.safetensors",
                      "Install Headroom again, or choose --method lanczos or weights of your own.");
}

}  // namespace headroom
