// How much more real a run's discriminator finds pictures that it was trained on than pictures that it has never seen. Torch-free header.
#pragma once

#include "core/api/image_buffer.h"
#include "core/api/services.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace headroom {

class PackedDataset;
class RunTrainer;

struct DiscriminatorGap {
    double gap = 0;    ///< mean logit of seen pictures less that of held-out ones
    double error = 0;  ///< its standard error
    /// The gap by the mean logit of seen pictures less that of samples: 0 where nothing is known by heart, 1 where held-out pictures are samples to D.
    double overfit = 0;
    std::int64_t seen = 0, held_out = 0;
};

/// Asks `trainer`'s discriminator, in evaluation mode, about up to `count` of `seen`, `held_out` and `drawn`, chosen by `seed`. The gap grows while D
/// learns its pictures by heart. Source: Karras et al., "Training Generative Adversarial Networks with Limited Data", 2020, of which `overfit` is
/// r_v. Nothing: there is no discriminator. Errors: as PictureTrainer::judge. Throws c10::Error.
Result<std::optional<DiscriminatorGap>> discriminator_gap(RunTrainer& trainer, const PackedDataset& seen,
                                                          const PackedDataset& held_out, const PackedDataset& drawn,
                                                          std::int64_t count, std::uint64_t seed);

/// What is stored in a run or checkpoint, and what is to be asked about.
struct GapRequest {
    std::string source;
    std::string held_out;  ///< what data.path takes; empty: what the run has held out
    ImageList drawn;       ///< its samples
    std::int64_t count = 0;
    std::uint64_t seed = 0;
    std::string device;
};

/// The same of a stored one, its pictures brought to the run's size. Nothing: no pictures are named and it has held none out. Errors: InvalidArgument
/// (no discriminator is stored with a run); as open_dataset and Trainer::prepare.
Result<std::optional<DiscriminatorGap>> stored_gap(const GapRequest& request, const ProgressFn& progress,
                                                   std::stop_token stop);

}  // namespace headroom
