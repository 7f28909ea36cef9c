// A VQGAN for other programs: ONNX of its halves, PyTorch, a model card.
#pragma once

#include "core/families/portable.h"

namespace headroom {

const Portable& vqgan_portable();

}  // namespace headroom
