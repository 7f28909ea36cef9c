// VQGAN in the window: reconstructions, its network and codebook in the form, curves of three kinds.
#pragma once

#include "ui/families/family.h"

namespace headroom::ui {

const WindowFamily& vqgan_window();

}  // namespace headroom::ui
