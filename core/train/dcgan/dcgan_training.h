// DCGAN with tensors, as the registry lists it.
#pragma once

#include "core/train/family.h"

namespace headroom {

const TrainFamily& dcgan_training();

}  // namespace headroom
