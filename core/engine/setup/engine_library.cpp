// dlopen of LibTorch and of the module.
#include "core/engine/setup/engine_library.h"

#include "core/base/loader_words.h"
#include "core/base/nvidia_driver.h"
#include "core/base/program_path.h"
#include "core/engine/setup/libtorch_set.h"
#include "core/engine/setup/wheel_list.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModule = "libheadroom_torch_engine.so";

std::string find_engine() { return find_module(program_modules(), kModule); }

std::optional<LibtorchSet> chosen_set() {
    return choose_libtorch(find_libtorch_sets(libtorch_places(), pinned_libtorch()), nvidia_driver_files());
}

/// What is loaded is found by its name when others need it.
Result<void> load_set(const LibtorchSet& set) {
    for (const char* name : kLibtorchLibraries) {
        const std::string path = (fs::path(set.folder) / "torch" / "lib" / name).string();
        if (!dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL))
            return make_error(ErrorCode::Environment, "LibTorch in " + set.folder + " cannot be loaded",
                              "Remove it with headroom-cli setup --remove and fetch it again with headroom-cli setup.",
                              loader_words());
    }
    return {};
}

}  // namespace

Result<void*> open_engine_library() {
    const std::string path = find_engine();
    if (path.empty())
        return make_error(ErrorCode::Environment, "the engine (" + std::string(kModule) + ") is not beside the program",
                          "Build with HEADROOM_TORCH=ON, or install Headroom again.");
    if (void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL)) return library;
    const std::string words = loader_words();
    const std::string missing = missing_library(words);
    if (std::find(kLibtorchLibraries.begin(), kLibtorchLibraries.end(), missing) == kLibtorchLibraries.end())
        return make_error(ErrorCode::Environment, "the engine " + path + " could not be loaded",
                          "headroom-cli doctor says what is missing.", words);
    const auto set = chosen_set();
    if (!set)
        return make_error(ErrorCode::Environment,
                          "LibTorch " + pinned_libtorch() + ", which Headroom computes with, is not here yet",
                          "headroom-cli setup fetches it, once (about 550 MB); --from takes it from a folder.");
    if (auto ok = load_set(*set); !ok) return ok.error();
    if (void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL)) return library;
    return make_error(ErrorCode::Environment, "the engine " + path + " could not be loaded",
                      "Install Headroom again, all parts together.", loader_words());
}

bool lacks_libtorch() { return !find_engine().empty() && !chosen_set(); }

void* engine_symbol(void* library, const char* name) { return dlsym(library, name); }

}  // namespace headroom
