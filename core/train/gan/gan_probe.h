// A probe step of any generator and discriminator: what it allocates and what its parts take.
#pragma once

#include "core/train/forecast/probe_tools.h"
#include "core/train/gan/gan_phases.h"
#include "core/train/gan/step_seconds.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace headroom {

/// The phases of the step, each with its optimiser's; null: the network does not learn.
struct GanProbe {
    GanPhases& phases;
    std::int64_t micro_batches = 1;
    bool has_penalty = false;  ///< of D, which not every step has
    std::function<void(bool with_penalty, StepFigures&)> d;
    std::function<void(StepFigures&)> g;
};

/// One of several processes that share a step, with nobody to wait for: gradients stand ready from a phase's beginning and each pass's own are
/// made beside them. Null: one process, or a GPU, whose probes may be another process's, which knows the settings alone.
std::unique_ptr<StepPeers> lone_peers(const TrainConfig& config, bool on_cpu);
/// What tells such steps apart, for the name of a kind; empty: one process.
std::string added_up(const TrainConfig& config, bool on_cpu);

/// One step with the penalty where there is one; repeated for its time where it is quick. Seconds are StepSeconds::parts().
ProbeStep probe_step(const GanProbe& probe, DeviceMemory& memory);

}  // namespace headroom
