// StepGuard: makes a step repeatable. Takes a copy of what a step changes before it is sure to succeed, and puts everything
// back after an out-of-memory error, so that the same step can be tried again as if nothing had happened.
#pragma once

#include "core/memory/device_memory.h"
#include "core/train/gan_networks.h"
#include "core/train/tensor_bridge.h"

#include <vector>

namespace headroom {

/// After a throw, parallel branches of the graph stay in this thread's ready queue with all they saved; a backward pass on the
/// same thread, as this is one, frees them. Nothing may be refused meanwhile.
void drain_autograd(at::Device device);

class StepGuard {
public:
    /// Copies the batch-norm statistics (a few KiB).
    StepGuard(GanNetworks& nets, DeviceMemory& memory);
    /// Copies D and its moments before its optimiser step, so that a failure in the G phase can undo it. Uncounted host
    /// memory; called only when the peak is not yet known to fit.
    void keep_d();
    bool keeps_d() const { return !d_before_.empty(); }
    /// D has stepped and no copy of it was kept: from here on the step stands as it is now and only the rest of it can be
    /// undone. `fakes_kept`: the fakes of the round that ended will be made again then, so G's statistics go back to before
    /// it. Copies the batch-norm statistics.
    void settle_d(bool fakes_kept);
    /// Whether recover() goes back to settle_d() only.
    bool d_settled() const { return d_settled_; }
    /// After the exception has unwound: drops graphs and gradients, drains what autograd's queue still holds, restores.
    /// Returns the bytes of caches that were given back.
    Bytes recover();

private:
    struct Saved {
        at::Tensor target;
        std::vector<std::byte> bytes;
    };
    static void save(std::vector<Saved>& into, const at::Tensor& t);
    static void restore(std::vector<Saved>& saved);

    void wait_for_other_threads();

    GanNetworks& nets_;
    DeviceMemory& memory_;
    Bytes live_before_;
    std::vector<Saved> buffers_, d_before_;
    bool d_settled_ = false;
    double scale_g_, scale_d_;
    int clean_g_, clean_d_;
};

}  // namespace headroom
