// Products of bf16 tensors on processors for which oneDNN has no bf16 kernels (x86 without AVX-512 or AVX-NE-CONVERT): what
// LibTorch has in their place is not vectorised, and its convolutions keep columns of every picture. There the operands are
// widened, the product is computed in fp32 and its result rounded to bf16: the same sums as oneDNN's, which adds up in fp32 too.
// What autograd keeps stays bf16.
#pragma once

namespace headroom {

/// Whether oneDNN multiplies bf16 on this processor (`mkldnn_bf16_device_check` of ATen's mkldnn/Utils.h, without ARM's).
bool has_bf16_kernels();

/// Takes its place in LibTorch's dispatcher, once per process and before any thread computes; nothing where the processor has kernels.
/// AutocastGuard does it when the program starts.
void widen_bf16_products();

}  // namespace headroom
