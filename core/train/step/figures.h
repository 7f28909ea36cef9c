// Figures of a step: the few numbers that its losses and norms come to, brought to the host together.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstddef>
#include <vector>

namespace headroom {

/// The values of 0-dim tensors of one device, in order; NaN for one that is undefined. Waits for the device once, whatever their
/// number. Throws c10::Error.
std::vector<double> read_figures(const std::vector<at::Tensor>& figures);

}  // namespace headroom
