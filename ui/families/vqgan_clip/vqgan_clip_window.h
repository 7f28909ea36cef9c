// Text to image in the window: a page of its own, where a picture is painted from words.
#pragma once

#include "ui/families/family.h"

namespace headroom::ui {

const WindowFamily& vqgan_clip_window();

}  // namespace headroom::ui
