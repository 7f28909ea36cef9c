// dlopen of a module, with every way in which it can be missing or wrong.
#include "core/ranks/module.h"

#include "core/base/loader_words.h"
#include "core/base/program_path.h"

#include <memory>

namespace headroom {
namespace {

constexpr const char* kAgain = "Build or install Headroom again, all parts together.";

}  // namespace

Result<void*> load_module(const std::vector<std::string>& folders, const ModuleKind& kind) {
    const std::string called(kind.called), path = find_module(folders, kind.file);
    if (path.empty())
        return make_error(ErrorCode::Environment,
                          called + " (" + std::string(kind.file) + ") is not beside the program",
                          std::string(kind.absent));
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return make_error(ErrorCode::Environment, "the module " + path + " could not be loaded", kAgain,
                          loader_words());
    using Version = std::uint32_t (*)();
    const auto version = entry_point<Version>(library, kind.version_symbol);
    bool whole = version != nullptr;
    for (const char* symbol : kind.symbols) whole = whole && dlsym(library, symbol);
    if (!whole)
        return make_error(ErrorCode::Environment, path + " is not " + called + ": its entry points are missing",
                          kAgain);
    if (version() != kind.version)
        return make_error(ErrorCode::Environment,
                          path + " is of another build: version " + std::to_string(version()) +
                              ", this program needs " + std::to_string(kind.version),
                          kAgain);
    return library;
}

Result<std::string> module_words(const std::vector<std::string>& folders, const ModuleKind& kind, const char* symbol) {
    const auto library = load_module(folders, kind);
    if (!library) return library.error();
    using Words = std::string* (*)();
    const std::unique_ptr<std::string> words(entry_point<Words>(*library, symbol)());
    return *words;
}

}  // namespace headroom
