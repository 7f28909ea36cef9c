// contained(): calls what must not throw past here: an exception that leaves a thread ends the process and every run in it.
#pragma once

#include "core/base/result.h"

#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace headroom {

/// What `call()` returns, a Result; an exception becomes its error. `failed`: the sentence for one that nobody expected.
template <class Call> std::invoke_result_t<Call> contained(const char* failed, Call&& call) {
    try {
        return std::forward<Call>(call)();
    } catch (const std::bad_alloc&) {
        return make_error(ErrorCode::OutOfMemory, "the system had no memory left for this process",
                          "Close other programs or raise the process's memory limit.");
    } catch (const std::exception& e) {
        return make_error(ErrorCode::Internal, failed, "Save the log and report it.", e.what());
    }
}

}  // namespace headroom
