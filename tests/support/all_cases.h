// How much of a loop over like cases a test goes through.
#pragma once

#include <cstdlib>

namespace headroom::test {

/// Every case, which HEADROOM_ALL_CASES=1 asks for; otherwise some that stand for all.
inline bool all_cases() {
    const char* const wanted = std::getenv("HEADROOM_ALL_CASES");
    return wanted && *wanted != '\0' && *wanted != '0';
}

}  // namespace headroom::test
