// Batches of pictures made by kernels of our own from bytes that lie on their device.
#pragma once

#include "core/kernels/source/picture_kernels.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom::kernels {
class DeviceKernels;
}

namespace headroom::nn {

/// (pictures, channels, side, side) float32 in [-1, 1], of bytes of the shape (count, side, side, channels), laid out as `format`; Preserve:
/// channels last. `args` says which bytes and in which order; its shapes and its result are filled in. Throws std::runtime_error where the
/// device refuses.
at::Tensor picture_batch(kernels::DeviceKernels& on, at::Device device, kernels::PictureBatch::Args args,
                         at::IntArrayRef bytes, std::int64_t pictures, at::MemoryFormat format);

}  // namespace headroom::nn
