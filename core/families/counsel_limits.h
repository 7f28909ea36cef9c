// What counsel is judged by: from which values on its rules speak, how often and how long it looks, what its remedies take for usual.
#pragma once

#include <cstddef>
#include <cstdint>

namespace headroom::counsel_limits {

// From which values on the rules speak: between what the healthy runs of tests/data/counsel show and what those with a fault planted do.
inline constexpr double kSure = 0.85;        ///< D's advantage: it is right in 37 of 40 cases
inline constexpr double kFooled = -0.15;     ///< D's advantage: it is wrong more often than right
inline constexpr double kGuessing = 0.03;    ///< D's advantage, above or below: it tells nothing apart
inline constexpr double kLeaping = 0.15;     ///< of D's loss, each step
inline constexpr double kCalm = 0.2;         ///< the same, where D guesses: by chance its loss moves as much
inline constexpr double kFarOverUsual = 15;  ///< times the usual rate
inline constexpr double kUnderUsual = 0.5;   ///< likewise
inline constexpr double kHalvings =
    3.5;                               ///< of a loss scale within its window: once or twice is usual, and it comes back
inline constexpr double kGrown = 25;   ///< times the gradients of the beginning
inline constexpr double kAlike = 0.3;  ///< diversity of samples
inline constexpr double kAlikeByData = 0.5;  ///< the same by that of the data
inline constexpr double kShowing = 15;       ///< levels of contrast: samples that are greyer show nothing yet
inline constexpr double kRecognised = 0.75;  ///< of pairs; a half is chance
inline constexpr double kErrorsApart = 3;    ///< standard errors: no noise
inline constexpr double kManyPasses = 20;    ///< over the pictures: before, nothing can be known by heart
inline constexpr double kKnowable = 5000;    ///< pictures: of more D knows what they have in common
inline constexpr double kStill = 0.12;       ///< change between two samples by their contrast
inline constexpr double kDriftless = 0.05;   ///< of a loss between the halves of its window
inline constexpr double kStandingOut = 10;   ///< times what is beside a pattern, or what the data has of it
inline constexpr double kCodesInUse = 0.1;   ///< of a codebook
inline constexpr double kManyTwins = 0.2;    ///< of the pictures
inline constexpr double kManyEmpty = 0.2;    ///< likewise
inline constexpr double kManyCut = 0.3;      ///< likewise, that lose more than a third to the square crop
inline constexpr double kNearlyFull = 0.97;  ///< of the budget
inline constexpr double kHalfUnused = 0.4;   ///< likewise
inline constexpr double kYes = 0.5;          ///< of what is 0 or 1
/// Pictures that are few at 64 px: the larger they are, the more there is to know by heart (few_pictures()).
inline constexpr std::int64_t kFewAt64 = 1000;

// What has to be there before anything is said.
/// After so many steps with its settings a loss scale, which begins as high as it may be, has come down to where it belongs.
inline constexpr std::int64_t kScaleSettles = 200;
/// Steps before the norms of a run's beginning, or of a new size's, are taken: weights still settle.
inline constexpr std::int64_t kBeginning = 20;
inline constexpr std::size_t kBeginningNorms = 8;
inline constexpr std::size_t kFewestValues = 8;  ///< in a window: fewer are no sign of anything
inline constexpr std::size_t kFewestNorms = 4;   ///< norms are measured about once a second
inline constexpr double kLeastContrast = 8;  ///< below, a sample shows nothing that its patterns could be measured by
inline constexpr double kLeastDiversity = 0.05;  ///< of the data: less is not divided by

// How counsel looks, and judges a change.
inline constexpr std::int64_t kBetweenLooks = 20;  ///< steps
inline constexpr int kMostMissed = 3;              ///< looks without the sign after which it is gone
inline constexpr std::int64_t kScoredSteps = 100;  ///< over which a score of each step is averaged before a change
inline constexpr std::int64_t kMostWindows = 4;    ///< after a change that its figure is waited for
inline constexpr double kMovedOnItsWay = 0.1;      ///< to its limit, of a figure that has moved; less is noise
inline constexpr double kMovedByItself = 0.02;     ///< and of the figure

// What remedies do.
/// The rate of the classic DCGAN (Radford et al. 2016), which most GANs of this size begin with.
inline constexpr double kUsualRate = 2e-4;
inline constexpr double kHighRate = 2e-3;  ///< ten times the usual one: it becomes that
/// The chance of augmentations from which on D sees most pictures changed.
inline constexpr double kMostAugmented = 0.8;

}  // namespace headroom::counsel_limits
