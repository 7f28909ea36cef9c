// Both sets before the discriminator, in evaluation mode.
#include "core/train/score/discriminator_gap.h"

#include "core/data/dataset.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/registry.h"
#include "core/train/run/run_trainer.h"
#include "core/train/run/stored_sample.h"
#include "core/train/score/picture_set.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

struct MeanLogit {
    double mean = 0, variance_of_mean = 0;
    std::int64_t count = 0;
};

Result<MeanLogit> mean_logit(RunTrainer& trainer, const PackedDataset& data, std::int64_t count, std::uint64_t seed) {
    const auto logits = trainer.judge(data, some_indices(data.count(), count, seed));
    if (!logits) return logits.error();
    MeanLogit out;
    out.count = static_cast<std::int64_t>(logits->size());
    const auto n = static_cast<double>(out.count);
    for (const double logit : *logits) out.mean += logit / n;
    for (const double logit : *logits)
        out.variance_of_mean += (logit - out.mean) * (logit - out.mean) / (n * std::max(n - 1, 1.0));
    return out;
}

}  // namespace

Result<DiscriminatorGap> discriminator_gap(const std::string& source, const std::string& held_out, std::int64_t count,
                                           std::uint64_t seed, const std::string& device, const ProgressFn& progress,
                                           std::stop_token stop) {
    const auto none = [&](const std::string& why) {
        return make_error(ErrorCode::InvalidArgument, "--held-out: " + source + " " + why,
                          "Name a run or a checkpoint of networks that train against a discriminator.");
    };
    const auto found = find_weights(source);
    if (!found) return found.error();
    if (found->checkpoint.empty()) return none("holds weights alone");
    const auto content = RunFolder::read_checkpoint(found->checkpoint);
    if (!content) return content.error();
    TrainConfig config = content->config;
    const auto seen = open_dataset(config, {}, progress, stop);
    if (!seen) return seen.error();
    config.data_path = held_out;
    const auto others = open_dataset(config, {}, progress, stop);
    if (!others) return others.error();
    const auto trainer = trainer_of_stored(*content, device == "auto" ? "cpu" : device, progress, stop);
    if (!trainer) return trainer.error();
    progress("asking the discriminator", -1);
    const auto of_seen = mean_logit(**trainer, **seen, count, seed);
    if (!of_seen) return of_seen.error();
    if (of_seen->count == 0)
        return none("is of a " + std::string(family_of(content->config).facts().info.name) +
                    ", which has no discriminator");
    const auto of_others = mean_logit(**trainer, **others, count, seed);
    if (!of_others) return of_others.error();
    return DiscriminatorGap{of_seen->mean - of_others->mean,
                            std::sqrt(of_seen->variance_of_mean + of_others->variance_of_mean), of_seen->count,
                            of_others->count};
}

}  // namespace headroom
