// dlopen of the module.
#include "core/ranks/group.h"

#include "core/base/program_path.h"

#include <dlfcn.h>

#include <filesystem>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAgain = "Build or install Headroom again, all parts together.";

/// The module; it stays for the life of the process.
Result<void*> load_module(const GroupModuleSearch& search) {
    std::string path;
    for (const std::string& folder : search.folders) {
        std::error_code ec;
        const fs::path here = fs::path(folder) / search.module;
        if (path.empty() && fs::exists(here, ec)) path = here.string();
    }
    if (path.empty())
        return make_error(ErrorCode::Environment,
                          "the module for runs of several processes (" + search.module + ") is not beside the program",
                          "Install libgloo-dev and build again, or install Headroom again.");
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* words = dlerror();
        return make_error(ErrorCode::Environment, "the module " + path + " could not be loaded", kAgain,
                          words ? words : "");
    }
    using Version = std::uint32_t (*)();
    const auto version = reinterpret_cast<Version>(dlsym(library, kCollectiveVersionSymbol));
    if (!version || !dlsym(library, kCollectiveJoinSymbol) || !dlsym(library, kCollectiveWordsSymbol))
        return make_error(ErrorCode::Environment,
                          path + " is not Headroom's module for several processes: its entry points are missing",
                          kAgain);
    if (version() != kCollectiveVersion)
        return make_error(ErrorCode::Environment,
                          path + " is of another build: version " + std::to_string(version()) +
                              ", this program needs " + std::to_string(kCollectiveVersion),
                          kAgain);
    return library;
}

}  // namespace

GroupModuleSearch default_group_search() {
    GroupModuleSearch search;
    const fs::path program = program_path().parent_path();
    for (const char* part : {"", "../lib", "../lib/headroom"})
        search.folders.push_back((program / part).lexically_normal().string());
    return search;
}

Result<std::unique_ptr<Collective>> join_group(const GroupPlace& place, const GroupModuleSearch& search) {
    const auto library = load_module(search);
    if (!library) return library.error();
    using Join = Result<std::unique_ptr<Collective>>* (*)(const GroupPlace*);
    const auto join = reinterpret_cast<Join>(dlsym(*library, kCollectiveJoinSymbol));
    const std::unique_ptr<Result<std::unique_ptr<Collective>>> joined(join(&place));
    return std::move(*joined);
}

Result<std::string> group_support(const GroupModuleSearch& search) {
    const auto library = load_module(search);
    if (!library) return library.error();
    using Words = std::string* (*)();
    const std::unique_ptr<std::string> words(reinterpret_cast<Words>(dlsym(*library, kCollectiveWordsSymbol))());
    return *words;
}

}  // namespace headroom
