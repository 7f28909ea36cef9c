// What a checkpoint of a generator and a discriminator says beside what all say: its loss scales.
#pragma once

#include "core/train/run/counters.h"

namespace headroom {

inline constexpr Counter kGanCounters[] = {{"scale_g", CounterKind::Real},
                                           {"scale_d", CounterKind::Real},
                                           {"clean_g", CounterKind::Count},
                                           {"clean_d", CounterKind::Count}};

}  // namespace headroom
