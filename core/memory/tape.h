// StepTape: one step's allocations as a function of the micro-batch. Two recorded probe steps of the same settings, with
// different numbers of pictures, make the same blocks in the same order; each block's bytes are linear in the number of
// pictures. Playing the tape for another micro-batch gives the peak exactly, also where it moves to another moment of the
// step than in the probes. Torch-free; immutable, any thread.
#pragma once

#include "core/api/forecast.h"
#include "core/memory/device_memory.h"
#include "core/memory/kept_blocks.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace headroom {

/// What a step of one micro-batch size needs.
struct TapePeak {
    Bytes tensors;    ///< most bytes alive, resident ones included
    RoleBytes roles;  ///< the step's own at that moment, resident ones not included
    Bytes outlived;   ///< of them what the step before has left to be shown (Role::Preview)
    Phase phase = Phase::None;
    Bytes held;        ///< most bytes held by the allocator: alive, rounded and kept for reuse
    Bytes held_first;  ///< the same in the first step, before anything was kept
    std::vector<PhasePeak> by_phase;
};

class StepTape {
public:
    /// One event: block `block` appears, goes, or changes its role.
    struct Event {
        enum class Kind : std::uint8_t { Make, Free, Retag };
        Kind kind = Kind::Make;
        Role role = Role::Other;
        Phase phase = Phase::None;
        std::uint32_t block = 0;
    };
    /// bytes = fixed + per_picture * pictures, the pictures rounded up to whole `grain`s: where second derivatives make the
    /// pictures of a batch the channels of a convolution, oneDNN pads them to kPaddedChannels.
    struct Block {
        double fixed = 0, per_picture = 0;
        std::int64_t grain = 1;
        std::int64_t bytes(std::int64_t pictures) const;
    };
    static constexpr std::int64_t kPaddedChannels = 16;

    /// `more` has more pictures than `few`. No value: these are not two runs of one step.
    static std::optional<StepTape> from_probes(const StepLog& few, std::int64_t few_pictures, const StepLog& more,
                                               std::int64_t more_pictures);
    /// One probe alone: every block keeps its size, so that only the pictures of the probe can be played.
    static StepTape from_probe(const StepLog& log);
    /// From stored parts; no value: they do not belong together.
    static std::optional<StepTape> from_parts(std::vector<Event> events, std::vector<Block> blocks, double unmatched);

    /// Plays the step for micro-batches of `pictures`, on top of what is `resident`. `limit`: of live
    /// bytes, beyond which nothing is kept for reuse; 0: none. `rules`: of a GPU's allocator, whose limit counts what it holds; none:
    /// the CPU's. `recorded`: after a plain step it is recorded there as a CUDA graph, whose blocks have segments of their own. What a
    /// step leaves to be shown lives until the next one is made, where it came to lie.
    TapePeak play(std::int64_t pictures, const Resident& resident, Bytes limit = {},
                  const std::optional<PoolRules>& rules = std::nullopt, bool recorded = false) const;

    /// The largest part of the peak that blocks of only one probe ever were: how they grow is not known.
    double unmatched() const { return unmatched_; }
    const std::vector<Event>& events() const { return events_; }
    const std::vector<Block>& blocks() const { return blocks_; }

private:
    void find_shown();

    std::vector<Event> events_;
    std::vector<Block> blocks_;
    std::vector<std::uint32_t> shown_;  ///< blocks that a step leaves to be shown
    double unmatched_ = 0;
};

}  // namespace headroom
