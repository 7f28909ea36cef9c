// ThreadTuner: two threads collapse when another program takes a core (each parallel region waits for the descheduled one),
// so now and then a step is timed with all and with half the threads, and the faster number is kept.
#pragma once

#include "core/base/clock.h"

#include <cstdint>

namespace headroom {

class ThreadTuner {
public:
    /// `fixed` > 0: always that many. 0: between all cores and half of them.
    explicit ThreadTuner(std::int64_t fixed);
    /// Sets the thread count for the coming step and returns it.
    int begin_step();
    /// Tells how long the step took; `comparable` false: another kind of step (first of a shape, with a preview).
    void end_step(double seconds, bool comparable);

private:
    void apply(int threads);
    int all_, half_, chosen_, current_ = 0;
    bool automatic_, trial_ = false;
    double last_all_ = 0, last_half_ = 0;
    int steps_until_trial_ = 8;
    Clock::time_point last_trial_{};
};

}  // namespace headroom
