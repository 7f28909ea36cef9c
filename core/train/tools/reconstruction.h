// The tensors of a reconstruction, stage by stage, under the names of the parity cases.
#pragma once

#include "core/models/vqgan/vqgan.h"
#include "core/train/tensor_bridge.h"

namespace headroom {

/// `pictures` (N, 3, H, W) in [-1, 1], sides multiples of the factor -> encoder_output, quant_conv_output, indices (int64, N, h, w), quantised,
/// post_quant_conv_output, decoded (about [-1, 1], not clamped). Without gradients. Throws as Vqgan::encode.
NamedTensors reconstruction(Vqgan& vqgan, const at::Tensor& pictures);

}  // namespace headroom
