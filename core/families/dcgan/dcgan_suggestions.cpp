// What is proposed for a DCGAN from what a data set shows. All numbers of it stand here; they were chosen by looking at pictures of runs of equal
// time (tests/bench/quality.py).
#include "core/families/dcgan/dcgan_family.h"

#include <algorithm>

namespace headroom {
namespace {

using Facts = DatasetFacts;

constexpr std::int64_t kFew = 5000;    ///< distinct pictures: from here on D remembers them slowly
constexpr std::int64_t kMany = 20000;  ///< enough for a larger picture
constexpr std::int64_t kStepsOfThousand = 20000;
constexpr int kSmallSide = 48;  ///< px: pictures that have no more to show
constexpr std::int64_t kSmallBatch = 16;

std::int64_t grow_after(const Facts& f) { return images_of_steps(f, 40000, kSmallBatch); }

/// By the count, and so many that the first size, which lasts as long in images however many a step has, takes half of them at most.
std::int64_t steps_of(const Facts& f) {
    const std::int64_t pictures = trained_on(f), batch = even_batch(f, kSmallBatch);
    const std::int64_t of_a_pass = (pictures + batch - 1) / batch;
    const std::int64_t of_both_sizes = (2 * grow_after(f) * of_a_pass + pictures - 1) / pictures;
    return std::max(steps_by_count(f, kStepsOfThousand), (of_both_sizes + 999) / 1000 * 1000);
}

}  // namespace

const std::vector<SuggestionRule>& dcgan_suggestions() {
    static const std::vector<SuggestionRule> rules{
        {[](const Facts&) { return true; },
         {{"model.upsampling", std::string("bilinear")}},
         "Bilinear enlarging in the generator",
         "Transposed convolutions leave checkerboards and repeated pixels leave lines; both show wherever there is no edge, and {edges} of the pixels lie on one."},
        {[](const Facts& f) { return f.median_side < kSmallSide; },
         {{"image.size", std::int64_t{32}}, {"image.grow_to", std::int64_t{0}}},
         "Pictures of 32 px",
         "The pictures are {side} px and have no more to show."},
        {[](const Facts& f) { return f.median_side >= kSmallSide && (distinct(f) < kMany || f.median_side < 128); },
         {{"image.size", std::int64_t{32}},
          {"image.grow_to", std::int64_t{64}},
          {"image.fade_steps", std::int64_t{500}}},
         "32 px first, then 64 px",
         "{distinct} distinct pictures are enough for 64 px; small ones show what they are after the first minutes.",
         [](const Facts& f) -> ParamPatch {
             return {{"image.grow_after", grow_after(f)}};
         }},
        {[](const Facts& f) { return f.median_side >= 128 && distinct(f) >= kMany; },
         {{"image.size", std::int64_t{32}},
          {"image.grow_to", std::int64_t{128}},
          {"image.grow_after", std::int64_t{100000}},
          {"image.fade_steps", std::int64_t{1000}}},
         "32 px first, then 64 and 128 px",
         "{distinct} distinct pictures of {side} px are enough for 128 px."},
        {[](const Facts& f) { return distinct(f) < kFew; },
         {{"batch.accumulate", std::int64_t{1}}},
         "Batches of {batch}",
         "With {distinct} distinct pictures many small steps get further than few large ones.",
         [](const Facts& f) -> ParamPatch {
             return {{"batch.micro", even_batch(f, kSmallBatch)}};
         }},
        {[](const Facts& f) { return distinct(f) >= kFew; },
         {{"batch.micro", std::int64_t{32}}, {"batch.accumulate", std::int64_t{1}}},
         "Batches of {batch}",
         "{distinct} distinct pictures allow steadier steps."},
        {[](const Facts& f) { return distinct(f) < kMany; },
         {{"augment.colour", true},
          {"augment.translation", true},
          {"augment.cutout", true},
          {"augment.adapt", true},
          {"augment.strength", 0.2},
          {"augment.images", 50000.0}},
         "Augmentations whose strength follows the discriminator",
         "It would know {distinct} distinct pictures by heart before long."},
        {[](const Facts&) { return true; },
         {{"loss", std::string("bce")}, {"loss.r1", 1.0}, {"loss.r1_every", std::int64_t{16}}, {"loss.smoothing", 0.1}},
         "The R1 penalty every 16 steps, and labels of 0.9",
         "They keep the discriminator from growing so steep and so sure that the generator learns nothing."},
        {[](const Facts&) { return true; },
         {{"lr.g", 4e-4}, {"lr.d", 4e-4}, {"ema.half_life", 5000.0}, {"ema.ramp", 0.05}},
         "Equal rates of 4e-4 and a longer average",
         "Small pictures bear larger steps; samples are of the average of the weights, which is calmer than they are."},
        {[](const Facts&) { return true; },
         {},
         "{steps} steps at most",
         "{distinct} distinct pictures are seen often enough then; stop when the samples no longer change.",
         [](const Facts& f) -> ParamPatch {
             return {{"steps", steps_of(f)}};
         }},
    };
    return rules;
}

}  // namespace headroom
