// Two sets of pictures compared: by features in a space, and pair by pair.
#pragma once

#include "core/models/score/kernel_distance.h"
#include "core/train/score/feature_space.h"
#include "core/train/score/kept_features.h"
#include "core/train/score/picture_set.h"
#include "core/train/score/score.h"

#include <functional>
#include <future>
#include <memory>
#include <vector>

namespace headroom {

/// What computations of scores tell and ask.
struct ScoreWatch {
    const ProgressFn& progress;
    std::stop_token stop;

    /// Tells `what` and how far it is. Throws ScoreStopped.
    void at(const std::string& what, double fraction) const;
    Pace pace(const std::string& what) const;
};

/// Hands the features of the pictures from `first` on to `take`, one piece after the other: (n, width) float32 on the CPU, `batch` pictures at once
/// or as many as there is room for. Errors: of the pictures; BadFile: numbers that are not finite. Throws c10::Error, ScoreStopped.
Result<void> features_in_pieces(const PictureSet& set, std::int64_t first, FeatureSpace& space, std::int64_t batch,
                                const ScoreWatch& watch, const std::function<void(const at::Tensor&)>& take);
/// All of them at once: (count, width). Those of a set with a fingerprint are read where they are known, and become known. `known`, where it is given,
/// says which of both it was.
Result<at::Tensor> features_of(const PictureSet& set, FeatureSpace& space, std::int64_t batch, const ScoreWatch& watch,
                               bool* known = nullptr);
/// As read_kept_features() and keep_features(), of what the set and the space say of themselves; without a fingerprint nothing.
bool read_known(const PictureSet& set, const FeatureSpace& space, const RoomForFeatures& room, const ScoreWatch& watch);
void keep_known(const PictureSet& set, const FeatureSpace& space, const at::Tensor& features, const ScoreWatch& watch);
/// The same on a thread of its own, to the end whatever is stopped meanwhile: the future's end waits for it. Nobody may change the numbers until then.
std::future<void> keep_known_beside(const PictureSet& set, const FeatureSpace& space,
                                    std::shared_ptr<const std::vector<float>> numbers);

/// Of features of samples and of training pictures, kFewest rows each and more. `all`: of as many training pictures as copies are looked for among,
/// `compared` of which, the first ones, the samples are compared with otherwise. `mirrored`: as share_of_copies takes it. Throws ScoreStopped.
SpaceScores space_scores(const FeatureSpace& space, const at::Tensor& samples, const at::Tensor& all,
                         std::int64_t compared, bool mirrored, const KernelSubsets& subsets, const ScoreWatch& watch);

/// The mean MS-SSIM of up to 200 random pairs (mean_of_pairs()); a pair of two sizes, or larger than 256, is compared at a square of the smaller side.
/// Throws ScoreStopped.
Result<Estimate> mean_similarity(const PictureSet& set, std::uint64_t seed, const ScoreWatch& watch);

inline constexpr std::int64_t kNeighbours = 3, kFewest = kNeighbours + 2;

}  // namespace headroom
