// VQGAN-CLIP with tensors, as the registry lists it.
#pragma once

#include "core/train/family.h"

namespace headroom {

const TrainFamily& vqgan_clip_training();

}  // namespace headroom
