// What of the case `optimisers` is which optimiser of the latent.
#pragma once

#include "app/lab/parity/network_replay.h"
#include "core/models/vqgan_clip/latent_optimiser.h"

namespace headroom {

struct OptimiserCase {
    std::string name;
    LatentOptimiserKind kind = LatentOptimiserKind::Adam;
    bool library_rules = false;  ///< the library's epsilon and weight decay instead of the scripts'

    imagine::LatentOptimiser make(double rate) const;
};

const std::vector<OptimiserCase>& optimiser_cases();

}  // namespace headroom
