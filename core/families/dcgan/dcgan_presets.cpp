// A DCGAN's named sets of values.
#include "core/families/dcgan/dcgan_family.h"

namespace headroom {
namespace {

/// Few colours, a close camera, many small steps and one-sided smoothing at 32 px: what makes shapes recognisable soonest. `grow_to`: px, 0: it
/// stays so; the new stage fades in, or nothing could be told apart for a while.
ParamPatch shapes_values(std::int64_t grow_to) {
    // So many pictures are drawn in under ten seconds, and are passed a few times in the first minutes.
    return {{"data.path", std::string("shapes")},
            {"data.variety", std::string("demo")},
            {"data.count", std::int64_t{12288}},
            {"image.size", std::int64_t{32}},
            {"image.grow_to", grow_to},
            {"image.grow_after", std::int64_t{48000}},
            {"image.fade_steps", std::int64_t{400}},
            {"batch.micro", std::int64_t{16}},
            {"width.g", std::int64_t{32}},
            {"width.d", std::int64_t{32}},
            {"latent", std::int64_t{64}},
            {"lr.g", 5e-4},
            {"lr.d", 5e-4},
            {"loss.smoothing", 0.1},
            {"ema.half_life", 1100.0},
            {"preview.every", std::int64_t{50}}};
}

}  // namespace

std::vector<Preset> dcgan_presets() {
    return {
        {"demo", "Demo",
         "Built-in shapes: at 32 px solids to recognise within a minute on two cores, then it grows to 64 px.",
         shapes_values(64)},
        {"quick", "First minute", "Built-in shapes at 32 px: solids to recognise within a minute on two cores.",
         shapes_values(0)},
        {"classic",
         "Classic",
         "The well-known DCGAN: 64 px, width 64, batches of 128, Adam at 2e-4.",
         {{"image.size", std::int64_t{64}},
          {"batch.micro", std::int64_t{128}},
          {"width.g", std::int64_t{64}},
          {"width.d", std::int64_t{64}},
          {"latent", std::int64_t{100}},
          {"loss", std::string("bce")},
          {"lr.g", 2e-4},
          {"lr.d", 2e-4}}},
        {"smaller",
         "Smaller model",
         "Depthwise-separable layers and half the width: a fraction of the weights.",
         {{"model.conv", std::string("depthwise")},
          {"width.g", std::int64_t{32}},
          {"width.d", std::int64_t{32}},
          {"width.max", std::int64_t{256}}}},
        {"small-data",
         "Small data set",
         "For a few hundred to a few thousand pictures: mirroring, augmentations whose strength follows the discriminator, no checkerboards, "
         "32 px first and then 64.",
         {{"data.mirror", true},
          {"augment.colour", true},
          {"augment.translation", true},
          {"augment.cutout", true},
          {"augment.adapt", true},
          {"augment.strength", 0.2},
          {"augment.images", 50000.0},
          {"model.upsampling", std::string("bilinear")},
          {"image.size", std::int64_t{32}},
          {"image.grow_to", std::int64_t{64}},
          {"image.grow_after", std::int64_t{40000}},
          {"image.fade_steps", std::int64_t{500}}}},
    };
}

}  // namespace headroom
