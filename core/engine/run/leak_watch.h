// LeakWatch: notices when the tensors that outlive a step grow from step to step. Their bytes are the same after every step of
// an unchanged run, so any lasting slope is a leak. Robust against single outliers and single jumps: the slope is the median of
// the slopes between all pairs of samples (Theil 1950, Sen 1968), and four fifths of the pairs must agree that there is one.
#pragma once

#include "core/api/memory_report.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace headroom {

struct Leak {
    double bytes_per_1000_steps = 0, tensors_per_1000_steps = 0;
    Role role = Role::Other;  ///< the one that grew most
    double hours_left = -1;   ///< until nothing is to spare at this pace; < 0: it never is, or not known
    Bytes to_spare;
};

/// One thread.
class LeakWatch {
public:
    /// Figures after a step; `seconds` since any fixed moment. Returns a leak once, when it is certain.
    std::optional<Leak> note(std::int64_t step, double seconds, const MemoryReport& report);
    /// Settings changed: what was is no measure any longer.
    void reset();

    static constexpr std::size_t kSamples = 120, kFewest = 40;
    static constexpr std::int64_t kFewestSteps = 200;

private:
    struct Sample {
        std::int64_t step = 0;
        double seconds = 0;
        RoleBytes roles;
        std::int64_t bytes = 0, tensors = 0;
    };
    /// Growth per step that four fifths of all pairs of samples agree on; 0: they do not.
    double slope(std::int64_t Sample::*figure) const;
    Role grown_most() const;

    std::deque<Sample> samples_;
    std::int64_t next_look_ = 0;  ///< notes until the next computation
    bool warned_ = false;
};

}  // namespace headroom
