// type_text: a type as it is written, for people who look for the code that something comes from.
#pragma once

#include <cxxabi.h>
#include <cstdlib>
#include <string>
#include <typeinfo>

namespace headroom {

/// "headroom::ui::RunsPage::refresh()::{lambda()#1}": a lambda's says in which function it stands.
inline std::string type_text(const std::type_info& type) {
    int failed = 0;
    char* const written = abi::__cxa_demangle(type.name(), nullptr, nullptr, &failed);
    const std::string out = written ? written : type.name();
    std::free(written);
    return out;
}

}  // namespace headroom
