// The toy family with tensors.
#pragma once

#include "core/train/family.h"

namespace headroom::test {

const TrainFamily& toy_training();

}  // namespace headroom::test
