// Products of bf16 tensors where oneDNN has no bf16 kernels (x86 without AVX-512 or AVX-NE-CONVERT): what
// LibTorch has in their place is not vectorised, and its convolutions keep columns of every picture. There the operands are
// widened, the product is computed in fp32 and its result rounded to bf16: the same sums as oneDNN's, which adds up in fp32 too.
// What autograd keeps stays bf16. Likewise attention, where LibTorch's fused one fails in bf16.
#pragma once

namespace headroom {

/// Takes its place in LibTorch's dispatcher, once per process and before any thread computes; nothing where there are kernels (cpu_kernels.h).
/// Part of set_up_tensor_library().
void widen_bf16_products();

}  // namespace headroom
