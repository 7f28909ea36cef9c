// What a request names becomes two sets of pictures; then space after space.
#include "core/train/score/score.h"

#include "core/data/dataset.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/registry.h"
#include "core/families/words.h"
#include "core/train/gan/stored_generator.h"
#include "core/train/run/run_trainer.h"
#include "core/train/run/stored_sample.h"
#include "core/train/score/run_scorer.h"
#include "core/train/score/set_scores.h"
#include "core/train/tools/tool_room.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWithDiscriminator = "Name a run or a checkpoint of networks that train against a discriminator.";

struct ScoredSides {
    PictureSet samples;
    PictureSet among;           ///< what copies are looked for among
    std::int64_t compared = 0;  ///< the first ones of them: what the samples are compared with otherwise
    std::int64_t all = 0;       ///< pictures that there are
    bool mirrored = false;      ///< the run has seen them mirrored too

    PictureSet training() const {
        PictureSet out = among;
        out.count = compared;
        return out;
    }
};

/// Some of `all` that the samples are compared with, and more to find copies of.
ScoredSides sides_of(PictureSet samples, PictureSet all, const ScoreRequest& request, std::int64_t count,
                     std::uint64_t seed, bool mirrored) {
    ScoredSides out{std::move(samples), {}, count > 0 ? std::min(count, all.count) : all.count, all.count, mirrored};
    out.samples.fingerprint.clear();  // others are drawn before long
    out.among = some_first(std::move(all), count, mirrored ? request.among / 2 : request.among, seed);
    return out;
}

/// Without files that only their decoding shows to be damaged.
Result<ScoredSides> readable_sides(ScoredSides sides, const ProgressFn& progress, const std::stop_token& stop) {
    auto samples = readable_of(sides.samples, progress, stop);
    if (!samples) return samples.error();
    auto among = readable_of(sides.among, progress, stop);
    if (!among) return among.error();
    sides.compared = std::lower_bound(among->begin(), among->end(), sides.compared) - among->begin();
    sides.all -= sides.among.count - std::ssize(*among);
    sides.samples = those_of(std::move(sides.samples), *std::move(samples));
    sides.among = those_of(std::move(sides.among), *std::move(among));
    return sides;
}

Result<bool> holds_pictures(const std::string& path) {
    std::error_code failed;
    if (!fs::is_directory(path, failed)) return false;
    for (const char* file : {"run.json", "config.json", "manifest.json"}) {
        if (fs::exists(fs::path(path) / file, failed)) return false;
    }
    const auto weights = find_weights(path);
    if (!weights && weights.error().code == ErrorCode::InvalidArgument) return weights.error();
    return !weights;
}

Result<ScoredSides> sides_of_folders(const ScoreRequest& request, const ProgressFn& progress,
                                     const std::stop_token& stop) {
    if (request.against.empty())
        return make_error(ErrorCode::InvalidArgument,
                          "--against: what " + request.source + " is compared with is missing",
                          "Name the folder of pictures that these ought to be like.");
    auto samples = pictures_of_folder(request.source, progress, stop);
    if (!samples) return samples.error();
    auto training = pictures_of_folder(request.against, progress, stop);
    if (!training) return training.error();
    return readable_sides(sides_of(some_of(*std::move(samples), request.count, request.seed), *std::move(training),
                                   request, request.count, request.seed, false),
                          progress, stop);
}

/// The data set that samples of `source` are compared with, as its training sees it; of bare weights as they draw pictures.
Result<TrainConfig> data_behind(const ScoreRequest& request, const std::optional<CheckpointContent>& stored,
                                const ImageBuffer& sample) {
    TrainConfig config;
    if (stored) {
        config = stored->config;
        if (sample.width != config.image_size || sample.height != config.image_size)
            return make_error(ErrorCode::InvalidArgument,
                              request.source + " is of a " + std::string(family_of(config).facts().info.name) +
                                  ", whose samples are not pictures like those of a data set",
                              "Put its pictures into a folder and score that.");
    } else if (request.against.empty()) {
        return make_error(ErrorCode::InvalidArgument,
                          "--against: " + request.source + " does not say what it was trained on",
                          "Name the folder of pictures that its samples ought to be like.");
    } else {
        config.image_size = sample.width;
        config.data_grey = sample.channels == 1;
    }
    return request.against.empty() ? config : with_data(std::move(config), request.against);
}

