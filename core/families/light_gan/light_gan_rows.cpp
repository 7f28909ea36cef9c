// The rows of a Light GAN. What they mean: lightweight-gan 1.2.1, under one set of names.
#include "core/config/row_builders.h"
#include "core/families/augment_rows.h"
#include "core/families/common_rows.h"
#include "core/families/growth.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/light_gan/light_gan_family.h"
#include "core/families/light_gan/light_gan_shape.h"

#include <algorithm>

namespace headroom {
namespace {

using namespace rows;
using L = LightGanConfig;

std::vector<ParamRow> light_gan_loss_rows() {
    return {
        bind<&L::gp_weight>(
            advanced(real("loss.gp", "GP weight", "Loss", {0, 1000, 1}, "", Policy::NextStep,
                          "Weight of the penalty on D's slope at real and fake pictures. 0 turns it off.",
                          "A pass with second derivatives every few steps, which are fp32."))),
        bind<&L::gp_every>(advanced(integer("loss.gp_every", "GP every", "Loss", {1, 1024}, "steps", Policy::NextStep,
                                            "The penalty is computed every so many steps."))),
        bind<&L::augment_share>(real(
            "augment.share", "Augmented share", "Loss", {0, 1, 0.05}, "", Policy::NextStep,
            "Share of the pictures that D sees augmented, each drawn by itself. 0: none. What adaptive strength begins with.")),
    };
}

std::vector<ParamRow> light_gan_network_rows() {
    return {
        bind<&L::latent>(integer("model.latent", "Latent size", "Model", {8, 4096, 2, true}, "numbers", Policy::NewRun,
                                 "Length of the random vector that becomes a picture.")),
        bind<&L::width_max>(integer("model.width", "Width cap", "Model", {16, 1024, 2, true}, "channels",
                                    Policy::NewRun, "No layer gets wider than this.",
                                    "Weights of the low resolutions grow with the square.")),
        bind<&L::width_side>(advanced(integer(
            "model.width_side", "Width times side", "Model", {512, 8192, 2, true}, "channels px", Policy::NewRun,
            "Layers of a side s have so many / s channels, up to the width cap: a power of two. 4096 is lightweight-gan's.",
            "Time and activations of the high resolutions grow with it."))),
        bind<&L::attention>(advanced(
            maybe_empty(base("model.attention", "Attention", "Model", ParamType::Text, Policy::NewRun,
                             "Sides, in pixels, of the features of G and D that attend: '32', '16 32'. Empty: none do.",
                             "Grows with the square of the side.")))),
        bind<&L::logits>(advanced(
            choice("model.logits", "Judgements", "Model", {{"1x1", "One"}, {"5x5", "5 x 5"}}, Policy::NewRun,
                   "How many judgements D gives of one picture: one, or one for each of 5 x 5 overlapping parts."))),
        bind<&L::small_attention>(advanced(flag(
            "model.small_attention", "Attention at 32 px in D", "Model", Policy::NewRun,
            "D's second look, at the whole picture in 32 px, attends as lightweight-gan's does. FastGAN's does not.",
            "Most of D's time where the networks are narrow."))),
    };
}

}  // namespace

std::vector<ParamRow> light_gan_rows() {
    std::vector<ParamRow> rows = adversarial_rows();
    // Its discriminator has no width of its own and no norms.
    std::erase_if(rows, [](const ParamRow& row) { return row.key == "width.d" || row.key == "norm.d"; });
    for (ParamRow& row : rows) {
        if (row.key != "image.size") continue;
        row.low = LightGanShape::kSmallest;
        row.high = LightGanShape::kLargest;
    }
    place_after(
        rows, "image.size",
        growth_rows(
            LightGanShape::kLargest,
            "How long 64 px last until image.grow_to has them doubled; each further stage lasts as long again."));
    reword(rows, {.key = "memory.checkpointing",
                  .cost = "Costs about a third more time. Activations of one layer at a time are left."});
    std::vector<ParamRow> own = light_gan_loss_rows();
    for (ParamRow& row : augment_rows<&L::diffaug_colour, &L::diffaug_translation, &L::diffaug_cutout>(
             "diffaug.colour", "diffaug.translation", "diffaug.cutout"))
        own.push_back(std::move(row));
    for (ParamRow& row : light_gan_network_rows()) own.push_back(std::move(row));
    place_after(rows, "clip", std::move(own));
    return rows;
}

}  // namespace headroom
