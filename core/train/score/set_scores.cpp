// Features batch by batch, then the figures one after another.
#include "core/train/score/set_scores.h"

#include "core/base/random.h"
#include "core/io/pictures/resample.h"
#include "core/memory/libtorch.h"
#include "core/models/score/frechet.h"
#include "core/models/score/ms_ssim.h"
#include "core/models/score/neighbours.h"
#include "core/models/score/standard_errors.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/train/run/pictures.h"
#include "core/train/tensor_bridge.h"

#include <algorithm>
#include <utility>

namespace headroom {

void ScoreWatch::at(const std::string& what, double fraction) const {
    if (stop.stop_requested()) throw ScoreStopped();
    progress(what, fraction);
}

Pace ScoreWatch::pace(const std::string& what) const {
    return [this, what](double fraction) { at(what, fraction); };
}

Result<void> features_in_pieces(const PictureSet& set, std::int64_t first, FeatureSpace& space, std::int64_t batch,
                                const ScoreWatch& watch, const std::function<void(const at::Tensor&)>& take) {
    std::optional<Error> failed;
    in_pieces(set.count - first, batch, [&](std::int64_t done, std::int64_t count) {
        if (failed) return;
        watch.at("looking at " + set.name + " (" + space.name + ")",
                 static_cast<double>(first + done) / static_cast<double>(set.count));
        std::vector<at::Tensor> inputs;
        for (std::int64_t i = first + done; i < first + done + count; ++i) {
            const auto picture = set.picture(i);
            if (!picture) {
                failed = picture.error();
                return;
            }
            inputs.push_back(space.input(*picture));
        }
        const at::Tensor features = space.features(at::cat(inputs));
        if (at::isfinite(features).all().item<bool>())
            take(features);
        else
            failed =
                make_error(ErrorCode::BadFile, space.file + ": features of " + set.name + " are not finite numbers",
                           "The weights are damaged, or of another network.");
    });
    return failed ? Result<void>(*failed) : Result<void>();
}

Result<at::Tensor> features_of(const PictureSet& set, FeatureSpace& space, std::int64_t batch, const ScoreWatch& watch,
                               bool* known) {
    at::Tensor all;  // there at once: joined pieces would take their room twice
    const auto room = [&](std::int64_t width) {
        all = at::empty({set.count, width}, at::kFloat);
        return all.mutable_data_ptr<float>();
    };
    const bool read = read_known(set, space, room, watch);
    if (known) *known = read;
    if (read) return all;
    all.reset();
    std::int64_t there = 0;
    const auto done = features_in_pieces(set, 0, space, batch, watch, [&](const at::Tensor& piece) {
        if (!all.defined()) room(piece.size(1));
        all.narrow(0, there, piece.size(0)).copy_(piece);
        there += piece.size(0);
    });
    if (!done) return done.error();
    keep_known(set, space, all, watch);
    return all;
}

namespace {

std::string known_as(const PictureSet& set, const FeatureSpace& space) { return space.stamp + "\n" + set.fingerprint; }

}  // namespace

bool read_known(const PictureSet& set, const FeatureSpace& space, const RoomForFeatures& room,
                const ScoreWatch& watch) {
    return !set.fingerprint.empty() &&
           read_kept_features(known_as(set, space), set.count, room,
                              watch.pace("reading known features of " + set.name + " (" + space.name + ")"));
}

void keep_known(const PictureSet& set, const FeatureSpace& space, const at::Tensor& features, const ScoreWatch& watch) {
    if (set.fingerprint.empty()) return;
    const auto numbers = static_cast<std::size_t>(features.numel());
    keep_features(known_as(set, space), set.count, {features.const_data_ptr<float>(), numbers}, watch.stop);
}

std::future<void> keep_known_beside(const PictureSet& set, const FeatureSpace& space,
                                    std::shared_ptr<const std::vector<float>> numbers) {
    if (set.fingerprint.empty()) return {};
    return std::async(std::launch::async, [of = known_as(set, space), count = set.count, numbers = std::move(numbers)] {
        keep_features(of, count, *numbers, {});
    });
}

SpaceScores space_scores(const FeatureSpace& space, const at::Tensor& samples, const at::Tensor& all,
                         std::int64_t compared, bool mirrored, const KernelSubsets& subsets, const ScoreWatch& watch) {
    SpaceScores out{{space.name, samples.size(0)}, space.file};
    RunScores& s = out.figures;
    s.feature_width = samples.size(1);
    const at::Tensor training = all.narrow(0, 0, compared);
    const auto pace = [&](const char* what) { return watch.pace(std::string(what) + " (" + space.name + ")"); };
    const Estimate fid = frechet_distance(samples, training, pace("comparing distributions"));
    s.fid = fid.value;
    s.fid_error = fid.error;
    const KernelDistance kid = kernel_distance(samples, training, subsets, pace("comparing subsets"));
    s.kid = kid.value;
    s.kid_error = kid.error;
    const NeighbourScores near = neighbour_scores(samples, training, kNeighbours, pace("looking for neighbours"));
    s.precision = near.precision;
    s.recall = near.recall;
    s.copies = share_of_copies(samples, all, pace("looking for copies"), mirrored);
    s.precision_error = share_error(s.precision, samples.size(0));
    s.recall_error = share_error(s.recall, compared);
    s.copies_error = share_error(s.copies, samples.size(0));
    if (!space.by_angle()) return out;
    const Estimate mmd =
        clip_discrepancy(imagine::unit_rows(samples), imagine::unit_rows(training), pace("comparing directions"));
    s.mmd = mmd.value;
    s.mmd_error = mmd.error;
    return out;
}

namespace {

constexpr std::int64_t kSimilarityPairs = 200;
constexpr int kLargestCompared = 256, kSmallestCompared = 16;

/// As it stands where both are of one size that is neither large nor tiny.
double similarity_of(const ImageBuffer& a, const ImageBuffer& b) {
    const int side = std::clamp(std::min({a.width, a.height, b.width, b.height}), kSmallestCompared, kLargestCompared);
    const bool as_they_are = a.width == b.width && a.height == b.height &&
                             std::max(a.width, a.height) <= kLargestCompared && side == std::min(a.width, a.height);
    const auto seen = [&](const ImageBuffer& picture) {
        return tensor_of(as_they_are ? picture : resample(picture, side, side, ResampleFilter::Bicubic))
            .expand({-1, 3, -1, -1});
    };
    return ms_ssim(seen(a), seen(b)).item<double>();
}

}  // namespace

Result<Estimate> mean_similarity(const PictureSet& set, std::uint64_t seed, const ScoreWatch& watch) {
    RandomStream random(seed, RandomPurpose::Score, 2);
    const auto n = static_cast<std::uint64_t>(set.count);
    const std::int64_t pairs = std::min(kSimilarityPairs, set.count * (set.count - 1) / 2);
    std::vector<PairValue> found;
    for (std::int64_t i = 0; i < pairs; ++i) {
        watch.at("comparing pairs of " + set.name, static_cast<double>(i) / static_cast<double>(pairs));
        const std::uint64_t one = random.below(n), other = (one + 1 + random.below(n - 1)) % n;
        const auto first = static_cast<std::int64_t>(one), second = static_cast<std::int64_t>(other);
        const auto a = set.picture(first), b = set.picture(second);
        if (!a) return a.error();
        if (!b) return b.error();
        found.push_back({first, second, similarity_of(*a, *b)});
    }
    return mean_of_pairs(found);
}

}  // namespace headroom
