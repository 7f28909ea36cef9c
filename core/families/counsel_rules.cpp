// The table of counsel's rules: windows, words, and which rule gives way to which.
#include "core/families/counsel_rules.h"

#include "core/families/counsel_limits.h"
#include "core/families/family_counsel.h"
#include "core/families/registry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace headroom {
namespace {

namespace limits = counsel_limits;

using O = Observed;

std::vector<CounselRuleRow> make_rules() {
    return {
        {CounselRule::RateHigh,
         "Rates too high",
         200,
         200,
         0,
         {{O::LeapD, Sense::Above, limits::kLeaping},
          {O::RateOver, Sense::Above, limits::kFarOverUsual},
          {O::LossD, Sense::Shown}},
         "Steps %1 to %2: D's loss leaps by %3 around %5, at up to %4 times the usual learning rate.",
         "Steps this large overshoot: each undoes what the one before has learnt, and a leap too many ends the run.",
         "Lower the learning rates."},
        {CounselRule::ScaleDrift,
         "Loss scale falls",
         400,
         100,
         0,
         {{O::ScaleFalls, Sense::Above, limits::kHalvings}},
         "Steps %1 to %2: the fp16 loss scale was halved %3 times and did not recover.",
         "Gradients leave the range of fp16; steps are skipped, and soon small gradients are lost as well.",
         "Use bf16 or fp32."},
        {CounselRule::NormDrift,
         "Gradients grow",
         200,
         300,
         0,
         {{O::GradientGrowth, Sense::Above, limits::kGrown}},
         "Steps %1 to %2: the norm of the gradients is %3 times what it was at the beginning.",
         "Growing gradients are the beginning of a divergence: weights grow with them until losses are infinite.",
         "Clip the gradients.",
         {CounselRule::RateHigh}},
        {CounselRule::Collapse,
         "Modes collapse",
         300,
         200,
         2,
         {{O::Diversity, Sense::Below, limits::kAlike},
          {O::DiversityLeft, Sense::Below, limits::kAlikeByData},
          {O::Contrast, Sense::Above, limits::kShowing, true}},
         "Steps %1 to %2: the samples resemble each other: their diversity is %3 at most.",
         "G has found a few pictures that D lets pass and draws them whatever the latent: the rest of the data is not learnt.",
         "Start again with a lower G rate or another loss.",
         {CounselRule::Remembers, CounselRule::DWins}},
        {CounselRule::Overfits,
         "D overfits",
         300,
         300,
         0,
         {{O::Recognised, Sense::Above, limits::kRecognised}, {O::GapOver, Sense::Above, limits::kErrorsApart}},
         "At step %2 D found pictures that it trains on more real than held-out ones in %3 of all pairs, %4 times the error apart.",
         "What D knows of its own pictures alone it cannot teach G, which then copies them or stands still.",
         "Use more pictures.",
         {},
         CounselRule::Remembers},
        {CounselRule::Remembers,
         "D remembers the pictures",
         300,
         400,
         0,
         {{O::Advantage, Sense::Above, limits::kSure},
          {O::Epoch, Sense::Above, limits::kManyPasses, true},
          {O::Pictures, Sense::Below, limits::kKnowable, true}},
         "Steps %1 to %2: D is %3 sure of what it sees, after %4 passes over %5 pictures.",
         "D knows the few pictures by heart instead of what they have in common, and what it tells G helps no further.",
         "Use more pictures.",
         {CounselRule::Overfits}},
        {CounselRule::DWins,
         "D wins",
         300,
         300,
         0,
         {{O::Advantage, Sense::Above, limits::kSure}, {O::LossD, Sense::Shown}, {O::LossG, Sense::Shown}},
         "Steps %1 to %2: D's loss is %4, G's %5; D is %3 sure of what it sees.",
         "A D that is never wrong gives G gradients that say nothing: G goes astray or stands still.",
         "Start again with a weaker D: fewer channels, or spectral norm.",
         {CounselRule::Overfits, CounselRule::Remembers}},
        {CounselRule::DLoses,
         "D loses",
         200,
         200,
         0,
         {{O::Advantage, Sense::Below, limits::kFooled}, {O::LossD, Sense::Shown}, {O::LossG, Sense::Shown}},
         "Steps %1 to %2: D's loss is %4, G's %5; D takes samples for pictures.",
         "A D that is fooled by anything teaches G nothing: the samples stay what they are.",
         "Start again with a stronger D: more channels.",
         {CounselRule::RateHigh, CounselRule::NormDrift, CounselRule::Collapse}},
        {CounselRule::RateLow,
         "Rates too low",
         300,
         300,
         3,
         {{O::Movement, Sense::Below, limits::kStill},
          {O::DriftG, Sense::Below, limits::kDriftless},
          {O::DriftD, Sense::Below, limits::kDriftless},
          {O::RateOver, Sense::Below, limits::kUnderUsual}},
         "Steps %1 to %2: the samples change by %3 of their contrast, the losses by %4 and %5, at %6 times the usual learning rate at most.",
         "Nothing moves: at this pace the run ends before anything can be seen.",
         "Raise the learning rates.",
         {CounselRule::NormDrift, CounselRule::DWins}},
        {CounselRule::Stall,
         "Both stall",
         300,
         300,
         0,
         {{O::Advantage, Sense::Below, limits::kGuessing},
          {O::Advantage, Sense::Above, -limits::kGuessing},
          {O::LeapD, Sense::Below, limits::kCalm},
          {O::LossD, Sense::Shown},
          {O::LossG, Sense::Shown}},
         "Steps %1 to %2: D guesses, and neither loss moves: D %6, G %7.",
         "D sees no difference between pictures and samples, so that neither has anything to learn from.",
         "Start again with a stronger D, without noise on what it sees.",
         {CounselRule::RateHigh, CounselRule::NormDrift, CounselRule::RateLow}},
        {CounselRule::Checkerboard,
         "Checkerboards",
         200,
         500,
         3,
         {{O::CheckerboardOver, Sense::Above, limits::kStandingOut},
          {O::Contrast, Sense::Above, limits::kShowing, true}},
         "Steps %1 to %2: patterns of 2 or 4 pixels stand out of the samples %3 times.",
         "Layers that enlarge leave a lattice: strided ones where their kernels overlap unevenly, repeated pixels along rows and columns. It rarely goes away by itself.",
         "Start again with a lower G rate.",
         {},
         std::nullopt,
         OtherSign{
             {O::PlaidOver, Sense::Above, limits::kStandingOut},
             "Steps %1 to %2: fine horizontal and vertical lines stand out of the samples %3 times as much as of the pictures."}},
        {CounselRule::CodesUnused,
         "Codes lie idle",
         200,
         200,
         0,
         {{O::UsedCodes, Sense::Below, limits::kCodesInUse}},
         "Steps %1 to %2: %3 of the codebook is used.",
         "Pictures are put together from a few codes alone; the others take memory and are never learnt.",
         "Start again with fewer codes."},
        {CounselRule::DataTwins,
         "Near-duplicates",
         20,
         20,
         0,
         {{O::TwinShare, Sense::Above, limits::kManyTwins}},
         "%3 of the pictures that were looked at all but repeat another one.",
         "What is there several times is learnt by heart first, and the samples repeat it.",
         "Take the duplicates out of the data set."},
        {CounselRule::DataEmpty,
         "Empty pictures",
         20,
         20,
         0,
         {{O::EmptyShare, Sense::Above, limits::kManyEmpty}},
         "%3 of the pictures that were looked at are nearly all one colour.",
         "G learns emptiness first, because it is the easiest picture that D lets pass.",
         "Take the empty pictures out of the data set."},
        {CounselRule::DataAspect,
         "Mixed shapes",
         20,
         20,
         0,
         {{O::CutShare, Sense::Above, limits::kManyCut}},
         "%3 of the pictures lose more than a third to the square crop.",
         "What the crop leaves is often not what the pictures are about.",
         "Cut the pictures to squares yourself, around what matters."},
        {CounselRule::DataFew,
         "Few pictures",
         50,
         50,
         0,
         {{O::Helpless, Sense::Above, limits::kYes}, {O::Pictures, Sense::Shown}, {O::Side, Sense::Shown}},
         "The data set has %4 pictures, few for %5 px, and nothing makes more of them.",
         "D soon knows so few pictures by heart. Mirroring and augmentation show it new ones at no cost.",
         "Use more pictures.",
         {CounselRule::Overfits, CounselRule::Remembers}},
        {CounselRule::MemoryTight,
         "Memory is tight",
         100,
         100,
         0,
         {{O::PeakShare, Sense::Above, limits::kNearlyFull}},
         "Steps %1 to %2: the peak is %3 of the budget.",
         "One larger preview or a neighbour's picture is enough to run out, and then steps are repeated.",
         "Raise the budget."},
        {CounselRule::MemorySpare,
         "Memory to spare",
         100,
         100,
         0,
         {{O::PeakShare, Sense::Below, limits::kHalfUnused}, {O::Saves, Sense::Above, limits::kYes}},
         "Steps %1 to %2: the peak is %3 of the budget, and time is spent on saving memory.",
         "The same training is quicker with more of the budget in use.",
         "Lower the budget, so that others can use it."},
    };
}

bool is_share(Observed what) {
    constexpr std::array<Observed, 9> shares{O::Recognised, O::Diversity,  O::DiversityLeft, O::Movement, O::UsedCodes,
                                             O::TwinShare,  O::EmptyShare, O::CutShare,      O::PeakShare};
    return std::find(shares.begin(), shares.end(), what) != shares.end();
}

/// Has no fractions.
bool is_count(Observed what) { return what == O::Pictures || what == O::Side || what == O::ScaleFalls; }

}  // namespace

