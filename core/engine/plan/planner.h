// Planner: the search for settings that fit, and rehearsals, on a backend.
#pragma once

#include "core/api/planner.h"
#include "core/engine/backend.h"

#include <atomic>
#include <memory>

namespace headroom {

/// `layout` empty: plans are for fresh networks. `state`: of the session that asks; a rehearsal needs the device for itself.
std::shared_ptr<Planner> make_planner(std::shared_ptr<Backend> backend, NetworkLayout layout,
                                      std::shared_ptr<const std::atomic<RunState>> state);

}  // namespace headroom
