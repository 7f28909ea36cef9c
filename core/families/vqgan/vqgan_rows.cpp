// The rows of training a VQGAN (stage 1) that no other run has. What they mean: taming-transformers (Esser, Rombach, Ommer, "Taming
// Transformers", 2021), under one set of names.
#include "core/config/row_builders.h"
#include "core/families/common_rows.h"
#include "core/families/vqgan/vqgan_family.h"
#include "core/families/vqgan/vqgan_train_config.h"

namespace headroom {
namespace {

using namespace rows;
using V = VqganTrainConfig;

void network_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&V::base>(integer(
        "net.base", "Width", "Network", {32, 1024, 32}, "channels", Policy::NewRun,
        "Channels at full resolution; each level has its multiple of them. Multiples of 32, for the norms' groups.",
        "Weights grow with the square, activations in proportion.")));
    rows.push_back(bind<&V::multipliers>(base(
        "net.multipliers", "Multipliers", "Network", ParamType::Text, Policy::NewRun,
        "Width of each level as a multiple of net.base, full resolution first. Each level after the first halves the side: five levels make codes of 16 px.",
        "")));
    rows.push_back(bind<&V::blocks>(integer("net.blocks", "Blocks", "Network", {1, 8}, "per level", Policy::NewRun,
                                            "Residual blocks per level of the encoder; the decoder has one more.",
                                            "Time and activations grow in proportion.")));
    rows.push_back(bind<&V::patch>(integer(
        "net.patch", "Patch", "Network", {1, 32}, "px", Policy::NewRun,
        "Squares of so many pixels are laid into channels first, so that nothing computes at full resolution. 1: as the original networks.",
        "A fraction of time and memory; coarser detail.")));
    rows.push_back(bind<&V::codes>(integer("net.codes", "Codes", "Network", {2, 1048576, 2, true}, "codes",
                                           Policy::NewRun, "Entries of the codebook.")));
    rows.push_back(bind<&V::code_width>(integer("net.code_width", "Code width", "Network", {1, 4096, 2, true},
                                                "numbers", Policy::NewRun, "Numbers per code.")));
    rows.push_back(bind<&V::z_channels>(
        advanced(integer("net.z", "Latent channels", "Network", {1, 4096, 2, true}, "channels", Policy::NewRun,
                         "Channels that the encoder ends with, before they are projected to codes."))));
    rows.push_back(bind<&V::attention>(advanced(maybe_empty(
        base("net.attention", "Attention", "Network", ParamType::Text, Policy::NewRun,
             "Sides of the levels that attend, for pictures of net.resolution. Empty: only the middle does.",
             "Grows with the fourth power of the side.")))));
    rows.push_back(bind<&V::resolution>(advanced(integer(
        "net.resolution", "Attention at", "Network", {8, 4096, 2, true}, "px", Policy::NewRun,
        "Side of the pictures that net.attention speaks of. It changes nothing else: pictures may have any side."))));
    rows.push_back(
        bind<&V::gumbel>(advanced(flag("net.gumbel", "Gumbel codes", "Network", Policy::NewRun,
                                       "Codes are drawn by their probability instead of taken as the nearest."))));
    rows.push_back(bind<&V::d_layers>(advanced(
        integer("d.layers", "D layers", "Network", {1, 6}, "layers", Policy::NewRun,
                "Layers of the patch discriminator between the first and the last. More see larger patches."))));
}

void vqgan_loss_rows(std::vector<ParamRow>& rows) {
    const Range weight{0, 1000, 0.1};
    rows.push_back(bind<&V::l1>(real("loss.l1", "L1", "Loss", weight, "", Policy::NextStep,
                                     "Weight of the mean absolute difference of pixels.")));
    rows.push_back(bind<&V::ssim>(real(
        "loss.ssim", "SSIM", "Loss", weight, "", Policy::NextStep,
        "Weight of 1 - SSIM, the similarity of local structure. It stands in for the perceptual loss: with loss.perceptual_file it is not used.")));
    rows.push_back(bind<&V::perceptual_file>(maybe_empty(base(
        "loss.perceptual_file", "Perceptual weights", "Loss", ParamType::Path, Policy::NewRun,
        "File with VGG16 and LPIPS weights (a VQGAN's training checkpoint has both), or two files separated by |. Empty: SSIM instead.",
        "Two passes of VGG16 more per step and its 59 MB."))));
    rows.push_back(bind<&V::perceptual>(
        real("loss.perceptual", "Perceptual", "Loss", weight, "", Policy::NextStep,
             "Weight of LPIPS, the distance of VGG16's features. Counts only with loss.perceptual_file.")));
    rows.push_back(bind<&V::gan>(
        real("loss.gan", "Adversarial", "Loss", weight, "", Policy::NextStep,
             "Weight of what the discriminator says, times the adaptive weight. 0: it is neither asked nor trained.")));
    rows.push_back(bind<&V::gan_start>(
        integer("loss.gan_start", "Adversarial from", "Loss", {0, 1e12, 10000}, "images", Policy::NextStep,
                "Images after which the discriminator takes part. Until then it costs nothing.")));
    rows.push_back(bind<&V::gan_most>(advanced(real(
        "loss.gan_most", "Adaptive weight up to", "Loss", {0, 1e6, 10, false}, "", Policy::NextStep,
        "Largest value of the adaptive weight: the ratio of the two losses' gradients at the decoder's last layer. Each micro-batch has its own, so k micro-batches of b learn exactly as one of k x b only while the discriminator has no part or this limit holds it back; otherwise nearly."))));
    rows.push_back(bind<&V::codebook>(advanced(real("loss.codebook", "Codebook", "Loss", weight, "", Policy::NextStep,
                                                    "Weight of what draws latents and codes together."))));
    rows.push_back(bind<&V::commitment>(
        advanced(real("loss.commitment", "Commitment", "Loss", {0, 100, 0.05}, "", Policy::NextStep,
                      "How much of that moves the latents, against the codes' 1."))));
    rows.push_back(bind<&V::legacy>(advanced(flag(
        "loss.legacy", "As the original", "Loss", Policy::NextStep,
        "Repeats the original's slip, in which commitment weighs the codes' part. For weights that were trained with it."))));
    rows.push_back(bind<&V::temperature>(
        advanced(real("loss.temperature", "Temperature", "Loss", {1e-3, 100, 1.25, true}, "", Policy::NextStep,
                      "Of Gumbel draws: lower is closer to the likeliest code."))));
    rows.push_back(bind<&V::divergence>(
        advanced(real("loss.divergence", "Divergence", "Loss", {0, 100, 1e-4}, "", Policy::NextStep,
                      "Weight of a Gumbel quantiser's divergence from equal use of all codes."))));
}

void codebook_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&V::restart>(
        integer("codebook.restart", "Restart after", "Codebook", {0, 1e9, 1000}, "images", Policy::NextStep,
                "A code that nothing used for so many images begins anew as a latent of the step. 0: never.")));
    rows.push_back(bind<&V::decay>(
        real("codebook.decay", "EMA decay", "Codebook", {0, 0.9999, 0.01}, "per step", Policy::NextStep,
             "Codes follow the mean of the latents that chose them, with this decay. 0: they learn by gradient.",
             "One more copy of the codebook.")));
}

}  // namespace

std::vector<ParamRow> vqgan_rows() {
    std::vector<ParamRow> rows;
    network_rows(rows);
    vqgan_loss_rows(rows);
    codebook_rows(rows);
    place_after(rows, "", training_rows());
    return rows;
}

}  // namespace headroom
