// StepTransaction: one step of a run, however often it has to be tried. What a try changes is copied before and put back when
// the try fails; what has been made final is never put back and never repeated. The same for every family of models.
#pragma once

#include "core/memory/device_memory.h"

#include <ATen/core/TensorBody.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace headroom {

/// After a throw, parallel branches of the graph stay in this thread's ready queue with all they saved; a backward pass on the
/// same thread, as this is one, frees them. Nothing may be refused meanwhile.
void drain_autograd(at::Device device);

/// On the worker's thread. One object serves all steps of a run; begin() starts the next.
class StepTransaction {
public:
    /// The next step of a run on `device` begins.
    void begin(DeviceMemory& memory, at::Device device);
    /// A try of it begins. `let_go` drops what a failed try leaves: graphs, gradients, windows. It must not throw.
    void begin_try(std::function<void()> let_go);
    /// True until the step was tried once in vain.
    bool is_first_try() const { return tries_ == 1; }
    bool is_untried() const { return tries_ == 0; }
    /// A part of the step is final: however often the rest is tried, that part is not repeated.
    bool has_settled() const { return settled_; }

    /// While work is recorded (a CUDA graph), tensors do not change: keep() copies none, and nothing settles.
    void set_recording(bool on) { recording_ = on; }

    /// Copies `tensors`; undo() puts the copies back. On the CPU into memory that no budget counts; on a GPU they stay there, as
    /// workspace that stays from step to step, copied in the order of its queue without waiting.
    void keep(const std::vector<at::Tensor>& tensors);
    /// The same for what is large and kept only until it is known that the step fits: a GPU's into page-locked memory of the host.
    void keep_on_host(const std::vector<at::Tensor>& tensors);
    /// Likewise for plain numbers: undo() calls `put_back`, which must not throw.
    void keep(std::function<void()> put_back);
    /// All that the try has changed so far is final: what was kept until now is dropped. The rest of the step keeps anew.
    void settle();

    /// A change of the run's state that can be repeated as a whole when it throws halfway: what it needs is allocated before
    /// the first byte is written, or the same bytes are written again.
    using Change = std::function<void()>;
    /// The end of the step: makes `changes` in this order, each once, ignoring the limit. From the first on there is no way
    /// back. One that throws c10::OutOfMemoryError all the same, because the device itself has no room, is repeated after the
    /// caches were given back; a second failure leaves this function with is_torn() true.
    void finish(const std::vector<Change>& changes);
    /// Some of finish()'s changes are made and others are not: the step can neither be undone nor completed.
    bool is_torn() const { return torn_; }

    /// After the exception of a try has unwound: lets go, drains autograd, waits for its threads, puts back what was kept since
    /// begin_try() or settle(). Returns the bytes of caches that were given back.
    Bytes undo();
    /// The step is made: forgets what was kept.
    void end();
    /// Between two steps: lets go of the memory that copies stay in from step to step.
    void release() { stores_.clear(); }

private:
    struct Kept {
        at::Tensor target, copy;
    };
    /// Memory of the copies of one keep(): the CPU's, or a tensor on a GPU or in page-locked memory.
    struct Store {
        std::vector<std::byte> plain;
        at::Tensor tensor;
        at::Tensor bytes(std::size_t size, at::Device device, bool on_host);
        /// Bytes of the host.
        std::size_t size() const { return plain.size() + (tensor.defined() && tensor.is_cpu() ? tensor.nbytes() : 0); }
    };
    /// Tensors of the host beside a GPU's (moments that are kept there) are read once the GPU has written them.
    void wait_for_host_tensors() const;
    void keep(const std::vector<at::Tensor>& tensors, bool on_host);
    void forget();
    void forget_copies();
    void wait_for_other_threads();

    DeviceMemory* memory_ = nullptr;
    at::Device device_{at::kCPU};
    Bytes live_before_;
    int tries_ = 0;
    bool settled_ = false, torn_ = false, recording_ = false;
    std::function<void()> let_go_;
    std::vector<Kept> kept_;
    std::vector<std::function<void()>> put_back_;
    std::vector<Store> stores_;  ///< kept from step to step
    std::size_t stores_in_use_ = 0;
};

}  // namespace headroom
