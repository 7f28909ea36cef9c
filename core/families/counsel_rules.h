// The rules of counsel as data: what is looked at, over how many steps, from which value on (counsel_limits.h), and the words.
#pragma once

#include "core/api/counsel.h"
#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What can be looked at in a run. Of a window of steps the median unless said otherwise; pictures are the run's samples of fixed latents.
enum class Observed {
    Advantage,  ///< FamilyCounsel::advantage
    LossG,
    LossD,
    LeapD,   ///< usual difference of D's loss between a step and the next one that is known
    DriftG,  ///< change of G's loss between the window's halves, absolute
    DriftD,
    GradientGrowth,  ///< gradient norm by that of the run's beginning, the larger of both networks
    ScaleFalls,  ///< how often the loss scale was halved within the window, once it has settled (counsel_limits::kScaleSettles)
    Diversity,  ///< how different the pictures of a sample are: 0 all the same, 1 nothing in common; the largest of the samples
    DiversityLeft,     ///< diversity by that of the data
    Contrast,          ///< of sample pictures, levels of 255
    Movement,          ///< change from one sample to the next by the contrast
    CheckerboardOver,  ///< power at the strides' frequencies by that beside them, the least of the latest samples; by the data's where that is known
    PlaidOver,  ///< fine patterns along rows and columns by those along diagonals, the least of the latest samples, by the data's
    UsedCodes,  ///< FamilyCounsel::used_codes
    Epoch,
    Pictures,  ///< in the data set
    Helpless,  ///< 1: few_pictures() and nothing that makes more of them (FamilyCounsel::eases_few_pictures)
    TwinShare,
    EmptyShare,
    CutShare,
    PeakShare,   ///< of the budget, the largest
    RateOver,    ///< the larger learning rate by the usual one (counsel_limits::kUsualRate)
    Saves,       ///< 1: FamilyCounsel::saves_memory
    Recognised,  ///< RunScores::d_recognised of the latest scores with these settings
    GapOver,     ///< likewise RunScores::d_gap by its standard error
    Side,        ///< of the pictures as they are trained on, px
};
/// Stable, as in CounselFigure::name.
template <> struct EnumNames<Observed> {
    static constexpr std::array<std::string_view, 27> names{
        "advantage",         "loss_g",      "loss_d",     "leap_d",         "drift_g",   "drift_d",
        "gradient_growth",   "scale_falls", "diversity",  "diversity_left", "contrast",  "movement",
        "checkerboard_over", "plaid_over",  "used_codes", "epoch",          "pictures",  "helpless",
        "twin_share",        "empty_share", "cut_share",  "peak_share",     "rate_over", "saves",
        "recognised",        "gap_over",    "side"};
};

enum class Sense { Above, Below, Shown };

/// One condition of a rule, or a figure that is shown with it.
struct Condition {
    Observed what;
    Sense sense;
    double limit = 0;
    bool is_need = false;  ///< no sign of the fault: without it the rule says nothing, whatever else it sees
};

/// Another sign of the same fault, looked at where the first is not seen.
struct OtherSign {
    Condition look;
    std::string_view seen;  ///< as CounselRuleRow::seen
};

struct CounselRuleRow {
    CounselRule rule;
    std::string_view title;        ///< "D wins"
    std::int64_t window;           ///< steps that are looked at
    std::int64_t earliest;         ///< step of the run before which nothing is said
    std::size_t samples;           ///< the latest sample grids that are looked at, all of them needed; 0: figures alone
    std::vector<Condition> looks;  ///< all that have a sense must hold; the first judges the rule
    std::string_view seen;         ///< with %1, %2: the steps, %3 ...: the figures in order
    std::string_view why;
    std::string_view otherwise;  ///< what to do where no setting helps
    /// Rules of the same cause, or whose remedies and this one's undo each other: while one of them is seen or has spoken, this one keeps silent.
    std::vector<CounselRule> gives_way_to{};
    std::optional<CounselRule> helped_as{};  ///< whose remedies help here
    std::optional<OtherSign> or_else{};      ///< in place of the first of `looks` and of `seen`
};

/// The most urgent first, one for each rule.
std::span<const CounselRuleRow> counsel_rules();
const CounselRuleRow& row_of(CounselRule rule);
/// What a notice is about: the condition that judges it, and what was seen.
OtherSign sign_of(const CounselNotice& notice);

/// Whether samples show what a rule that looks at figures alone speaks of.
bool shows_in_samples(CounselRule rule);

/// Whether a change against it is for better pictures, so that the run's score tells whether it helped.
bool is_of_pictures(CounselRule rule);

/// A data set with fewer pictures is small for a side of so many pixels: the larger they are, the more there is to know by heart.
std::int64_t few_pictures(std::int64_t side);

/// A figure as the words have it: "0.06", "93 %".
std::string figure_text(const CounselFigure& figure);
/// `pattern` with the notice's steps and figures in place of %1, %2 ...
std::string counsel_text(std::string_view pattern, const CounselNotice& notice);

}  // namespace headroom
