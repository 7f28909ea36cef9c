// LoaderWords: what the dynamic loader says of a library that it did not load.
#pragma once

#include <string>

#include <dlfcn.h>

namespace headroom {

/// Why the last dlopen() on this thread failed.
inline std::string loader_words() {
    const char* text = dlerror();
    return text ? text : "no reason given";
}

/// Which library is not there, "libcublas.so.13", by the loader's `words`; empty: they say something else.
inline std::string missing_library(const std::string& words) {
    const auto end = words.find(": cannot open shared object file");
    if (end == std::string::npos) return {};
    const auto space = words.rfind(' ', end);
    const auto begin = space == std::string::npos ? 0 : space + 1;
    return words.substr(begin, end - begin);
}

}  // namespace headroom
