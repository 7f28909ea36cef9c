// Which products of matrices are computed by our kernel, and how they are shared out between threads.
#include "core/models/nn/products/matrix_product.h"

#include "core/memory/cpu_kernels.h"
#include "core/memory/lease.h"
#include "core/memory/wide_bf16.h"
#include "core/models/nn/in_parallel.h"
#include "core/models/nn/products/dense.h"

#include <ATen/ops/empty.h>
#include <torch/library.h>

#include <algorithm>

namespace headroom::nn {
namespace {

using products::DenseKernel;
using products::DenseTask;

// Below, laying out the second matrix and waking the threads cost what the product saves.
constexpr std::int64_t kLeastRows = 32, kLeastColumns = 32, kLeastSteps = 32, kLeastSums = 1 << 20;

const DenseKernel* dense_kernel() {
#if defined(__x86_64__)
    if (vector_width() == VectorWidth::Avx512 && !has_wide_library_products()) return &products::dense_avx512();
#endif
    return nullptr;
}

bool is_float_matrix(const at::Tensor& t) { return t.dim() == 2 && t.is_cpu() && t.scalar_type() == at::kFloat; }

bool pays(const at::Tensor& a, const at::Tensor& b) {
    if (!is_float_matrix(a) || !is_float_matrix(b) || a.size(1) != b.size(0)) return false;
    const std::int64_t rows = a.size(0), steps = a.size(1), columns = b.size(1);
    return (b.stride(0) == 1 || b.stride(1) == 1) && rows >= kLeastRows && columns >= kLeastColumns &&
           steps >= kLeastSteps && rows * columns * steps >= kLeastSums;
}

at::Tensor mm(const at::Tensor& a, const at::Tensor& b) {
    std::optional<at::Tensor> own;
    if (ComputeLease::fewer_products() > 0) own = matrix_product(a, b, {});
    return own ? *own : library_mm(a, b);
}

at::Tensor addmm(const at::Tensor& c, const at::Tensor& a, const at::Tensor& b, const at::Scalar& beta,
                 const at::Scalar& alpha) {
    std::optional<at::Tensor> own;
    if (ComputeLease::fewer_products() > 0 && c.dim() == 1 && beta.equal(1) && alpha.equal(1))
        own = matrix_product(a, b, c);
    return own ? *own : library_addmm(c, a, b, beta, alpha);
}

}  // namespace

bool has_matrix_products() { return dense_kernel() != nullptr; }

std::optional<at::Tensor> matrix_product(const at::Tensor& a, const at::Tensor& b, const at::Tensor& offset) {
    const DenseKernel* const kernel = dense_kernel();
    if (!kernel || !pays(a, b)) return std::nullopt;
    if (offset.defined() && (offset.dim() != 1 || offset.size(0) != b.size(1) || offset.stride(0) != 1 ||
                             !offset.is_cpu() || offset.scalar_type() != at::kFloat))
        return std::nullopt;
    at::Tensor out = at::empty({a.size(0), b.size(1)}, a.options());
    const DenseTask task{a.const_data_ptr<float>(),
                         a.stride(0),
                         a.stride(1),
                         b.const_data_ptr<float>(),
                         b.stride(0),
                         b.stride(1),
                         offset.defined() ? offset.const_data_ptr<float>() : nullptr,
                         out.mutable_data_ptr<float>(),
                         a.size(0),
                         b.size(1),
                         a.size(1)};
    const long row_blocks = (task.rows + kernel->most_rows - 1) / kernel->most_rows,
               columns = (task.columns + kernel->block_columns - 1) / kernel->block_columns,
               blocks = row_blocks * columns;
    // Blocks of equal height, in whole groups of rows.
    const long groups = (task.rows + kernel->together - 1) / kernel->together;
    const auto row_of = [&](long block) { return std::min(task.rows, groups * block / row_blocks * kernel->together); };
    const at::Tensor scratch = at::empty({shares_of(blocks), kernel->scratch_words}, a.options());
    float* const rooms = scratch.mutable_data_ptr<float>();
    in_shares(blocks, [&](long i, long share) {
        const long first = row_of(i / columns), rows = row_of(i / columns + 1) - first;
        kernel->compute(task, first, rows, i % columns, rooms + share * kernel->scratch_words);
    });
    return out;
}

void add_matrix_products(torch::Library& all) {
    if (!has_matrix_products()) return;
    all.impl("mm", mm);
    all.impl("addmm", addmm);
}

}  // namespace headroom::nn
