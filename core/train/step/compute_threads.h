// ComputeThreads: the threads that a run's steps are computed with, as the tuner decides.
#pragma once

#include "core/memory/patient_threads.h"
#include "core/train/step/crowding.h"
#include "core/train/step/thread_tuner.h"

#include <cstdint>
#include <optional>

namespace headroom {

/// On the thread that makes the steps.
class ComputeThreads {
public:
    /// As ThreadTuner's.
    ComputeThreads(std::int64_t fixed, int cores) : tuner_(fixed, cores) {}
    /// How many for the coming step; how they wait for each other is in force from here on.
    int begin_step();
    /// As ThreadTuner's.
    void end_step(double seconds, bool comparable);

private:
    ThreadTuner tuner_;
    Crowding crowding_;
    std::optional<PatientThreads> patient_;
};

}  // namespace headroom
