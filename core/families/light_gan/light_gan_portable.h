// A Light GAN's generator for other programs: its graph, a module of Python, a card's words.
#pragma once

#include "core/families/portable.h"

namespace headroom {

const Portable& light_gan_portable();

}  // namespace headroom
