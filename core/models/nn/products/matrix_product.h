// Products of dense fp32 matrices on processors whose vectors LibTorch's library does not use: MKL multiplies in vectors of 8 floats where the
// processor is not Intel's, though it may have such of 16. Measured on an AMD EPYC (Zen 5), 2 threads: 370 to 470 GFLOP/s beside MKL's 115 to 225.
#pragma once

#include <ATen/core/TensorBody.h>

#include <optional>

namespace torch {
class Library;
}

namespace headroom::nn {

/// a (rows, steps) b (steps, columns), fp32, with `offset` (columns) added to every row: (rows, columns). nullopt where it would not be faster than
/// LibTorch's, or cannot be: other types, shapes and layouts, or a processor without such vectors. Bits do not depend on the number of threads.
std::optional<at::Tensor> matrix_product(const at::Tensor& a, const at::Tensor& b, const at::Tensor& offset);

/// Whether this processor has a kernel that is faster than the library's.
bool has_matrix_products();

/// Puts aten::mm and aten::addmm by matrix_product() into LibTorch's dispatcher. They compute where the calling thread's lease asks for own
/// kernels (ComputeSettings::fewer_products); everything else is LibTorch's as before.
void add_matrix_products(torch::Library& all);

}  // namespace headroom::nn
