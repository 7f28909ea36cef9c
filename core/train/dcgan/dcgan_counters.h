// What a checkpoint of a DCGAN says beside what all of GANs say: what its networks are, and how far a new stage has faded in.
#pragma once

#include "core/train/gan/gan_counters.h"

namespace headroom {

inline constexpr Counter kDcganCounters[] = {{"size", CounterKind::Width},      {"latent", CounterKind::Width},
                                             {"channels", CounterKind::Width},  {"widths_g", CounterKind::Widths},
                                             {"widths_d", CounterKind::Widths}, {"fade_from", CounterKind::Count},
                                             {"fade_done", CounterKind::Count}, {"alpha", CounterKind::Real}};

}  // namespace headroom
