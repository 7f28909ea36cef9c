// EngineLibrary: opens the module that brings the tensor library. In a build folder it knows its LibTorch; an installed one is given the set
// that choose_libtorch() names, loaded before it by its full path, so that nothing is written into the environment.
#pragma once

#include "core/base/result.h"

namespace headroom {

/// The module, which stays loaded. Takes about half a second. Error Environment: there is no module, no LibTorch, or one that cannot be loaded.
Result<void*> open_engine_library();

/// Nothing but a set of LibTorch is missing: true after open_engine_library() has failed for want of one.
bool lacks_libtorch();

/// Its address: engine_entry() gives it a type.
void* engine_symbol(void* library, const char* name);

/// The entry point `name` of the module, or null.
template <class Function> Function engine_entry(void* library, const char* name) {
    return reinterpret_cast<Function>(engine_symbol(library, name));
}

}  // namespace headroom
