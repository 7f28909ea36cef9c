// The built-in families of the window, each made in its own folder; the registry hands them out.
#pragma once

#include "ui/families/family.h"

namespace headroom::ui {

const WindowFamily& dcgan_window();
const WindowFamily& light_gan_window();
const WindowFamily& vqgan_window();
const WindowFamily& vqgan_clip_window();

}  // namespace headroom::ui
