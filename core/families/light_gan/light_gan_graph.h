// The graph of a Light GAN's generator as it draws: without noise, with stored statistics.
#pragma once

#include "core/families/light_gan/light_gan_shape.h"
#include "core/families/network_graph.h"

namespace headroom {

/// "latents" (batch, latent, 1, 1) to "pictures" (batch, channels, size, size), about -1 to 1.
NetworkGraph light_gan_graph(const LightGanShape& shape);

}  // namespace headroom
