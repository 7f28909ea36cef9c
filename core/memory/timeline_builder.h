// Builds the one-step timeline from a step's recorded allocator events.
#pragma once

#include "core/api/memory_report.h"
#include "core/memory/device_memory.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// A block that is known by name: a weight, a buffer, a moment.
struct NamedBlock {
    std::uint64_t address = 0;  ///< of the storage's data
    Bytes bytes;
    std::string owner, shape;
};
/// Adds the storages of `tensors`, those that are defined, each owned by `owner` and its own name.
void add_blocks(std::vector<NamedBlock>& blocks, const std::string& owner,
                const std::vector<std::pair<std::string, at::Tensor>>& tensors);

/// A block of a step with all that became known of it. Indices count records; see StepLog.
struct BlockLife {
    static constexpr std::size_t kBefore = static_cast<std::size_t>(-1);
    std::uint64_t serial = 0, address = 0;
    Bytes bytes;
    Role role = Role::Other;     ///< what it turned out to be
    Phase phase = Phase::None;   ///< in which it was allocated
    std::string owner, shape;    ///< empty: not known
    std::size_t born = kBefore;  ///< index of the record that allocated it; kBefore: alive when recording began
    std::size_t died = kBefore;  ///< index of the record that released it; kBefore: alive when recording ended
};

/// Every block of the step, in order of allocation. `named`: blocks that are alive now, known by name.
std::vector<BlockLife> block_lives(const StepLog& log, const std::vector<NamedBlock>& named);

/// At most `max_points` sample points, the peak among them; the tensors of the step and those alive at its peak, largest
/// first. A block has the role that it turned out to have from its birth on.
StepTimeline build_timeline(const StepLog& log, std::int64_t step, Bytes overhead,
                            const std::vector<NamedBlock>& named = {}, std::size_t max_points = 400);

}  // namespace headroom
