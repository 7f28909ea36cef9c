// The nearest codes by kernels of our own, without a table of distances.
#pragma once

#include <ATen/core/TensorBody.h>

namespace headroom {

namespace kernels {
class DeviceKernels;
}

namespace vqgan {

/// For each row of `cells` (n, D) the first nearest row of `codes` (K, D), K >= 1: int64 (n). float32, contiguous, of one device. Throws
/// std::runtime_error where the device refuses.
at::Tensor nearest_rows(kernels::DeviceKernels& on, const at::Tensor& cells, const at::Tensor& codes);

}  // namespace vqgan
}  // namespace headroom
