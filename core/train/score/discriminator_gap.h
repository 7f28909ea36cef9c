// How much more real a run's discriminator finds pictures that it was trained on than pictures that it has never seen. Torch-free header.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace headroom {

struct DiscriminatorGap {
    double gap = 0;    ///< mean logit of seen pictures less that of held-out ones
    double error = 0;  ///< its standard error
    std::int64_t seen = 0, held_out = 0;
};

/// Of the run or checkpoint `source`, with up to `count` pictures of its data set and of `held_out`, which is what data.path takes and is brought to
/// the run's size. Grows while D learns its pictures by heart. Source: Karras et al., "Training Generative Adversarial Networks with Limited
/// Data", 2020, for the measure. Errors: InvalidArgument (no discriminator is stored with a run); as open_dataset and Trainer::prepare.
Result<DiscriminatorGap> discriminator_gap(const std::string& source, const std::string& held_out, std::int64_t count,
                                           std::uint64_t seed, const std::string& device, const ProgressFn& progress,
                                           std::stop_token stop);

}  // namespace headroom
