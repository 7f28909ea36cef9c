// Light GAN in the window: losses of two networks and outputs of D, samples of fixed latents.
#pragma once

#include "ui/families/family.h"

namespace headroom::ui {

const WindowFamily& light_gan_window();

}  // namespace headroom::ui
