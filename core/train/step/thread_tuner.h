// ThreadTuner: two threads collapse when another program takes a core (each parallel region waits for the descheduled one),
// so now and then some steps run with all and some with half the threads, and the faster number is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom {

class ThreadTuner {
public:
    /// `fixed` > 0: always that many. 0: between all cores and half of them.
    ThreadTuner(std::int64_t fixed, int cores);
    /// The thread count for the coming step.
    int begin_step();
    /// Tells how long the step took; `comparable` false: another kind of step (first of a shape, repeated after an error).
    void end_step(double seconds, bool comparable);

private:
    void decide();
    int other() const { return chosen_ == all_ ? half_ : all_; }

    int all_, half_, chosen_;
    bool automatic_;
    std::vector<double> recent_, trial_;  ///< seconds of the newest steps with the chosen count, of the running trial
    bool trying_ = false;
    double since_trial_ = 0, wait_,
           calm_seconds_ = 0;  ///< training time since the last trial, until the next; a step's then
};

/// With all cores of the machine.
ThreadTuner make_thread_tuner(std::int64_t fixed);

}  // namespace headroom
