// Sampler: the order in which a run sees its pictures, and which of them it sees mirrored: functions of seed and position alone, without
// tables or state. Also compiled for GPUs, as part of core/kernels/source, so that there is one order.
#pragma once

#include "core/base/random.h"

#include <cstdint>

namespace headroom {

/// The picture at `position` (images consumed since the run began) of a data set of `count`: every epoch a permutation of its own, by a
/// Feistel cipher with cycle walking.
class Sampler {
public:
    HEADROOM_ANYWHERE constexpr Sampler(std::int64_t count, std::uint64_t seed)
        : count_(count < 1 ? 1 : count), seed_(seed), half_bits_(1) {
        int bits = 0;
        for (auto rest = static_cast<std::uint64_t>(count_ - 1); rest > 0; rest >>= 1) ++bits;
        half_bits_ = bits < 2 ? 1 : (bits + 1) / 2;
    }

    HEADROOM_ANYWHERE constexpr std::int64_t index(std::int64_t position) const {
        RandomStream random(seed_, RandomPurpose::Permutation, static_cast<std::uint64_t>(epoch(position)));
        std::uint64_t keys[kRounds] = {};
        for (std::uint64_t& key : keys) key = random.next();
        // The cipher permutes the next power of four; walking its cycle until the value is in range permutes [0, count).
        auto value = static_cast<std::uint64_t>(position % count_);
        do { value = feistel(value, keys); } while (value >= static_cast<std::uint64_t>(count_));
        return static_cast<std::int64_t>(value);
    }
    HEADROOM_ANYWHERE constexpr std::int64_t epoch(std::int64_t position) const { return position / count_; }
    HEADROOM_ANYWHERE constexpr std::int64_t left_in_epoch(std::int64_t position) const {
        return count_ - position % count_;
    }
    /// The coin of the picture at `position`, where pictures are mirrored at all.
    HEADROOM_ANYWHERE constexpr bool mirrors(std::int64_t position) const {
        return RandomStream(seed_, RandomPurpose::Augment, static_cast<std::uint64_t>(position)).uniform() < .5;
    }

private:
    static constexpr int kRounds = 6;

    HEADROOM_ANYWHERE constexpr std::uint64_t feistel(std::uint64_t value, const std::uint64_t* keys) const {
        const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
        std::uint64_t left = value >> half_bits_, right = value & mask;
        for (int round = 0; round < kRounds; ++round) {
            const std::uint64_t next = left ^ (mix64(right ^ keys[round]) & mask);
            left = right;
            right = next;
        }
        return (left << half_bits_) | right;
    }

    std::int64_t count_;
    std::uint64_t seed_;
    int half_bits_;
};

}  // namespace headroom
