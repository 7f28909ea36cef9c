// How much more real a run's discriminator finds pictures that it was trained on than pictures that it has never seen. Torch-free header.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

struct CheckpointContent;
class PackedDataset;
class RunTrainer;

struct DiscriminatorGap {
    double gap = 0;    ///< mean logit of seen pictures less that of held-out ones
    double error = 0;  ///< its standard error
    /// Of all pairs of a seen and a held-out picture the share in which the seen one is the more real (ties count half): a half where nothing is known
    /// by heart, 1 where D tells all apart. Mann and Whitney's U by the number of pairs.
    double recognised = 0.5;
    double recognised_error = 0;  ///< DeLong's
};

/// Of logits of seen pictures and of held-out ones, one and more each.
/// Source: DeLong, DeLong, Clarke-Pearson, "Comparing the Areas under Two or More Correlated Receiver Operating Characteristic Curves", 1988.
DiscriminatorGap gap_between(const std::vector<double>& seen, const std::vector<double>& held_out);

/// Pictures of either side without which nothing is said.
inline constexpr std::int64_t kFewestAsked = 16;

/// Asks `trainer`'s discriminator, in evaluation mode, about up to `count` pictures of each set (0: all), but kFewestAsked at least, chosen by
/// `seed`. The gap grows while D learns its pictures by heart. Source: Karras et al., "Training Generative Adversarial Networks with Limited Data",
/// 2020, for the measure. Nothing: there is no discriminator that has learnt anything, fewer pictures than kFewestAsked, or a logit that is not
/// finite. Errors: as RunTrainer::judge.
Result<std::optional<DiscriminatorGap>> discriminator_gap(RunTrainer& trainer, const PackedDataset& seen,
                                                          const PackedDataset& held_out, std::int64_t count,
                                                          std::uint64_t seed, const std::stop_token& stop);

/// The same of what a checkpoint holds. `held_out`: what data.path takes, brought to the run's size; empty: what the run has held out. Nothing also where
/// there are none, or its data set is another by now. Errors: as open_dataset and Trainer::prepare.
Result<std::optional<DiscriminatorGap>> stored_gap(const CheckpointContent& content, const std::string& held_out,
                                                   std::int64_t count, std::uint64_t seed, const std::string& device,
                                                   const ProgressFn& progress, const std::stop_token& stop);

}  // namespace headroom
