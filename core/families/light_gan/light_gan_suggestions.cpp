// What is proposed for a Light GAN from what a data set shows. All numbers of it stand here.
#include "core/families/light_gan/light_gan_family.h"

namespace headroom {
namespace {

using Facts = DatasetFacts;

constexpr std::int64_t kFew = 1000;                 ///< distinct pictures: what FastGAN was made for
constexpr int kLeastSide = 48;                      ///< px: its smallest pictures have 64
constexpr int kMiddleSide = 128, kLargeSide = 256;  ///< px

/// 64 px are learnt soonest; the last size has more than half of the 160,000 images that its steps see. It is proposed for GPUs alone (suits()),
/// which afford 256 px.
ParamPatch grown_to(std::int64_t side, std::int64_t after) {
    return {{"image.size", std::int64_t{64}}, {"image.grow_to", side}, {"image.grow_after", after}};
}

}  // namespace

double light_gan_suits(const DatasetFacts& facts, bool on_gpu) {
    // A processor sees a few pictures a second with these networks: the smaller ones of a DCGAN get further there in an evening.
    return on_gpu && distinct(facts) < kFew && facts.median_side >= kLeastSide ? 2 : -1;
}

const std::vector<SuggestionRule>& light_gan_suggestions() {
    static const std::vector<SuggestionRule> rules{
        {[](const Facts&) { return true; },
         {{"model.width", std::int64_t{128}}, {"model.latent", std::int64_t{128}}, {"model.attention", std::string()}},
         "A Light GAN of narrow layers",
         "{distinct} distinct pictures are few: its discriminator also learns to rebuild what it sees, and so more from each."},
        {[](const Facts& f) { return f.median_side < kMiddleSide; },
         {{"image.size", std::int64_t{64}}, {"image.grow_to", std::int64_t{0}}},
         "Pictures of 64 px",
         "The pictures are {side} px and have little more to show."},
        {[](const Facts& f) { return f.median_side >= kMiddleSide && f.median_side < kLargeSide; },
         grown_to(128, 48000), "64 px first, then 128 px",
         "The pictures have {side} px. Small ones are learnt soonest, and all but the newest layers keep their weights."},
        {[](const Facts& f) { return f.median_side >= kLargeSide; }, grown_to(256, 32000),
         "64 px first, then 128 and 256 px",
         "The pictures have {side} px. Small ones are learnt soonest, and all but the newest layers keep their weights."},
        {[](const Facts&) { return true; },
         {{"batch.micro", std::int64_t{8}}, {"batch.accumulate", std::int64_t{1}}},
         "Batches of 8",
         "With {distinct} distinct pictures many small steps get further than few large ones."},
        {[](const Facts&) { return true; },
         {{"diffaug.translation", true}, {"diffaug.cutout", true}, {"diffaug.colour", true}, {"augment.share", 0.6}},
         "Augmentations of three pictures in five",
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
         {{"steps", std::int64_t{20000}}},
         "20000 steps",
         "{distinct} distinct pictures are seen often enough then; stop when the samples no longer change."},
    };
    return rules;
}

}  // namespace headroom
