// The rows that only a DCGAN has.
#include "core/config/row_builders.h"
#include "core/families/augment_rows.h"
#include "core/families/common_rows.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/dcgan/dcgan_family.h"
#include "core/families/growth.h"

namespace headroom {
namespace {

using namespace rows;
using C = TrainConfig;
using D = DcganConfig;

ParamRow fakes_row() {
    return bind<&D::reuse_fakes>(advanced(choice(
        "memory.reuse_fakes", "Reuse fakes", "Memory", {{"auto", "Automatic"}, {"on", "Keep"}, {"off", "Recompute"}},
        Policy::NextStep,
        "Keep G's graph from the D phase for the G phase, or recompute the fakes. Automatic keeps them without accumulation.",
        "Recomputing takes G's activations out of the D phase for about 20 % more time.")));
}

std::vector<ParamRow> game_rows() {
    return {
        bind<&D::loss>(
            choice("loss", "Loss", "Loss",
                   {{"bce", "BCE (classic)"}, {"hinge", "Hinge"}, {"lsgan", "Least squares"}, {"wgan-gp", "WGAN-GP"}},
                   Policy::NextStep, "The game that D and G play, on logits. WGAN-GP needs a D without batch norm.",
                   "WGAN-GP adds a penalty pass with second derivatives: more memory and time.")),
        bind<&D::label_smoothing>(
            real("loss.smoothing", "Label smoothing", "Loss", {0, 0.5, 0.05}, "", Policy::NextStep,
                 "One-sided: real images count as 1 minus this. BCE only. Keeps D from winning at once.")),
        bind<&D::instance_noise>(advanced(real("loss.noise", "Instance noise", "Loss", {0, 1, 0.05}, "",
                                               Policy::NextStep, "Standard deviation of noise on all that D sees."))),
        bind<&D::gp_weight>(advanced(real("loss.gp_weight", "GP weight", "Loss", {0, 1000, 1}, "", Policy::NextStep,
                                          "Weight of WGAN-GP's gradient penalty."))),
        bind<&D::r1_gamma>(advanced(real("loss.r1", "R1 gamma", "Loss", {0, 1000, 1}, "", Policy::NextStep,
                                         "Strength of the R1 penalty on real images; 0 turns it off.",
                                         "A pass with second derivatives every few steps."))),
        bind<&D::r1_every>(
            advanced(integer("loss.r1_every", "R1 every", "Loss", {1, 1024}, "steps", Policy::NextStep,
                             "The R1 penalty is applied every so many steps, in the first of their D steps (ratio.d), "
                             "and weighted by all D steps until the next time."))),
    };
}

/// Beside those of DiffAugment.
std::vector<ParamRow> augmentation_rows() {
    return {
        bind<&D::augment_geometry>(
            flag("augment.geometry", "Augment geometry", "Loss", Policy::NextStep,
                 "Random size, stretch, turn by up to 20 degrees and shift on all that D sees; edges are "
                 "repeated. After the geometric transformations of Karras et al. (ADA, 2020).")),
        bind<&D::augment_strength>(
            real("augment.strength", "Augment strength", "Loss", {0, 1, 0.05}, "", Policy::NextStep,
                 "The chance that each augmentation touches a picture. What adaptive strength begins with.")),
    };
}

const std::vector<ParamChoice> kNorms{{"batch", "Batch"}, {"instance", "Instance"}, {"none", "None"}};

std::vector<ParamRow> layer_rows() {
    return {
        bind<&D::width_max>(integer("width.max", "Width cap", "Model", {0, 8192, 2, true}, "channels", Policy::NewRun,
                                    "No layer gets wider than this. 0 means no cap.")),
        bind<&D::latent>(integer("latent", "Latent size", "Model", {1, 4096}, "numbers", Policy::NewRun,
                                 "Length of the random vector that becomes a picture.")),
        bind<&D::conv>(choice("model.conv", "Convolutions", "Model",
                              {{"standard", "Standard"}, {"depthwise", "Depthwise-separable"}}, Policy::NewRun,
                              "Depthwise-separable layers have far fewer weights.",
                              "Weights shrink to about an eighth; activations grow a little.")),
        bind<&D::upsampling>(choice(
            "model.upsampling", "G enlarges by", "Model",
            {{"transposed", "Transposed convolutions"},
             {"resize", "Resize, then convolve"},
             {"bilinear", "Bilinear, then convolve"}},
            Policy::NewRun,
            "How the generator doubles the resolution. Transposed convolutions of 4 x 4 are the classic DCGAN; repeating pixels before 3 x 3 "
            "convolutions leaves no checkerboards but can leave horizontal and vertical lines, bilinear enlarging leaves neither.",
            "Resizing and bilinear enlarging take about half of the weights and no more memory.")),
        bind<&D::norm_g>(
            advanced(choice("norm.g", "G norm", "Model", kNorms, Policy::NewRun, "Normalisation in the generator."))),
    };
}

}  // namespace

std::vector<ParamRow> dcgan_rows() {
    std::vector<ParamRow> rows = adversarial_rows();
    place_after(
        rows, "image.size",
        {bind<&D::fade_steps>(advanced(integer(
            "image.fade_steps", "Fade-in", "Memory", {0, 1000000, 100}, "steps", Policy::NextStep,
            "After growing during a run, the old resolution, enlarged, turns into the new one over so many steps. 0: at once.",
            "One small layer of G and D and their old pictures, until the fade-in is over. A second resize ends it early.")))});
    place_after(
        rows, "image.fade_steps",
        growth_rows(
            512, "How long 32 px last until image.grow_to has them doubled; each further stage lasts as long again."));
    place_after(rows, "memory.budget", {fakes_row()});
    place_after(rows, "clip",
                {
                    bind<&D::d_steps>(
                        advanced(integer("ratio.d", "D steps", "Optimiser", {1, 16}, "per G step", Policy::NextStep,
                                         "Discriminator steps per generator step, each on new images."))),
                    bind<&D::train>(advanced(choice("train", "Train", "Optimiser",
                                                    {{"both", "D and G"}, {"d", "D only"}, {"g", "G only"}},
                                                    Policy::NextStep, "Which network learns."))),
                });
    place_after(rows, "train", game_rows());
    place_after(rows, "loss.r1_every",
                augment_rows<&D::diffaug_colour, &D::diffaug_translation, &D::diffaug_cutout>(
                    "augment.colour", "augment.translation", "augment.cutout"));
    place_after(rows, "augment.cutout", augmentation_rows());
    place_after(rows, "augment.cutout",
                {bind<&D::width_g>(
                    integer("width.g", "G width", "Model", {1, 1024, 2, true}, "channels", Policy::NewRun,
                            "Channels of the generator's last hidden layer; each layer before has twice as many.",
                            "Weights grow with the square."))});
    place_after(rows, "width.d", layer_rows());
    place_after(rows, "norm.d",
                {bind<&D::spectral_norm>(
                    advanced(flag("norm.spectral", "Spectral norm", "Model", Policy::NewRun,
                                  "Divides D's weights by their largest singular value, which bounds its slope.")))});
    return rows;
}

}  // namespace headroom
