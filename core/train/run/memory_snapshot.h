// The memory of one recorded step in the format of PyTorch's memory viewer (pytorch.org/memory_viz and
// torch/cuda/_memory_viz.py; written there by torch/csrc/cuda/memory_snapshot.cpp), for the CPU as for GPUs.
#pragma once

#include "core/memory/timeline_builder.h"

#include <string>
#include <vector>

namespace headroom {

struct SnapshotDevice {
    int index = 0;     ///< 0 for the CPU
    std::string name;  ///< "AMD EPYC 9B14, 2 cores"
    Bytes limit;       ///< of the allocator; 0: none
};

/// A pickle of protocol 2 with `segments` (what is held when the step ends), `device_traces` (the step's events; list number
/// `device.index`), `external_annotations` (its phases) and `allocator_settings`. Where PyTorch has stack frames, this has
/// owner and shape (function) and phase (file), and above that the role. Sizes are bytes as asked for; a
/// segment is one block with its padding, or memory kept for reuse.
std::string memory_snapshot(const StepLog& log, const std::vector<NamedBlock>& named, const SnapshotDevice& device);

}  // namespace headroom
