// Latents of a run's fixed grid.
#include "core/families/portable.h"

#include "core/base/random.h"

namespace headroom {

DrawnInput drawn_latents(const TrainConfig& config, int count, std::int64_t latent) {
    DrawnInput out{"latents", {count, latent, 1, 1}, {}};
    for (int i = 0; i < count; ++i) {
        RandomStream random(static_cast<std::uint64_t>(config.seed), RandomPurpose::PreviewLatent,
                            static_cast<std::uint64_t>(i));
        for (std::int64_t k = 0; k < latent; ++k) out.values.push_back(static_cast<float>(random.normal()));
    }
    return out;
}

}  // namespace headroom
