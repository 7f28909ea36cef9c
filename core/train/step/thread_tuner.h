// ThreadTuner: how many threads compute a step, and how they wait for each other. Threads that spin collapse when another program takes a
// core (each parallel region waits for the one that cannot run), so beside others they wait asleep; and now and then some steps run with all
// and some with half the threads, and the faster number is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace headroom {

struct StepThreads {
    int count = 1;
    bool patient = false;  ///< waiting threads sleep (core/memory/patient_threads.h)
};

class ThreadTuner {
public:
    /// `fixed` > 0: always that many. 0: between all cores and half of them.
    ThreadTuner(std::int64_t fixed, int cores);
    /// For the coming step.
    StepThreads begin_step();
    /// Tells how long the step took; `comparable` false: another kind of step (first of a shape, repeated after an error). `crowded`: cores'
    /// worth of time that ready threads stood without a core (Crowding), where that is known.
    void end_step(double seconds, bool comparable, std::optional<double> crowded = {});

private:
    void decide();
    bool changes_waiting(double seconds, double crowded);
    void forget();
    int other() const { return chosen_ == all_ ? half_ : all_; }
    std::size_t recent_steps() const;
    std::size_t trial_steps() const;

    int all_, half_, chosen_;
    bool automatic_;
    std::vector<double> recent_, trial_;  ///< seconds of the newest steps with the chosen count, of the running trial
    bool trying_ = false;
    double since_trial_ = 0, wait_,
           calm_seconds_ = 0;  ///< training time since the last trial, until the next; a step's then
    bool patient_ = false;
    int free_steps_ = 0, free_needed_;  ///< steps in a row with a core for every thread; how many let them spin again
    double spun_;                       ///< seconds since they do
};

}  // namespace headroom
