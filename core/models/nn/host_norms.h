// Batch norm with its activation on the processor, for pictures whose channels lie beside one another. Forward the batch is read twice and written once,
// backward two batches are read twice and one is written: 8 passes, where LibTorch's operators make 14. Sums of fixed chunks are joined in float64 in
// their order: the number of threads changes no bit.
#pragma once

#include "core/models/nn/device_norms.h"

namespace headroom::nn {

/// Whether these functions compute a batch norm of `x` with such weights: fp32 or bf16, channels last, weights in fp32, a processor with AVX2.
bool has_host_norms(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

/// As norm_forward() etc. in device_norms.h; `work` is a batch norm's with an activation of Leaky. `running` follows as in norm_recording.h: momentum
/// is kNormMomentum, or 1 to take the batch's own.
DeviceNorm host_norm_forward(const at::Tensor& x, const NormWork& work, double epsilon,
                             const std::array<at::Tensor, 2>& running, double momentum);
at::Tensor host_norm_again(const at::Tensor& x, const NormWork& work, const at::Tensor& mean,
                           const at::Tensor& deviation);
std::array<at::Tensor, 3> host_norm_backward(const at::Tensor& grad, const at::Tensor& x, const NormWork& work,
                                             const at::Tensor& mean, const at::Tensor& deviation, bool weights_too);

}  // namespace headroom::nn
