// contained(): calls what must not throw past here: an exception that leaves a thread ends the process and every run in it.
#pragma once

#include "core/base/result.h"

#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace headroom {

/// What std::bad_alloc says to people.
inline Error no_memory_left() {
    return make_error(ErrorCode::OutOfMemory, "the system had no memory left for this process",
                      "Close other programs or raise the process's memory limit.");
}

/// What such a call comes to: the Result that it returns, or whether it came to its end where it returns nothing.
template <class Call>
using Contained =
    std::conditional_t<std::is_void_v<std::invoke_result_t<Call>>, Result<void>, std::invoke_result_t<Call>>;

/// Calls `call()`; what it throws becomes an error. `failed`: the sentence for what nobody expected.
template <class Call> Contained<Call> contained(const char* failed, Call&& call) {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Call>>) {
            std::forward<Call>(call)();
            return {};
        } else {
            return std::forward<Call>(call)();
        }
    } catch (const std::bad_alloc&) { return no_memory_left(); } catch (const std::exception& e) {
        return make_error(ErrorCode::Internal, failed, "Save the log and report it.", e.what());
    } catch (...) { return make_error(ErrorCode::Internal, failed, "Save the log and report it."); }
}

}  // namespace headroom
