// Stateless random numbers: everything random in Headroom is a function of (seed, purpose, counter), never of a shared
// generator's position, so that pausing, resuming, prefetching and threads cannot change a result.
// Source: SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
#pragma once

#include <cmath>
#include <cstdint>

/// Also compiled for GPUs, as part of core/kernels/source.
#ifdef __CUDACC__
#define HEADROOM_ANYWHERE __host__ __device__
#else
#define HEADROOM_ANYWHERE
#endif

namespace headroom {

/// What a random stream is for; part of its key.
enum class RandomPurpose : std::uint64_t {
    Init = 1,
    Latent = 2,
    PreviewLatent = 3,
    Permutation = 4,
    Augment = 5,
    DiffAugment = 6,
    InstanceNoise = 7,
    PenaltyMix = 8,
    Scene = 9,
    Score = 10,
    Crop = 11,
    LatentWalk = 12,
    Cut = 13,
    CodeRestart = 14,
    GumbelNoise = 15,
    GeneratorLatent = 16,
    GeneratorNoise = 17,
    AugmentShare = 18,
    Quarter = 19,
};

HEADROOM_ANYWHERE constexpr std::uint64_t mix64(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

/// A small generator keyed by (seed, purpose, counter).
class RandomStream {
public:
    HEADROOM_ANYWHERE constexpr RandomStream(std::uint64_t seed, RandomPurpose purpose, std::uint64_t counter)
        : state_(mix64(mix64(mix64(seed) ^ static_cast<std::uint64_t>(purpose)) ^ counter)) {}

    HEADROOM_ANYWHERE constexpr std::uint64_t next() {
        return mix64(state_++ * 0xD1342543DE82EF95ull + 0x632BE59BD9B4E019ull);
    }
    /// Passes over what `n` calls of next() would give: uniform() and below() make one, normal() two.
    HEADROOM_ANYWHERE constexpr void skip(std::uint64_t n) { state_ += n; }
    /// Uniform in [0, 1).
    HEADROOM_ANYWHERE constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    HEADROOM_ANYWHERE constexpr double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform integer in [0, n), n >= 1; unbiased to 2^-64 (Lemire's multiply-shift).
    HEADROOM_ANYWHERE constexpr std::uint64_t below(std::uint64_t n) {
        return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * n) >> 64);
    }
    /// Standard normal (Box-Muller, one value per call so that position n depends on n alone).
    HEADROOM_ANYWHERE double normal() {
        const double u = 1.0 - uniform();
        const double v = uniform();
        return std::sqrt(-2.0 * std::log(u)) * std::cos(6.283185307179586 * v);
    }

private:
    std::uint64_t state_;
};

}  // namespace headroom
