// What counsel knows of a DCGAN's runs.
#pragma once

#include "core/families/family_counsel.h"

namespace headroom {

const FamilyCounsel& dcgan_counsel();

}  // namespace headroom