/// What a VQGAN makes of pictures, and those pictures: of its data, or of `against`.
Result<ScoredSides> sides_of_reconstructions(const ScoreRequest& request, CheckpointContent content,
                                             const ProgressFn& progress, const std::stop_token& stop) {
    if (!request.ema || request.seed != kScoredSeed)
        return make_error(ErrorCode::InvalidArgument,
                          request.source +
                              ": reconstructions are of the averaged weights, and of pictures that are always the same",
                          "Leave --weights and --seed out.");
    TrainConfig& config = content.config;
    if (!request.against.empty()) config = with_data(std::move(config), request.against);
    config.scores_count = request.count > 0 ? request.count : ScoreRequest::kSampled;
    auto data = open_dataset(config, {}, progress, stop);
    if (!data) return data.error();
    GenerateRequest where;
    if (request.device != "auto") where.device = request.device;
    const std::int64_t count = std::min(config.scores_count, (*data)->count());
    auto drawn =
        draw_where_there_is_room(where, config.device, progress, [&](const std::string& device) -> Result<ImageList> {
            const auto trainer = trainer_of_stored(content, device, progress, stop);
            return trainer ? (*trainer)->scored(count, progress, stop) : Result<ImageList>(trainer.error());
        });
    if (!drawn) return drawn.error();
    return sides_of(pictures_of_list(request.source, *std::move(drawn)), pictures_of_data(*std::move(data)), request,
                    config.scores_count, kScoredSeed, config.data_mirror);
}

/// What `source` holds beside bare weights; nothing: they are bare.
Result<std::optional<CheckpointContent>> content_of(const std::string& source) {
    const auto found = find_weights(source);
    if (!found) return found.error();
    if (found->checkpoint.empty()) return std::optional<CheckpointContent>();
    auto content = RunFolder::read_checkpoint(found->checkpoint);
    if (!content) return content.error();
    return std::optional(*std::move(content));
}

Result<ScoredSides> sides_of_samples(const ScoreRequest& request, const std::optional<CheckpointContent>& stored,
                                     const ProgressFn& progress, const std::stop_token& stop) {
    if (stored) {
        const FamilyFacts& facts = family_of(stored->config).facts();
        if (facts.trains && !facts.latents) return sides_of_reconstructions(request, *stored, progress, stop);
    }
    const std::int64_t count = request.count > 0 ? request.count : ScoreRequest::kSampled;
    GenerateRequest wanted;
    wanted.source = request.source;
    wanted.ema = request.ema;
    wanted.count = static_cast<int>(count);
    wanted.seed = request.seed;
    if (request.device != "auto") wanted.device = request.device;
    auto pictures = generate_from_stored(wanted, progress, stop);
    if (!pictures) return pictures.error();
    if (pictures->empty()) return make_error(ErrorCode::BadFile, request.source + " draws no pictures");
    auto config = data_behind(request, stored, pictures->front());
    if (!config) return config.error();
    auto data = open_dataset(*config, {}, progress, stop);
    if (!data) return data.error();
    return sides_of(pictures_of_list(request.source, *std::move(pictures)), pictures_of_data(*std::move(data)), request,
                    count, request.seed, config->data_mirror);
}

Result<void> check_enough(const ScoredSides& sides) {
    for (const PictureSet& set : {sides.samples, sides.training()}) {
        if (set.count >= kFewest) continue;
        const std::string note = note_of_left_out(set);
        return make_error(ErrorCode::InvalidArgument,
                          set.name + ": " + std::to_string(set.count) + " pictures are too few to score; " +
                              std::to_string(kFewest) + " are the least" + (note.empty() ? "" : "; " + note),
                          "Figures are worth something from some hundred on.");
    }
    return {};
}

