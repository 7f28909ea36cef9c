// A set that is drawn piece by piece, its features, and those of the data, which stay the same.
#include "core/train/score/run_scorer.h"

#include "core/memory/libtorch.h"
#include "core/train/score/set_scores.h"

#include <algorithm>
#include <memory>

namespace headroom {
namespace {

constexpr std::int64_t kAtOnce = 16;   ///< pictures that are drawn or looked at in one pass
constexpr std::int64_t kPaired = 64;   ///< drawn pictures that are kept, to be compared with each other

SpaceChoice choice_of(const TrainConfig& config) {
    return {std::string(name_of(config.scores_features)),
            config.scores_features == ScoreFeatures::Random ? std::string() : config.scores_weights};
}

/// Pictures are asked for in order, so that a piece is enough to have.
PictureSet drawn_set(std::int64_t count, const RunScorer::DrawFn& draw) {
    struct Piece {
        std::int64_t first = 0;
        ImageList pictures;
    };
    auto piece = std::make_shared<Piece>();
    return {"samples", count, [=](std::int64_t i) -> Result<ImageBuffer> {
                const auto end = piece->first + static_cast<std::int64_t>(piece->pictures.size());
                if (i < piece->first || i >= end) *piece = {i, draw(i, std::min(kAtOnce, count - i))};
                return piece->pictures.at(static_cast<std::size_t>(i - piece->first));
            }};
}

}  // namespace

std::vector<std::int64_t> scored_indices(const TrainConfig& config, std::int64_t of) {
    return some_indices(of, config.scores_count, kScoredSeed);
}

Result<RunScores> RunScorer::score(const TrainConfig& config, const PackedDataset& data, const std::string& mark,
                                   at::Device device, const DrawFn& draw, const ProgressFn& progress,
                                   std::stop_token stop) {
    const ScoreWatch watch{progress, std::move(stop)};
    const std::int64_t count = std::min(config.scores_count, data.count());
    if (count < kFewest)
        return make_error(ErrorCode::InvalidArgument,
                          std::to_string(data.count()) + " pictures are too few to score; " + std::to_string(kFewest) +
                              " are the least",
                          "Turn scores.every off, or train on more pictures.");
    const at::NoGradGuard no_grad;
    try {
        watch.at("loading the features of scores", -1);
        auto space = open_space(choice_of(config), InceptionResize::CleanFid, device);
        if (!space) return space.error();
        const std::string wanted = (*space)->name + " " + (*space)->file + " " + mark + " " +
                                   std::to_string(data.size()) + " " + std::to_string(count);
        if (known_ != wanted) {
            // The set does not own them: it is gone before they are.
            const std::shared_ptr<const PackedDataset> all(std::shared_ptr<void>(), &data);
            auto training = features_of(some_of(pictures_of_data(all), count, kScoredSeed), **space, kAtOnce, watch);
            if (!training) return training.error();
            training_ = *std::move(training);
            known_ = wanted;
        }
        ImageList kept;
        const PictureSet samples = drawn_set(count, [&](std::int64_t first, std::int64_t n) {
            ImageList drawn = draw(first, n);
            for (const ImageBuffer& picture : drawn)
                if (static_cast<std::int64_t>(kept.size()) < kPaired) kept.push_back(picture);
            return drawn;
        });
        const auto features = features_of(samples, **space, kAtOnce, watch);
        if (!features) return features.error();
        const KernelSubsets subsets{100, std::max(kFewest, count / 2), static_cast<std::uint32_t>(kScoredSeed)};
        const SpaceScores found = space_scores(**space, *features, training_, subsets, watch);
        const auto alike = mean_similarity(pictures_of_list("samples", std::move(kept)), kScoredSeed, watch);
        if (!alike) return alike.error();
        return RunScores{found.name,      count,        found.fid,    found.kid, found.kid_error,
                         found.precision, found.recall, found.copies, *alike};
    } catch (const ScoreStopped&) { return make_error(ErrorCode::Cancelled, "scoring was stopped"); }
}

}  // namespace headroom
