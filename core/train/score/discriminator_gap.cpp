// Three sets before the discriminator, in evaluation mode.
#include "core/train/score/discriminator_gap.h"

#include "core/base/some_indices.h"
#include "core/data/hold_out.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/registry.h"
#include "core/train/run/run_trainer.h"
#include "core/train/run/stored_sample.h"

#include <algorithm>
#include <array>
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

Result<std::optional<DiscriminatorGap>> discriminator_gap(RunTrainer& trainer, const PackedDataset& seen,
                                                          const PackedDataset& held_out, const PackedDataset& drawn,
                                                          std::int64_t count, std::uint64_t seed) {
    std::array<MeanLogit, 3> means;
    const std::array<const PackedDataset*, 3> sets{&seen, &held_out, &drawn};
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const auto mean = mean_logit(trainer, *sets[i], count, seed);
        if (!mean) return mean.error();
        if (i == 0 && mean->count == 0) return std::optional<DiscriminatorGap>();
        means[i] = *mean;
    }
    const double gap = means[0].mean - means[1].mean;
    return std::optional(DiscriminatorGap{gap, std::sqrt(means[0].variance_of_mean + means[1].variance_of_mean),
                                          gap / (means[0].mean - means[2].mean), means[0].count, means[1].count});
}

Result<std::optional<DiscriminatorGap>> stored_gap(const GapRequest& request, const ProgressFn& progress,
                                                   std::stop_token stop) {
    using Gap = std::optional<DiscriminatorGap>;
    const auto none = [&](const std::string& why) {
        return make_error(ErrorCode::InvalidArgument, "--held-out: " + request.source + " " + why,
                          "Name a run or a checkpoint of networks that train against a discriminator.");
    };
    const auto found = find_weights(request.source);
    if (!found) return found.error();
    if (found->checkpoint.empty()) return request.held_out.empty() ? Result<Gap>(Gap()) : none("holds weights alone");
    const auto content = RunFolder::read_checkpoint(found->checkpoint);
    if (!content) return content.error();
    TrainConfig config = content->config;
    if (request.held_out.empty() && config.data_held_out <= 0) return Gap();
    const auto seen = open_dataset(config, {}, progress, stop);
    if (!seen) return seen.error();
    auto others = (*seen)->held_out();
    if (!request.held_out.empty()) {
        config.data_path = request.held_out;
        config.data_held_out = 0;
        auto named = open_dataset(config, {}, progress, stop);
        if (!named) return named.error();
        others = *std::move(named);
    }
    if (!others) return Gap();  // too few for one to be held out
    const auto trainer = trainer_of_stored(*content, request.device == "auto" ? "cpu" : request.device, progress, stop);
    if (!trainer) return trainer.error();
    progress("asking the discriminator", -1);
    auto gap = discriminator_gap(**trainer, **seen, *others, *dataset_of(request.drawn), request.count, request.seed);
    if (gap && !*gap && !request.held_out.empty())
        return none("is of a " + std::string(family_of(content->config).facts().info.name) +
                    ", which has no discriminator");
    return gap;
}

}  // namespace headroom
