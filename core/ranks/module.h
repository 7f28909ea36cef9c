// The modules of runs of several processes: shared libraries beside the program that are loaded where a run needs them.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>

namespace headroom {

/// What a module is called and must have.
struct ModuleKind {
    std::string_view file;    ///< "libheadroom_c10d.so"
    std::string_view called;  ///< "the module for runs of several processes"
    std::string_view absent;  ///< what to do where it is not there
    const char* version_symbol = "";
    std::uint32_t version = 0;
    std::vector<const char*> symbols;  ///< its other entry points
};

/// The module in the first of `folders` that has it; it stays for the life of the process. Error Environment: it is not there, cannot be loaded, is foreign or of another build.
Result<void*> load_module(const std::vector<std::string>& folders, const ModuleKind& kind);

template <class Function> Function entry_point(void* module, const char* symbol) {
    return reinterpret_cast<Function>(dlsym(module, symbol));
}

/// What the entry point `symbol` (`std::string* symbol()`) says of a module. Errors as load_module().
Result<std::string> module_words(const std::vector<std::string>& folders, const ModuleKind& kind, const char* symbol);

}  // namespace headroom
