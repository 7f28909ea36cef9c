// A set that is drawn piece by piece, its features, and those of the data, which stay the same.
#include "core/train/score/run_scorer.h"

#include "core/io/files/file_stamp.h"
#include "core/memory/libtorch.h"
#include "core/train/score/set_scores.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace headroom {
namespace {

constexpr std::int64_t kAtOnce = 16;  ///< pictures that are drawn or looked at in one pass
constexpr std::size_t kKeptPixels = 64ull
                                    << 20;  ///< of drawn pictures; more are drawn again where they are looked at twice

/// Pictures that are drawn when they are asked for, a piece at a time.
class DrawnPictures {
public:
    DrawnPictures(std::int64_t count, RunScorer::DrawFn draw)
        : draw_(std::move(draw)), all_(static_cast<std::size_t>(count)) {}

    ImageBuffer at(std::int64_t i) {
        if (const ImageBuffer& kept = all_[static_cast<std::size_t>(i)]; kept.pixels) return kept;
        const std::int64_t first = i / kAtOnce * kAtOnce;
        if (piece_.empty() || first != first_) {
            piece_ = draw_(first, std::min(kAtOnce, static_cast<std::int64_t>(all_.size()) - first));
            first_ = first;
            keep_piece();
        }
        return piece_.at(static_cast<std::size_t>(i - first));
    }

private:
    void keep_piece() {
        for (std::size_t i = 0; i < piece_.size() && kept_ < kKeptPixels; ++i) {
            all_[static_cast<std::size_t>(first_) + i] = piece_[i];
            kept_ += piece_[i].pixels->size();
        }
    }

    RunScorer::DrawFn draw_;
    ImageList all_;    ///< those that are kept
    ImageList piece_;  ///< the latest one
    std::int64_t first_ = 0;
    std::size_t kept_ = 0;
};

PictureSet drawn_set(std::int64_t count, const RunScorer::DrawFn& draw) {
    const auto drawn = std::make_shared<DrawnPictures>(count, draw);
    return {"samples", count, [drawn](std::int64_t i) -> Result<ImageBuffer> { return drawn->at(i); }};
}

/// The set does not own `data`.
PictureSet compared_set(const PackedDataset& data, std::int64_t count) {
    return some_of(pictures_of_data({std::shared_ptr<const void>(), &data}), count, kScoredSeed);
}

Result<SpaceChoice> space_of(const TrainConfig& config) {
    SpaceChoice out{std::string(name_of(config.scores_features)), {}};
    if (config.scores_features != ScoreFeatures::Random) out.file = config.scores_weights;
    if (config.scores_features == ScoreFeatures::Inception && out.file.empty())
        return make_error(ErrorCode::InvalidArgument, "scores.weights: Inception's features need a file of its weights",
                          "Name that of pytorch-fid or torch-fidelity, or choose other features.");
    return out;
}

}  // namespace

std::vector<std::int64_t> scored_pictures(const TrainConfig& config, std::int64_t of) {
    return some_indices(of, config.scores_count, kScoredSeed);
}

Result<RunScores> RunScorer::score(const TrainConfig& config, const Setting& setting, const DrawFn& draw,
                                   const ProgressFn& progress, std::stop_token stop) {
    const ScoreWatch watch{progress, std::move(stop)};
    const std::int64_t count = std::min(config.scores_count, setting.data.count());
    if (count < kFewest)
        return make_error(ErrorCode::InvalidArgument,
                          setting.data.name() + ": " + std::to_string(count) + " pictures are too few to score; " +
                              std::to_string(kFewest) + " are the least",
                          "Figures are worth something from some hundred on.");
    const auto choice = space_of(config);
    if (!choice) return choice.error();
    const at::NoGradGuard no_grad;
    try {
        watch.at("loading features to score by", -1);
        auto space = open_space(*choice, InceptionResize::CleanFid, setting.device);
        if (!space) return space.error();
        const PictureSet samples = drawn_set(count, draw);
        const auto drawn = features_of(samples, **space, kAtOnce, watch);
        if (!drawn) return drawn.error();
        const std::string of = (*space)->name + " " + file_stamp((*space)->file) + " " + setting.mark + " " +
                               std::to_string(setting.data.size()) + " " + std::to_string(count) + " " +
                               std::to_string(drawn->size(1));
        at::Tensor training;
        if (known_.of == of) {
            training = at::from_blob(known_.numbers.data(), {count, drawn->size(1)}, at::kFloat);
        } else {
            known_ = {};
            auto found = features_of(compared_set(setting.data, count), **space, kAtOnce, watch);
            if (!found) return found.error();
            training = found->contiguous();
            const Bytes size{static_cast<std::int64_t>(training.nbytes())};
            const float* numbers = training.const_data_ptr<float>();
            if (!setting.keep || size <= *setting.keep) known_ = {of, {numbers, numbers + training.numel()}};
        }
        const KernelSubsets subsets{100, 1000, static_cast<std::uint32_t>(kScoredSeed)};
        const SpaceScores s = space_scores(**space, *drawn, training, subsets, watch);
        const auto alike = mean_similarity(samples, kScoredSeed, watch);
        if (!alike) return alike.error();
        return RunScores{s.name,   count,       s.fid,
                         s.kid,    s.kid_error, s.precision,
                         s.recall, s.copies,    s.mmd.value_or(std::numeric_limits<double>::quiet_NaN()),
                         *alike};
    } catch (const ScoreStopped&) { return make_error(ErrorCode::Cancelled, "scoring was stopped"); }
}

}  // namespace headroom
