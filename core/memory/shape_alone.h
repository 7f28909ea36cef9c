// Tensors for arguments of which an operation reads the shape alone.
#pragma once

#include <ATen/core/TensorBody.h>

namespace headroom {

/// A tensor of the CPU for an argument whose numbers do not matter: zeros that take no memory as long as they are only read.
at::Tensor shape_alone(at::IntArrayRef sizes, at::IntArrayRef strides, at::ScalarType type);

}  // namespace headroom
