// A set that is drawn piece by piece, its features, and those of the data, which stay the same.
#include "core/train/score/run_scorer.h"

#include "core/base/some_indices.h"
#include "core/memory/libtorch.h"
#include "core/train/score/set_scores.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace headroom {
namespace {

constexpr std::int64_t kAtOnce = 16;  ///< pictures that are drawn or looked at in one pass, where there is room
constexpr std::size_t kKeptPixels = 64ull
                                    << 20;  ///< of drawn pictures; more are drawn again where they are looked at twice

/// Pictures that are drawn when they are asked for, a piece at a time.
class DrawnPictures {
public:
    /// `all`: as many as there are, with pixels those that are known; more are kept there. It outlives this.
    DrawnPictures(ImageList& all, RunScorer::DrawFn draw) : draw_(std::move(draw)), all_(all) {
        for (const ImageBuffer& known : all_)
            if (known.pixels) kept_ += known.pixels->size();
    }

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
    ImageList& all_;
    ImageList piece_;  ///< the latest one
    std::int64_t first_ = 0;
    std::size_t kept_ = 0;
};

PictureSet drawn_set(ImageList& all, const RunScorer::DrawFn& draw) {
    const auto drawn = std::make_shared<DrawnPictures>(all, draw);
    return {"samples", static_cast<std::int64_t>(all.size()),
            [drawn](std::int64_t i) -> Result<ImageBuffer> { return drawn->at(i); }};
}

/// Whether the first of `kept` come out just so when they are drawn again: after the same step there may be other weights, in another run.
bool are_drawn_again(const ImageList& kept, const RunScorer::DrawFn& draw) {
    const ImageList again = draw(0, std::min(kAtOnce, static_cast<std::int64_t>(kept.size())));
    return std::equal(again.begin(), again.end(), kept.begin(), [](const ImageBuffer& a, const ImageBuffer& b) {
        return a.pixels && b.pixels && a.width == b.width && a.channels == b.channels && *a.pixels == *b.pixels;
    });
}

/// The set does not own `data`.
PictureSet compared_set(const PackedDataset& data, std::int64_t count, std::int64_t among, bool mirrored) {
    PictureSet out = some_first(pictures_of_data({std::shared_ptr<const void>(), &data}), count, among, kScoredSeed);
    return mirrored ? with_mirrored(std::move(out)) : out;
}

std::int64_t bytes_of_row(std::int64_t width) { return width * static_cast<std::int64_t>(sizeof(float)); }

at::Tensor as_tensor(RunScorer::Rows& rows) {
    return at::from_blob(rows.numbers->data(), {rows.count(), rows.width}, at::kFloat);
}

/// Those that are known from before or from another process, as features_by() gives them; undefined: none are.
at::Tensor known_features(RunScorer::Rows& rows, const PictureSet& set, const FeatureSpace& space,
                          const std::optional<Bytes>& keep, const ScoreWatch& watch) {
    at::Tensor held;
    std::vector<float> numbers;  // the rows' once they are whole: reading may be stopped
    const auto room = [&](std::int64_t width) {
        rows = {rows.of, width};
        if (keep && Bytes{set.count * bytes_of_row(width)} > *keep) {
            held = at::empty({set.count, width}, at::kFloat);
            return held.mutable_data_ptr<float>();
        }
        numbers.resize(static_cast<std::size_t>(set.count * width));
        return numbers.data();
    };
    if (!read_known(set, space, room, watch)) return {};
    if (held.defined()) return held;
    *rows.numbers = std::move(numbers);
    return as_tensor(rows);
}

/// The features of `set`: `rows`, and what they lack of it. Where all of them may not be kept tensors hold them, and `rows` stay without any.
Result<at::Tensor> features_by(RunScorer::Rows& rows, const PictureSet& set, FeatureSpace& space,
                               const std::optional<Bytes>& keep, const ScoreWatch& watch) {
    if (rows.count() == set.count) return as_tensor(rows);
    if (at::Tensor known = known_features(rows, set, space, keep, watch); known.defined()) return known;
    std::vector<at::Tensor> not_kept;
    const auto too_many = [&] { return keep && Bytes{set.count * bytes_of_row(rows.width)} > *keep; };
    // Some of them from when more could be kept: without the others they are of no use.
    if (too_many()) rows.numbers = std::make_shared<std::vector<float>>();
    const auto take = [&](const at::Tensor& piece) {
        rows.width = piece.size(1);
        if (too_many()) return not_kept.push_back(piece);
        rows.numbers->reserve(static_cast<std::size_t>(set.count * rows.width));
        const at::Tensor numbers = piece.contiguous();
        const float* from = numbers.const_data_ptr<float>();
        rows.numbers->insert(rows.numbers->end(), from, from + numbers.numel());
    };
    if (auto done = features_in_pieces(set, rows.count(), space, kAtOnce, watch, take); !done) return done.error();
    if (not_kept.empty()) {
        // Training goes on meanwhile: for hundreds of megabytes a slow disk needs longer than for many steps.
        rows.keeping = keep_known_beside(set, space, rows.numbers);
        return as_tensor(rows);
    }
    at::Tensor all = at::cat(not_kept);
    keep_known(set, space, all, watch);  // at once: they do not stay
    return all;
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

std::int64_t looked_through(std::int64_t of, std::int64_t compared, std::int64_t width, bool slow, bool mirrored,
                            const std::optional<Bytes>& keep) {
    constexpr std::int64_t kMostOfSlow = 2000;
    std::int64_t most = slow ? kMostOfSlow : ScoreRequest::kMostAmong;
    if (keep) most = std::min(most, keep->count / bytes_of_row(width));
    return std::min(of, std::max(mirrored ? most / 2 : most, compared));
}

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
        const std::string where = (*space)->stamp + " " + setting.mark + " " + std::to_string(setting.data.size()) +
                                  " " + std::to_string(count);
        // What is drawn is let go of once it is scored, the data's features stay: they get the larger part.
        const auto part_of_keep = [&](std::int64_t quarters) {
            return setting.keep ? std::optional(Bytes{setting.keep->count / 4 * quarters}) : std::nullopt;
        };
        const std::string drawn_where = where + " " + std::to_string(setting.step);
        if (drawn_.features.of != drawn_where || !are_drawn_again(drawn_.pictures, draw))
            drawn_ = {{drawn_where}, ImageList(static_cast<std::size_t>(count))};
        const PictureSet samples = drawn_set(drawn_.pictures, draw);
        const auto drawn = features_by(drawn_.features, samples, **space, part_of_keep(1), watch);
        if (!drawn) return drawn.error();
        const bool slow = setting.device.is_cpu() && (*space)->is_slow();
        const bool mirrored = config.data_mirror;
        const std::int64_t among =
            looked_through(setting.data.count(), count, drawn->size(1), slow, mirrored, part_of_keep(3));
        const std::string of =
            where + " " + std::to_string(among) + (mirrored ? " mirrored " : " ") + std::to_string(drawn->size(1));
        if (known_.of != of) known_ = {of};
        const PictureSet data = compared_set(setting.data, count, among, mirrored);
        const auto training = features_by(known_, data, **space, part_of_keep(3), watch);
        if (!training) return training.error();
        const KernelSubsets subsets{100, 1000, static_cast<std::uint32_t>(kScoredSeed)};
        RunScores out = space_scores(**space, *drawn, *training, count, mirrored, subsets, watch).figures;
        const auto alike = mean_similarity(samples, kScoredSeed, watch);
        if (!alike) return alike.error();
        out.ms_ssim = alike->value;
        out.ms_ssim_error = alike->error;
        out.side = setting.data.size();
        out.copies_among = among;
        return out;
    } catch (const ScoreStopped&) { return make_error(ErrorCode::Cancelled, "scoring was stopped"); }
}

}  // namespace headroom