TrainConfig as_it_learns(const TrainConfig& config) {
    TrainConfig out = config;
    const FamilyCounsel* family = family_of(config).counsel();
    for (const std::string_view key : family ? family->idle_settings(config) : std::vector<std::string_view>()) {
        if (key == "lr.g") out.lr_g = config.lr_d;
        if (key == "lr.d") out.lr_d = config.lr_g;
    }
    return out;
}

std::vector<CounselRule> watched_rules(const TrainConfig& config) {
    const FamilyCounsel* family = family_of(config).counsel();
    return family ? family->rules(config) : std::vector<CounselRule>();
}

std::span<const CounselRuleRow> counsel_rules() {
    static const std::vector<CounselRuleRow> rules = make_rules();
    return rules;
}

const CounselRuleRow& row_of(CounselRule rule) {
    const auto rules = counsel_rules();
    return *std::find_if(rules.begin(), rules.end(), [&](const CounselRuleRow& row) { return row.rule == rule; });
}

OtherSign sign_of(const CounselNotice& notice) {
    const CounselRuleRow& row = row_of(notice.rule);
    const bool other =
        row.or_else && !notice.figures.empty() && notice.figures.front().name == name_of(row.or_else->look.what);
    return other ? *row.or_else : OtherSign{row.looks.front(), row.seen};
}

