// What the windows of GANs that draw from latents share: a generator, a discriminator, the average of the first.
#pragma once

#include "ui/families/family.h"

namespace headroom::ui {

/// Latents, comparisons, the ledger's weights and the words that do not depend on the network.
WindowFacts latent_gan_facts();
/// Losses of both networks and outputs of D, above memory.
CurvesTab latent_gan_curves();
/// The strength of augmentations and the sign of D's output that it follows.
CurvesTab augmentation_curves();

}  // namespace headroom::ui
