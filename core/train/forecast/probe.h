// Probe: one real step of a configuration with a few pictures, apart from any run: its allocations and its time. All
// parameters share one block of memory, so that a probe takes little more than its gradients and activations.
#pragma once

#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/memory/device_memory.h"
#include "core/models/dcgan/spec.h"
#include "core/train/device.h"
#include "core/train/forecast/step_seconds.h"

#include <cstdint>
#include <stop_token>

namespace headroom {

struct ProbeStep {
    StepLog log;          ///< of the step alone
    StepSeconds seconds;  ///< on a CPU the thread's own processor time: a busy machine hardly changes it
    bool calm = true;     ///< false: other programs took much of the processor meanwhile, so that the seconds are rough
};

/// A step of `micro_batches` x `pictures`; with R1, one that has the penalty. A quick one is repeated for its time, because the
/// first of its shapes compiles kernels. Any thread; on a GPU it waits for its turn.
/// Error OutOfMemory: not even that has room; Environment: the device failed.
Result<ProbeStep> probe_step(const DcganSpec& spec, const TrainConfig& config, const TrainDevice& device, std::int64_t pictures,
                             std::int64_t micro_batches);

}  // namespace headroom
