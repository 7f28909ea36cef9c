// The real backend: trainers, devices and pictures by LibTorch. Torch-free header.
#pragma once

#include "core/engine/backend.h"
#include "core/ranks/collective.h"
#include "core/ranks/gpu_sums.h"

#include <functional>
#include <memory>

namespace headroom {

/// The processes of a run, for whoever makes its trainer.
struct TrainGroup {
    std::shared_ptr<Collective> all;      ///< null: this process is alone
    std::function<void()> asked_to_stop;  ///< another process was asked to stop; on the worker's thread
    GpuLinks gpu_links = nccl_links();
};

/// `group`: its trainers are those of process 0, which the other processes follow (core/train/ranks/follower.h).
std::shared_ptr<Backend> make_torch_backend(TrainGroup group = {});

/// Of a window: as long as no run has started, this process has no context on any GPU; headroom-cli makes the probes of forecasts.
std::shared_ptr<Backend> make_window_backend();

}  // namespace headroom
