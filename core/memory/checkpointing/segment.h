// Activation checkpointing: a segment of a network whose activations are recomputed in the backward pass instead of kept.
// Same random numbers, same autocast state, batch-norm statistics updated once; gradients are bit-identical in fp32.
// Source of the idea: Chen et al., "Training Deep Nets with Sublinear Memory Cost", 2016.
#pragma once

#include <ATen/core/TensorBody.h>

#include <functional>
#include <memory>

namespace headroom {

using SegmentFn = std::function<at::Tensor(const at::Tensor&)>;

/// Runs `fn(x)` without keeping what it computes. `fn` and all it captures must live until the backward pass.
/// `anchor`: any tensor that requires a gradient, so that the node exists when `x` needs none (the latent).
at::Tensor checkpoint_segment(SegmentFn fn, const at::Tensor& x, const at::Tensor& anchor);

/// True while something is computed for the second time: layers then leave running statistics and counters alone.
bool is_recomputing();

/// Makes it so for forward passes on this thread.
class RecomputeScope {
public:
    RecomputeScope();
    ~RecomputeScope();
    RecomputeScope(const RecomputeScope&) = delete;
    RecomputeScope& operator=(const RecomputeScope&) = delete;

private:
    bool before_;
};

}  // namespace headroom