bool shows_in_samples(CounselRule rule) {
    using R = CounselRule;
    constexpr std::array kRules{R::RateHigh, R::Overfits, R::Remembers, R::DWins, R::DLoses, R::Stall};
    return std::find(kRules.begin(), kRules.end(), rule) != kRules.end();
}

bool is_of_pictures(CounselRule rule) { return rule != CounselRule::MemoryTight && rule != CounselRule::MemorySpare; }

std::int64_t few_pictures(std::int64_t side) { return counsel_limits::kFewAt64 * side / 64; }

std::string figure_text(const CounselFigure& figure) {
    char text[32];
    const auto what = enum_from_name<Observed>(figure.name);
    if (what == O::Advantage)  // who guesses is half sure
        std::snprintf(text, sizeof text, "%.0f %%", 50 + 50 * figure.value);
    else if (what && is_share(*what))
        std::snprintf(text, sizeof text, "%.0f %%", 100 * figure.value);
    else if ((what && is_count(*what)) || std::abs(figure.value) >= 100)
        std::snprintf(text, sizeof text, "%.0f", figure.value);
    else if (std::abs(figure.value) >= 10)
        std::snprintf(text, sizeof text, "%.3g", figure.value);
    else if (what == O::RateOver && figure.value < 0.1)
        std::snprintf(text, sizeof text, "%.2g", figure.value);
    else
        std::snprintf(text, sizeof text, "%.2f", figure.value);
    return text;
}

std::string counsel_text(std::string_view pattern, const CounselNotice& notice) {
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%' || i + 1 == pattern.size() || pattern[i + 1] < '1' || pattern[i + 1] > '9') {
            out += pattern[i];
            continue;
        }
        const auto place = static_cast<std::size_t>(pattern[++i] - '1');
        if (place < 2)
            out += std::to_string(place == 0 ? notice.from : notice.step);
        else if (place - 2 < notice.figures.size())
            out += figure_text(notice.figures[place - 2]);
    }
    return out;
}

}  // namespace headroom
