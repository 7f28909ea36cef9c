// Work: what an operation computes and moves. WorkScope: by which kernels of our own tell theirs to whoever watches the thread's operations
// (operation_watch.h); without one it costs a look at a variable.
#pragma once

#include <c10/core/ScalarType.h>

#include <string>

namespace headroom {

struct Work {
    double flops = 0;                  ///< computed; a multiplication and an addition are two
    double direct_flops = 0;           ///< that the definition takes: more where minimal filtering saves some
    double bytes = 0;                  ///< read and written, each tensor once
    at::ScalarType type = at::kFloat;  ///< of the products' numbers
    std::string shape{};               ///< "64x3x64x64 by 64x3x4x4"; for a copy what it changes; may be empty
};

/// Work of the calling thread until its end. What it calls of LibTorch is part of it, but for copies and products.
class WorkScope {
public:
    /// `tell`: () -> Work, asked only while somebody watches.
    template <class Tell> WorkScope(const char* name, Tell tell) : watched_(is_watched()) {
        if (watched_) begin(name, tell());
    }
    ~WorkScope() {
        if (watched_) end();
    }
    WorkScope(const WorkScope&) = delete;
    WorkScope& operator=(const WorkScope&) = delete;

private:
    static bool is_watched();
    static void begin(const char* name, Work work);
    static void end();

    bool watched_;
};

}  // namespace headroom
