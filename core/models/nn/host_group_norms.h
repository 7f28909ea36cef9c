// Group norm with SiLU on the processor, for pictures whose channels lie one after another. Forward the batch is read twice and written once, backward
// two batches are read and one is written, twice, a group at a time, which a core's cache may hold: 9 passes, where LibTorch's operators make 16, for
// theirs compute the norm again. Chunks' sums are joined in float64 in their order: the number of threads changes no bit.
#pragma once

#include "core/models/nn/device_norms.h"

namespace headroom::nn {

/// Whether these functions compute a group norm with SiLU of `x` (N, C, H, W) with such weights: fp32 or bf16, contiguous, weights in fp32, a processor
/// with AVX2, a lease that asks for own kernels (ComputeSettings::fewer_products).
bool has_host_group_norms(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

/// As norm_forward() etc. in device_norms.h, with `work.groups` and SiLU; mean and deviation (N, groups), fp32.
DeviceNorm host_group_norm_forward(const at::Tensor& x, const NormWork& work, double epsilon);
at::Tensor host_group_norm_again(const at::Tensor& x, const NormWork& work, const at::Tensor& mean,
                                 const at::Tensor& deviation);
std::array<at::Tensor, 3> host_group_norm_backward(const at::Tensor& grad, const at::Tensor& x, const NormWork& work,
                                                   const at::Tensor& mean, const at::Tensor& deviation,
                                                   bool weights_too);

}  // namespace headroom::nn
