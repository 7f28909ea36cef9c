// Latents by name, and what lies near a sample in the data.
#pragma once

#include <cstdint>

namespace headroom {

/// A latent: the one at place `index` of the grid that `seed` draws. 0: the run's own seed, whose grid shows the fixed latents.
struct LatentId {
    std::uint64_t seed = 0;
    std::int64_t index = 0;
    bool operator==(const LatentId&) const = default;
};

/// A latent that the user keeps, at the truncation at which it was chosen.
struct Favourite {
    LatentId id;
    double truncation = 1.0;
    bool operator==(const Favourite&) const = default;
};

/// A picture of the data set near another one.
struct Neighbour {
    std::int64_t index = 0;  ///< in stored order
    /// In pixels: root of the mean squared difference, 0 to 1. In CLIP's features: 1 less their cosine, 0 to 2.
    double distance = 0;
    bool operator==(const Neighbour&) const = default;
};

}  // namespace headroom
