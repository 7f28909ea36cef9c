// What counsel knows of a VQGAN's training.
#pragma once

#include "core/families/family_counsel.h"

namespace headroom {

const FamilyCounsel& vqgan_counsel();

}  // namespace headroom
