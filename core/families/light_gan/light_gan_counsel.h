// What counsel knows of a Light GAN's runs.
#pragma once

#include "core/families/family_counsel.h"

namespace headroom {

const FamilyCounsel& light_gan_counsel();

}  // namespace headroom
