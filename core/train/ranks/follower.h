// Follower: the life of every process of a run but process 0: it does what that one says until the run is over. Torch-free header.
#pragma once

#include "core/base/units.h"
#include "core/ranks/collective.h"
#include "core/ranks/gpu_sums.h"

#include <memory>
#include <stop_token>
#include <string>

namespace headroom {

struct FollowOptions {
    std::string data_path;  ///< where this machine has the run's pictures; empty: where process 0 has them
    Bytes budget;           ///< what this process may use; 0: as much as process 0
    GpuLinks gpu_links = nccl_links();
};

/// Returns when the run is over. `stop`: this process was asked to stop, which all then do after the next step. Errors: as those of the run;
/// Environment when process 0 or another one is gone.
Result<void> follow_run(std::shared_ptr<Collective> all, const FollowOptions& options, std::stop_token stop);

}  // namespace headroom
