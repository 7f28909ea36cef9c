// A Light GAN's named sets of values.
#include "core/families/light_gan/light_gan_family.h"

namespace headroom {
namespace {

/// Rates and moments are lightweight-gan's; the window is the 16 pictures at which the original's figures are stated. The small one learns faster and
/// looks at D's slope more rarely: what half an hour on two cores shows is worth more there than what a day would (README, What pictures to expect).
ParamPatch light_gan_values(std::int64_t side, std::int64_t micro) {
    return {{"image.size", side},
            {"batch.micro", micro},
            {"batch.accumulate", 16 / micro},
            {"lr.g", 2e-4},
            {"lr.d", 2e-4},
            {"adam.beta2", 0.9},
            {"memory.channels_last", false},
            {"preview.grid", std::int64_t{side <= 64 ? 64 : 16}},
            {"ema.half_life", 5000.0},
            {"ema.ramp", 0.05}};
}

ParamPatch with(ParamPatch values, const ParamPatch& more) {
    for (const auto& [key, value] : more) values[key] = value;
    return values;
}

}  // namespace

std::vector<Preset> light_gan_presets() {
    return {
        {"light-gan", "Few pictures", "64 px, for a hundred to a few thousand pictures that look alike.",
         light_gan_values(64, 8)},
        {"light-gan-256", "Few pictures, 256 px", "256 px for a card of 2 GB: two pictures at a time, sixteen a step.",
         light_gan_values(256, 2)},
        {"light-gan-512", "Few pictures, 512 px",
         "512 px for a card of 4 GB: two pictures at a time, sixteen a step, activations computed again.",
         with(light_gan_values(512, 2), {{"memory.checkpointing", std::string("on")}})},
        {"light-gan-small", "Light GAN, small", "Narrow networks without attention, for training on a processor.",
         with(light_gan_values(64, 8), {{"batch.accumulate", std::int64_t{1}},
                                        {"model.latent", std::int64_t{128}},
                                        {"model.width", std::int64_t{128}},
                                        {"model.width_side", std::int64_t{512}},
                                        {"model.attention", std::string()},
                                        {"model.small_attention", false},
                                        {"lr.g", 8e-4},
                                        {"lr.d", 8e-4},
                                        {"loss.gp_every", std::int64_t{16}},
                                        {"memory.channels_last", true}})},
    };
}

}  // namespace headroom