Result<void> score_sides(const ScoreRequest& request, const std::vector<SpaceChoice>& choices, const ScoredSides& sides,
                         const ToolPlace& place, const ScoreWatch& watch, ScoreReport& report) {
    const KernelSubsets subsets{request.subsets, request.subset, request.seed};
    const PictureSet all = sides.mirrored ? with_mirrored(sides.among) : sides.among;
    for (const SpaceChoice& choice : choices) {
        watch.at("loading " + choice.name, -1);
        auto space = open_space(choice, request.resize, place.device);
        if (!space) return space.error();
        const auto samples = features_of(sides.samples, **space, request.batch, watch);
        if (!samples) return samples.error();
        bool known = false;
        const auto among = features_of(all, **space, request.batch, watch, &known);
        if (!among) return among.error();
        report.spaces.push_back(
            space_scores(**space, *samples, *among, sides.compared, sides.mirrored, subsets, watch));
        report.spaces.back().known = known;
        const std::string note =
            fid_note(std::min(sides.samples.count, sides.compared), report.spaces.back().figures.feature_width);
        if (!note.empty()) report.notes.push_back(choice.name + ": " + note);
    }
    const auto own = mean_similarity(sides.samples, request.seed, watch);
    if (!own) return own.error();
    const auto others = mean_similarity(sides.training(), request.seed, watch);
    if (!others) return others.error();
    report.ms_ssim = *own;
    report.ms_ssim_against = *others;
    return {};
}

}  // namespace

Result<ScoreReport> score_pictures(const ScoreRequest& request, const ProgressFn& progress, std::stop_token stop) {
    const auto choices = read_space_choices(request.features);
    if (!choices) return choices.error();
    const auto of_folder = holds_pictures(request.source);
    if (!of_folder) return of_folder.error();
    ScoreReport report;
    if (!request.held_out.empty() && *of_folder)
        return make_error(ErrorCode::InvalidArgument, "--held-out: " + request.source + " is a folder of pictures",
                          "A discriminator stands in a run or a checkpoint.");
    using Stored = std::optional<CheckpointContent>;
    const auto stored = *of_folder ? Result<Stored>(Stored()) : content_of(request.source);
    if (!stored) return stored.error();
    if (!request.held_out.empty() && !*stored)
        return make_error(ErrorCode::InvalidArgument, "--held-out: " + request.source + " holds weights alone",
                          kWithDiscriminator);
    const auto sides =
        *of_folder ? sides_of_folders(request, progress, stop) : sides_of_samples(request, *stored, progress, stop);
    if (!sides) return sides.error();
    if (auto enough = check_enough(*sides); !enough) return enough.error();
    if (*stored) {
        const auto gap =
            stored_gap(**stored, request.held_out, sides->samples.count, request.seed, request.device, progress, stop);
        if (gap && !*gap && !request.held_out.empty())
            return make_error(ErrorCode::InvalidArgument,
                              "--held-out: " + request.source +
                                  " has no discriminator that has learnt anything, or there are too few pictures in " +
                                  request.held_out + "; " + std::to_string(kFewestAsked) + " are the least",
                              kWithDiscriminator);
        if (gap)
            report.discriminator = *gap;
        else if (!request.held_out.empty() || gap.error().code == ErrorCode::Cancelled)
            return gap.error();
        else
            report.notes.push_back("the discriminator was not asked about held-out pictures: " + gap.error().message);
    }
    report.source = sides->samples.name;
    report.against = sides->among.name;
    report.pictures = sides->samples.count;
    report.pictures_against = sides->compared;
    for (const PictureSet* set : {&sides->samples, &sides->among})
        if (std::string note = note_of_left_out(*set); !note.empty()) report.notes.push_back(std::move(note));
    report.copies_among = sides->among.count;
    if (sides->among.count < sides->all)
        report.notes.push_back("copies are looked for among " + std::to_string(sides->among.count) + " of the " +
                               std::to_string(sides->all) + " pictures of " + report.against +
                               "; of the others none is seen (--among)");
    const ToolRoom room{request.device, request.budget, "scoring " + request.source,
                        "Choose a smaller --batch, a smaller --count, or a larger --budget."};
    const auto done = run_tool(room, [&](const ToolPlace& place) -> Result<void> {
        try {
            return score_sides(request, *choices, *sides, place, {progress, stop}, report);
        } catch (const ScoreStopped&) { return make_error(ErrorCode::Cancelled, "stopped"); }
    });
    if (!done) return done.error();
    return report;
}

}  // namespace headroom
