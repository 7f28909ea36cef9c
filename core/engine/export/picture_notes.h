// What a picture of a run says of itself in its PNG: where it comes from and with which settings; read back by read_png_notes().
#pragma once

#include "core/api/latent.h"
#include "core/api/train_config.h"
#include "core/io/pictures/image_codec.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace headroom {

/// The note that holds a configuration.
inline constexpr std::string_view kSettingsNote = "Settings";

/// What pictures were drawn from.
struct PictureOrigin {
    std::int64_t step = 0;   ///< 0: not known
    std::uint64_t seed = 0;  ///< 0: the run's fixed latents, whose seed is the run's own
    std::int64_t count = 1;  ///< pictures in the grid
    double truncation = 1.0;
    std::vector<LatentId> latents{};    ///< these places in grids instead of `count` from the first on
    std::vector<double> truncations{};  ///< of each of them, instead of `truncation`; empty: that
};

/// "Software", "Description", "Step" ("Iteration" of a painting), "Seed", "Pictures", "Truncation" and "Settings", which are a configuration
/// without this machine's paths.
ImageNotes notes_of(const TrainConfig& config, const PictureOrigin& origin);

}  // namespace headroom
