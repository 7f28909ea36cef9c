// 4x4 convolutions of stride 2 and padding 1, transposed ones and the gradients of both, on the CPU by Winograd's minimal filtering:
// F(4x4, 2x2) on the four phases of the picture takes 25 of 64 products in fp32, F(3x3, 2x2) or F(2x2, 2x2) four or nine of nine or sixteen in bf16,
// whose operands are rounded once after their transform and whose sums are fp32. In place of LibTorch's kernels, so that autograd keeps what it kept.
// Lavin, Gray, "Fast Algorithms for Convolutional Neural Networks", 2016 (arXiv:1509.09308).
#pragma once

#include "core/models/nn/winograd/phases.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <vector>

namespace headroom::nn {

/// A filter's passes, all with x (N, C, 2 h, 2 w) and y (N, K, h, w) channels last and dense, filters (K, C, 4, 4) with any strides, all of
/// one type, fp32 or bf16. `kernel` chooses tile and instructions (strided_kernel). The number of threads changes no bit.
at::Tensor strided_output(const winograd::PhaseKernel& kernel, const at::Tensor& x, const at::Tensor& filters);
at::Tensor strided_input(const winograd::PhaseKernel& kernel, const at::Tensor& y, const at::Tensor& filters);
/// (K, C, 4, 4), channels last.
at::Tensor strided_filters(const winograd::PhaseKernel& kernel, const at::Tensor& x, const at::Tensor& y);

/// Every tile that there are kernels of here for pictures and filters of that type.
std::vector<const winograd::PhaseKernel*> strided_kernels(at::ScalarType type);

/// The kernel that computes faster than the library's; null: none does, or what there is would round too much. Follows from its arguments
/// and the processor alone (cpu_kernels.h), so that a run that goes on, and each of several processes, has the same bits.
const winograd::PhaseKernel* strided_kernel(at::ScalarType type, std::int64_t k, std::int64_t c, std::int64_t height,
                                            std::int64_t width);

/// set_up_tensor_library(), and these kernels with those of matrix_product.h and short_attention.h in LibTorch's dispatcher. They compute where the calling thread's lease asks for fewer products
/// (ComputeSettings::fewer_products), everything else is LibTorch's as before.
void set_up_own_kernels();

}  // namespace headroom::nn
