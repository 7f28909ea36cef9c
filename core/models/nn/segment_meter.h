// What the segments of a network cost, measured in one pass, and the choice of those to recompute within a budget.
#pragma once

#include "core/memory/checkpointing/choose_segments.h"
#include "core/memory/device_memory.h"
#include "core/models/nn/compute_mode.h"

#include <ATen/core/TensorBody.h>

#include <functional>
#include <optional>
#include <vector>

namespace headroom::nn {

/// The segments of one forward pass in order, and what runs before and after them. Bytes beyond those before the pass.
struct MeasuredChain {
    SegmentCost before;
    std::vector<SegmentCost> segments;
    SegmentCost after;

    /// The mode whose forward and backward pass keep within `budget` for the least extra time; no value: none does.
    std::optional<ComputeMode> fitting(Bytes budget) const;
    /// Most bytes of forward and backward pass with `mode`.
    Bytes peak(const ComputeMode& mode) const;
};

/// Runs `forward`, a pass in which nothing is recomputed and whose result it returns, with gradients enabled, and the backward
/// pass of each of its parts, which leaves gradients in the leaves. The pass runs twice: the first compiles kernels.
MeasuredChain measure_segments(DeviceMemory& memory, const std::function<at::Tensor()>& forward);

/// For Segments alone: measures `fn` when a measurement is under way on this thread.
at::Tensor metered_segment(const std::function<at::Tensor(const at::Tensor&)>& fn, const at::Tensor& x);

}  // namespace headroom::nn
