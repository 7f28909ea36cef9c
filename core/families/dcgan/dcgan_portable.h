// A DCGAN's generator for other programs: ONNX, PyTorch, a model card.
#pragma once

#include "core/families/portable.h"

namespace headroom {

const Portable& dcgan_portable();

}  // namespace headroom
