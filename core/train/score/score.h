// Scores of pictures against others, or of a run against what it was trained on. Torch-free header.
#pragma once

#include "core/api/scores.h"
#include "core/api/services.h"
#include "core/base/result.h"
#include "core/train/score/discriminator_gap.h"
#include "core/train/score/inception_resize.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

struct ScoreRequest {
    std::string
        source;  ///< a folder of pictures; or a run, a checkpoint, a generator's weights, whose samples are drawn
    std::string against;  ///< a folder; for samples whatever data.path takes, empty: what the run was trained on
    std::string
        held_out;  ///< of a run: pictures that it was not trained on, for its discriminator; empty: those that the run has held out
    std::vector<std::string> features{"random", "clip"};  ///< as read_space_choices takes them
    InceptionResize resize = InceptionResize::CleanFid;
    std::int64_t count = 0;  ///< pictures of each side at most; 0: all of folders, kSampled otherwise
    std::int64_t subset = 1000, subsets = 100;  ///< of KID
    std::uint32_t seed = 2020;                  ///< which samples, pictures, subsets, pairs
    std::int64_t batch = 16;                    ///< pictures at once; fewer where there is no room
    bool ema = true;
    std::string device = "auto";
    Bytes budget;  ///< tensor bytes; 0: nine tenths of what is free

    /// Pictures of the other side that copies are looked for among, mirrored ones counted; `count` at least.
    std::int64_t among = kMostAmong;

    static constexpr std::int64_t kSampled = 2048;
    /// Of Inception's features so many take 160 MB.
    static constexpr std::int64_t kMostAmong = 20000;
};

/// In one space of features.
struct SpaceScores {
    RunScores figures;   ///< those of features; MMD of CLIP's alone
    std::string file;    ///< of its weights, empty: none
    bool known = false;  ///< the features of the other side were known
};

struct ScoreReport {
    std::string source, against;
    std::int64_t pictures = 0, pictures_against = 0;
    std::int64_t copies_among = 0;  ///< pictures of the other side that copies were looked for among
    std::vector<SpaceScores> spaces;
    /// Mean MS-SSIM of pairs of pictures: of the source, of the others. Low where they are diverse.
    Estimate ms_ssim, ms_ssim_against;
    std::optional<DiscriminatorGap> discriminator{};  ///< where there are held-out pictures
    std::vector<std::string> notes;
};

/// Reads pictures one batch at a time, keeps their features (float32; those of the other side in the user's cache too, where they are known the next
/// time: kept_features.h) and computes figures in float64, in blocks. What a folder holds that cannot be read is left out, and noted. Errors:
/// InvalidArgument (features, too few pictures), NotFound, BadFile (no picture; weights, also those that make numbers which are not finite),
/// OutOfMemory, Cancelled.
Result<ScoreReport> score_pictures(const ScoreRequest& request, const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
