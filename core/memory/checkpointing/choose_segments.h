// Which segments of a network to recompute in the backward pass: the least extra time within a budget. A knapsack over the
// segments' measured bytes and seconds (after Jain et al., "Checkmate", 2020, for a chain). Torch-free; any thread.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <span>

namespace headroom {

/// One segment of a chain, measured in one pass.
struct SegmentCost {
    Bytes kept;          ///< alive after its forward pass when everything is kept
    Bytes boundary;      ///< alive after its forward pass when it is to be recomputed: its result
    Bytes work;          ///< most bytes alive while it is computed, forward or backward, what was before it not counted
    double seconds = 0;  ///< of its forward pass, which is what computing it again costs
};

struct SegmentChoice {
    std::uint64_t again = 0;  ///< bit i: segment i is recomputed
    Bytes peak;
    double extra_seconds = 0;
};

/// Most bytes of forward and backward pass over the chain.
Bytes chain_peak(std::span<const SegmentCost> segments, std::uint64_t again);

/// The choice with the least extra time whose peak is at most `budget`; among equals the lowest peak. At most 63 segments;
/// exact but for very deep and unequal ones.
/// No value: computing all of them again is not enough.
std::optional<SegmentChoice> choose_segments(std::span<const SegmentCost> segments, Bytes budget);

}  // namespace headroom
