// Scores of a run: how near what it makes is to its data, in a space of features.
#pragma once

#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace headroom {

/// Whose features pictures are compared in (core/train/score/feature_space.h).
enum class ScoreFeatures { Random, Clip, Inception };
template <> struct EnumNames<ScoreFeatures> {
    static constexpr std::array<std::string_view, 3> names{"random", "clip", "inception"};
};

/// Which figure makes a checkpoint the best one. Family: FamilyFacts::score; the others: those of RunScores.
enum class BestBy { Family, Kid, Fid, Mmd, MsSsim, DGap, Precision, Recall, Copies };
template <> struct EnumNames<BestBy> {
    static constexpr std::array<std::string_view, 9> names{"family", "kid",       "fid",    "mmd",   "ms_ssim",
                                                           "d_gap",  "precision", "recall", "copies"};
};

/// A figure and its standard error: how far off it may be because there were no more pictures. NaN: not known.
struct Estimate {
    double value = std::numeric_limits<double>::quiet_NaN(), error = std::numeric_limits<double>::quiet_NaN();
};

/// As `headroom-cli score` tells them; NaN: not known.
struct RunScores {
    std::string features;  ///< "random"
    std::int64_t pictures = 0;
    double fid = std::numeric_limits<double>::quiet_NaN();
    double kid = std::numeric_limits<double>::quiet_NaN(), kid_error = std::numeric_limits<double>::quiet_NaN();
    double precision = std::numeric_limits<double>::quiet_NaN(), recall = std::numeric_limits<double>::quiet_NaN();
    double copies = std::numeric_limits<double>::quiet_NaN();
    double mmd = std::numeric_limits<double>::quiet_NaN();  ///< of CLIP's features alone
    double ms_ssim = std::numeric_limits<double>::quiet_NaN();
    /// Mean logit of pictures that D trains on less that of held-out ones, and its standard error; of all pairs of both the share in which D finds the
    /// former more real: a half where it knows nothing by heart, 1 where it tells all apart. Runs that hold pictures out.
    double d_gap = std::numeric_limits<double>::quiet_NaN(), d_gap_error = std::numeric_limits<double>::quiet_NaN();
    double d_recognised = std::numeric_limits<double>::quiet_NaN();
    /// Standard errors of the others.
    double precision_error = std::numeric_limits<double>::quiet_NaN();
    double recall_error = std::numeric_limits<double>::quiet_NaN();
    double copies_error = std::numeric_limits<double>::quiet_NaN();
    double fid_error = std::numeric_limits<double>::quiet_NaN(), mmd_error = std::numeric_limits<double>::quiet_NaN();
    double ms_ssim_error = std::numeric_limits<double>::quiet_NaN();
    double d_recognised_error = std::numeric_limits<double>::quiet_NaN();
    std::int64_t side = 0;           ///< of the pictures, in pixels; 0: not known, of an earlier Headroom
    std::int64_t copies_among = 0;   ///< pictures of the data that copies were looked for among; 0: `pictures` of them
    std::int64_t feature_width = 0;  ///< features of a picture; 0: not known, of an earlier Headroom

    /// The figure of that name. NaN: not one of these.
    Estimate by(BestBy best) const;
    /// The same so that lower is better.
    double order_by(BestBy best) const;
};

/// The figures by their names in events, files and tables; their errors are figures of their own too, behind "_error".
struct ScoreFigure {
    std::string_view name;
    double RunScores::*of;
    double RunScores::*error = nullptr;  ///< null: it is an error itself
    bool higher_is_better = false;

    Estimate in(const RunScores& scores) const {
        return error ? Estimate{scores.*of, scores.*error} : Estimate{scores.*of};
    }
};
inline constexpr std::array<ScoreFigure, 18> kScoreFigures{
    {{"fid", &RunScores::fid, &RunScores::fid_error},
     {"kid", &RunScores::kid, &RunScores::kid_error},
     {"kid_error", &RunScores::kid_error},
     {"precision", &RunScores::precision, &RunScores::precision_error, true},
     {"recall", &RunScores::recall, &RunScores::recall_error, true},
     {"copies", &RunScores::copies, &RunScores::copies_error},
     {"mmd", &RunScores::mmd, &RunScores::mmd_error},
     {"ms_ssim", &RunScores::ms_ssim, &RunScores::ms_ssim_error},
     {"d_gap", &RunScores::d_gap, &RunScores::d_gap_error},
     {"d_gap_error", &RunScores::d_gap_error},
     {"d_recognised", &RunScores::d_recognised, &RunScores::d_recognised_error},
     {"precision_error", &RunScores::precision_error},
     {"recall_error", &RunScores::recall_error},
     {"copies_error", &RunScores::copies_error},
     {"fid_error", &RunScores::fid_error},
     {"mmd_error", &RunScores::mmd_error},
     {"ms_ssim_error", &RunScores::ms_ssim_error},
     {"d_recognised_error", &RunScores::d_recognised_error}}};

/// Null: there is none of that name.
constexpr const ScoreFigure* score_named(std::string_view name) {
    for (const ScoreFigure& figure : kScoreFigures)
        if (figure.name == name) return &figure;
    return nullptr;
}

inline Estimate RunScores::by(BestBy best) const {
    const ScoreFigure* figure = score_named(name_of(best));
    return figure ? figure->in(*this) : Estimate{};
}

inline double RunScores::order_by(BestBy best) const {
    const ScoreFigure* figure = score_named(name_of(best));
    const double value = by(best).value;
    return figure && figure->higher_is_better ? -value : value;
}

/// Whether figures of pictures of these sizes say something of each other: not known counts as alike.
inline bool of_one_size(const RunScores& a, const RunScores& b) {
    return a.side == b.side || a.side == 0 || b.side == 0;
}

/// Figures of other features, of pictures of another size, or any but KID of another number of pictures, say nothing of each other; nor do shares of
/// copies that were looked for among fewer.
inline bool can_be_compared(const RunScores& a, const RunScores& b, BestBy by) {
    return a.features == b.features && of_one_size(a, b) && (by == BestBy::Kid || a.pictures == b.pictures) &&
           (by != BestBy::Copies || a.copies_among == b.copies_among);
}

/// A run was scored after `step`. Never dropped.
struct ScoresDone {
    std::int64_t step = 0, images = 0;
    double elapsed_seconds = 0;  ///< as StepDone's
    RunScores scores;
};

}  // namespace headroom
