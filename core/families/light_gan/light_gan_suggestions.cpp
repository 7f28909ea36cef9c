// What is proposed for a Light GAN from what a data set shows. All numbers of it stand here.
#include "core/families/light_gan/light_gan_family.h"

#include <algorithm>

namespace headroom {
namespace {

using Facts = DatasetFacts;

constexpr std::int64_t kFew = 1000;  ///< distinct pictures: fewer teach narrow networks all that there is to learn
constexpr std::int64_t kBatch = 8, kLeastSteps = 20000;
constexpr int kLeastSide = 48;                      ///< px: its smallest pictures have 64
constexpr int kMiddleSide = 128, kLargeSide = 256;  ///< px

/// 64 px are learnt soonest; the last size has more than half of the images that the steps see, 160,000 or more. It is proposed for GPUs alone
/// (suits()), which afford 256 px.
ParamPatch grown_to(std::int64_t side) { return {{"image.size", std::int64_t{64}}, {"image.grow_to", side}}; }

bool few(const Facts& f) { return distinct(f) < kFew; }
bool many(const Facts& f) { return !few(f); }

}  // namespace

double light_gan_suits(const DatasetFacts& facts, bool on_gpu) {
    // A processor sees a few pictures a second with these networks: the smaller ones of a DCGAN get further there in an evening. Of many pictures
    // those that are large are for it too, as a DCGAN draws 128 px at most.
    return on_gpu && facts.median_side >= (few(facts) ? kLeastSide : kLargeSide) ? 2 : -1;
}

const std::vector<SuggestionRule>& light_gan_suggestions() {
    static const std::vector<SuggestionRule> rules{
        {few,
         {{"model.width", std::int64_t{128}}, {"model.latent", std::int64_t{128}}, {"model.attention", std::string()}},
         "A Light GAN of narrow layers",
         "{distinct} distinct pictures are few: its discriminator also learns to rebuild what it sees, and so more from each."},
        {many,
         {{"model.width", std::int64_t{512}}, {"model.latent", std::int64_t{256}}, {"model.attention", std::string()}},
         "A Light GAN of the usual widths",
         "{distinct} distinct pictures of {side} px show more than a DCGAN draws."},
        {[](const Facts& f) { return f.median_side < kMiddleSide; },
         {{"image.size", std::int64_t{64}}, {"image.grow_to", std::int64_t{0}}},
         "Pictures of 64 px",
         "The pictures are {side} px and have little more to show."},
        {[](const Facts& f) { return f.median_side >= kMiddleSide && f.median_side < kLargeSide; }, grown_to(128),
         "64 px first, then 128 px",
         "The pictures have {side} px. Small ones are learnt soonest, and all but the newest layers keep their weights.",
         [](const Facts& f) -> ParamPatch {
             return {{"image.grow_after", images_of_steps(f, 48000, kBatch)}};
         }},
        {[](const Facts& f) { return f.median_side >= kLargeSide; }, grown_to(256), "64 px first, then 128 and 256 px",
         "The pictures have {side} px. Small ones are learnt soonest, and all but the newest layers keep their weights.",
         [](const Facts& f) -> ParamPatch {
             return {{"image.grow_after", images_of_steps(f, 32000, kBatch)}};
         }},
        {[](const Facts&) { return true; },
         {{"batch.accumulate", std::int64_t{1}}},
         "Batches of {batch}",
         "With {distinct} distinct pictures many small steps get further than few large ones.",
         [](const Facts& f) -> ParamPatch {
             return {{"batch.micro", even_batch(f, kBatch)}};
         }},
        {few,
         {{"diffaug.translation", true}, {"diffaug.cutout", true}, {"diffaug.colour", true}, {"augment.share", 0.6}},
         "Augmentations of three pictures in five",
         "It would know {distinct} distinct pictures by heart before long."},
        {many,
         {{"diffaug.translation", true},
          {"diffaug.cutout", true},
          {"diffaug.colour", true},
          {"augment.adapt", true},
          {"augment.share", 0.2},
          {"augment.images", 100000.0}},
         "Augmentations whose strength follows the discriminator",
         "It would know {distinct} distinct pictures by heart before long."},
        {[](const Facts&) { return true; },
         {{"loss.gp", 10.0}, {"loss.gp_every", std::int64_t{4}}},
         "A penalty on the discriminator's slope every 4 steps",
         "It keeps the discriminator from growing so steep and so sure that the generator learns nothing."},
        {[](const Facts&) { return true; },
         {{"lr.g", 2e-4}, {"lr.d", 2e-4}, {"adam.beta2", 0.9}, {"ema.half_life", 5000.0}, {"ema.ramp", 0.05}},
         "Equal rates of 2e-4 and a longer average",
         "Samples are of the average of the weights, which is calmer than they are."},
        {[](const Facts&) { return true; },
         {},
         "{steps} steps at most",
         "{distinct} distinct pictures are seen often enough then; stop when the samples no longer change.",
         [](const Facts& f) -> ParamPatch {
             return {{"steps", std::max(kLeastSteps, steps_by_count(f, kLeastSteps))}};
         }},
    };
    return rules;
}

}  // namespace headroom
