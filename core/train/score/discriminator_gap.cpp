// Both sets before the discriminator, in evaluation mode.
#include "core/train/score/discriminator_gap.h"

#include "core/base/some_indices.h"
#include "core/data/dataset.h"
#include "core/models/score/standard_errors.h"
#include "core/train/run/counters.h"
#include "core/train/run/run_trainer.h"
#include "core/train/run/stored_sample.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace headroom {
namespace {

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Of each value the share of `others` that are less; equal ones count half.
std::vector<double> shares_below(const std::vector<double>& of, std::vector<double> others) {
    std::sort(others.begin(), others.end());
    std::vector<double> out;
    for (const double value : of) {
        const auto [low, high] = std::equal_range(others.begin(), others.end(), value);
        const double below = static_cast<double>(low - others.begin()) + static_cast<double>(high - low) / 2;
        out.push_back(below / static_cast<double>(others.size()));
    }
    return out;
}

/// The fingerprint of what it was trained on from the beginning; "": not known, or of several data sets.
std::string data_of(const CheckpointContent& content) {
    const auto state = counters_of(content);
    return state && !state->value("data_changed", false) ? state->value("data", std::string()) : std::string();
}

}  // namespace

DiscriminatorGap gap_between(const std::vector<double>& seen, const std::vector<double>& held_out) {
    const std::vector<double> above = shares_below(seen, held_out), below = shares_below(held_out, seen);
    DiscriminatorGap out{mean_of(seen) - mean_of(held_out),
                         std::sqrt(variance_of_mean(seen) + variance_of_mean(held_out)), mean_of(above)};
    // Where all pairs say the same DeLong's would be none. At most it is that of a share of as many pictures as the smaller set has.
    const bool all_alike = out.recognised <= 0 || out.recognised >= 1;
    const auto pictures = static_cast<std::int64_t>(std::min(seen.size(), held_out.size()));
    out.recognised_error = all_alike ? share_error(out.recognised, pictures)
                                     : std::sqrt(variance_of_mean(above) + variance_of_mean(below));
    return out;
}

Result<std::optional<DiscriminatorGap>> discriminator_gap(RunTrainer& trainer, const PackedDataset& seen,
                                                          const PackedDataset& held_out, std::int64_t count,
                                                          std::uint64_t seed, const std::stop_token& stop) {
    const std::int64_t asked = count > 0 ? std::max(count, kFewestAsked) : 0;  // 0: all
    std::array<std::vector<double>, 2> logits;
    const std::array<const PackedDataset*, 2> sets{&seen, &held_out};
    for (std::size_t i = 0; i < sets.size(); ++i) {
        if (sets[i]->count() < kFewestAsked) return std::optional<DiscriminatorGap>();
        auto said = trainer.judge(*sets[i], some_indices(sets[i]->count(), asked, seed), stop);
        if (!said) return said.error();
        logits[i] = *std::move(said);
        const bool usable = std::all_of(logits[i].begin(), logits[i].end(), [](double x) { return std::isfinite(x); });
        if (logits[i].empty() || !usable) return std::optional<DiscriminatorGap>();
    }
    return std::optional(gap_between(logits[0], logits[1]));
}

Result<std::optional<DiscriminatorGap>> stored_gap(const CheckpointContent& content, const std::string& held_out,
                                                   std::int64_t count, std::uint64_t seed, const std::string& device,
                                                   const ProgressFn& progress, const std::stop_token& stop) {
    using Gap = std::optional<DiscriminatorGap>;
    if (held_out.empty() && content.config.data_held_out <= 0) return Gap();
    const auto seen = open_dataset(content.config, {}, progress, stop);
    if (!seen) return seen.error();
    auto others = (*seen)->held_out();
    // Which pictures those were is known of the same data set alone.
    if (held_out.empty() && data_of(content) != (*seen)->fingerprint()) return Gap();
    if (!held_out.empty()) {
        auto named = open_dataset(with_data(content.config, held_out), {}, progress, stop);
        if (!named) return named.error();
        others = *std::move(named);
    }
    if (!others) return Gap();  // too few for one to be held out
    const auto trainer = trainer_of_stored(content, device == "auto" ? "cpu" : device, progress, stop);
    if (!trainer) return trainer.error();
    progress("asking the discriminator", -1);
    return discriminator_gap(**trainer, **seen, *others, count, seed, stop);
}

}  // namespace headroom
