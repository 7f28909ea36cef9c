// How the GPUs of a run's processes find each other: which card is whose, and whether they add up from one to the other.
#pragma once

#include "core/ranks/gpu_sums.h"

#include <string>

namespace headroom {

/// The usable GPU that is the turn of process `local_rank` of a machine, "cuda:1": one each, from the first again where there are more
/// processes. Where there is none the name that says so when it is opened.
std::string gpu_of(int local_rank);

/// This process's seat in meet_on_gpus(); `device`: "cuda:1".
GpuSeat seat_on(const std::string& device);

}  // namespace headroom
