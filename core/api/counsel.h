// Counsel: what an experienced person would say of a run as it goes: what was seen, why it matters, and the change that helps.
#pragma once

#include "core/api/param.h"
#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What counsel watches for; the most urgent first. Thresholds and words: core/families/counsel_limits.h, counsel_rules.cpp.
enum class CounselRule {
    RateHigh,      ///< learning rates too high: losses and gradients leap
    ScaleDrift,    ///< fp16's loss scale keeps falling
    NormDrift,     ///< gradients grow and grow
    Collapse,      ///< samples become alike
    Overfits,      ///< D finds held-out pictures less real than those that it trains on
    Remembers,     ///< D knows the pictures by heart
    DWins,         ///< D tells everything apart and G learns nothing
    DLoses,        ///< D takes samples for pictures
    Stall,         ///< neither network learns
    RateLow,       ///< learning rates too low: nothing moves
    Checkerboard,  ///< patterns at the strides' frequencies, or along rows and columns
    CodesUnused,   ///< most of a codebook lies idle
    DataTwins,     ///< many pictures are nearly the same
    DataEmpty,     ///< many pictures are nearly empty
    DataAspect,    ///< crops lose much of many pictures
    DataFew,       ///< too few pictures for their size, and nothing that makes more of them
    MemoryTight,   ///< the peak touches the budget
    MemorySpare,   ///< time is spent on saving memory that is not needed
};
template <> struct EnumNames<CounselRule> {
    static constexpr std::array<std::string_view, 18> names{
        "rate-high",  "scale-drift", "norm-drift",  "collapse", "overfits",     "remembers",
        "d-wins",     "d-loses",     "stall",       "rate-low", "checkerboard", "codes-unused",
        "data-twins", "data-empty",  "data-aspect", "data-few", "memory-tight", "memory-spare"};
};

/// What is known of a run's data beyond its pictures; NaN, 0: not known.
struct DataFacts {
    std::int64_t count = 0;  ///< pictures
    /// Share that all but repeats an earlier one, as DatasetFacts::near_duplicates, 0 to 1.
    double twins = std::numeric_limits<double>::quiet_NaN();
    double empty = std::numeric_limits<double>::quiet_NaN();  ///< share that is nearly all one colour
    double cut = std::numeric_limits<double>::quiet_NaN();    ///< share that loses more than a third to the square crop
    double diversity = std::numeric_limits<double>::quiet_NaN();  ///< how different the pictures are, 0 to 1
    /// Power at the strides' frequencies in the pictures themselves (as CounselFigure "checkerboard").
    double checkerboard = std::numeric_limits<double>::quiet_NaN();
    /// Fine patterns along rows and columns of the pictures themselves by those along diagonals.
    double plaid = std::numeric_limits<double>::quiet_NaN();
    std::int64_t side =
        0;  ///< px at which diversity, checkerboard and plaid were measured; 0: those that the run begins with
};

/// A figure that was looked at. `limit`: from which on the rule speaks; NaN: shown alone.
struct CounselFigure {
    std::string name;  ///< stable: "advantage", "loss_d"
    double value = std::numeric_limits<double>::quiet_NaN();
    double limit = std::numeric_limits<double>::quiet_NaN();
    bool operator==(const CounselFigure&) const = default;
};

/// One thing to say of a run.
struct CounselNotice {
    CounselRule rule = CounselRule::DWins;
    std::int64_t from = 0, step = 0;     ///< it was seen from one step to the other
    std::vector<CounselFigure> figures;  ///< the first is the one that the rule is judged by
    std::string seen, why,
        advice;         ///< English sentences; `advice` says what `change` does, or what to do where that is empty
    ParamPatch change;  ///< the settings that help; empty: none that this program has
    std::vector<std::string> samples;  ///< files of the sample pictures that it was seen in
    bool operator==(const CounselNotice&) const = default;
};

/// Raised: new. Gone: no longer seen. Changed: its change was made. Judged: that helped or did not, by the rule's own figure.
enum class CounselState { Raised, Gone, Changed, Judged };
template <> struct EnumNames<CounselState> {
    static constexpr std::array<std::string_view, 4> names{"raised", "gone", "changed", "judged"};
};

/// What became of a notice; never dropped.
struct CounselTold {
    CounselState state = CounselState::Raised;
    CounselNotice notice;
    double before = std::numeric_limits<double>::quiet_NaN();  ///< Judged: the rule's figure when it spoke
    double after = std::numeric_limits<double>::quiet_NaN();   ///< Judged: a window after the change
    /// Judged: the run's score, where it has one in each step or could be scored before and after; the error of the latter.
    double score_before = std::numeric_limits<double>::quiet_NaN();
    double score_after = std::numeric_limits<double>::quiet_NaN();
    double score_error = std::numeric_limits<double>::quiet_NaN();
    std::string score_name{};  ///< "KID", or what else makes a checkpoint the best one; empty: the family's
    bool better = false;       ///< Judged: the rule's figure has moved away from its limit
    bool automatic = false;    ///< Changed: by Autopilot
};

}  // namespace headroom
