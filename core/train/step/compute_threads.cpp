// Puts the tuner's answer into force.
#include "core/train/step/compute_threads.h"

#include "core/base/log.h"

namespace headroom {

int ComputeThreads::begin_step() {
    const StepThreads threads = tuner_.begin_step();
    if (threads.patient && !patient_) {
        log_message(LogSeverity::Debug, "other programs need cores: threads wait for each other asleep");
        patient_.emplace();
    } else if (!threads.patient && patient_) {
        log_message(LogSeverity::Debug, "every thread has a core again: threads wait for each other awake");
        patient_.reset();
    }
    return threads.count;
}

void ComputeThreads::end_step(double seconds, bool comparable) {
    tuner_.end_step(seconds, comparable, crowding_.since_last());
}

}  // namespace headroom
