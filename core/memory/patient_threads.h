// PatientThreads: OpenMP's threads wait for each other asleep instead of spinning. Spinning is quickest where every thread has a core of its
// own; beside other programs it collapses, because who spins keeps the core that the awaited thread is ready to run on.
#pragma once

#include <thread>

namespace headroom {

/// While one lives, waiting is patient in the whole process; it changes no result. Made and destroyed on any thread, quickly.
/// GNU's OpenMP, LibTorch's, spins 100 times instead of 300,000 while the process has more OpenMP threads than processors (its manual,
/// GOMP_SPINCOUNT), so a team with more of them is kept asleep. Without that library, or with OMP_WAIT_POLICY set, nothing changes.
class PatientThreads {
public:
    PatientThreads();

private:
    std::jthread sleeper_;
};

}  // namespace headroom
