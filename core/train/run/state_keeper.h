// StateKeeper: a run's state, copied into memory of its own for a checkpoint, or parked in host memory while the device is lent.
// What the trainers share. On the worker's thread.
#pragma once

#include "core/engine/backend.h"
#include "core/train/run/run_memory.h"

#include <cstdint>
#include <limits>
#include <memory>

namespace headroom {

/// What a trainer's state is; StateKeeper says when.
class KeptState {
public:
    virtual ~KeptState() = default;
    /// Everything that an exact resume needs, in memory of its own; `pinned`: in memory that a GPU copies from fast. May throw c10::Error.
    virtual std::shared_ptr<const CheckpointContent> copy_state(double score, bool pinned) const = 0;
    /// What a checkpoint's state is worth, lower is better; NaN: unknown.
    virtual double score() { return std::numeric_limits<double>::quiet_NaN(); }
    /// Builds again what drop() let go of, and takes on `content`. May throw c10::Error.
    virtual Result<void> put_back(const CheckpointContent& content) = 0;
    /// Lets go of everything on the device.
    virtual void drop() = 0;
    virtual void set_limits() = 0;
};

class StateKeeper {
public:
    /// `emit`: silent while a state is put back, for nothing has changed that would need telling.
    StateKeeper(RunMemory& memory, KeptState& state, EmitFn& emit) : memory_(memory), state_(state), emit_(emit) {}

    /// For the checkpoint after step `step`: a copy of now, or what is parked. The score takes longer than a small step does.
    Result<std::shared_ptr<const CheckpointContent>> checkpoint(std::int64_t step, bool scored = true);
    /// Error: there is no host memory for the copy; the run stays as it is.
    Result<void> lend();
    /// Error: there is not enough room, or what a file held can no longer be read; the state stays parked.
    Result<void> take_back();
    /// Lets go of what is parked.
    void forget() { parked_.reset(); }

private:
    /// A copy that is not refused: it is made in host memory, tensor by tensor.
    std::shared_ptr<const CheckpointContent> copy(double score, bool pinned) const;

    RunMemory& memory_;
    KeptState& state_;
    EmitFn& emit_;
    std::shared_ptr<const CheckpointContent> parked_;
};

}  // namespace headroom
