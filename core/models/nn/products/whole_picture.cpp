// Tensors as matrices and back.
#include "core/models/nn/products/whole_picture.h"

#include "core/memory/libtorch.h"
#include "core/memory/wide_bf16.h"

#include <algorithm>

namespace headroom::nn {
namespace {

constexpr auto kLast = at::MemoryFormat::ChannelsLast;

bool all(at::IntArrayRef values, std::int64_t value) {
    return std::all_of(values.begin(), values.end(), [value](std::int64_t v) { return v == value; });
}

/// (N, C, h, w) -> (N, h w C), where it lies.
at::Tensor rows(const at::Tensor& t) { return t.permute({0, 2, 3, 1}).reshape({t.size(0), -1}); }

/// Back: (N, h w C) -> (N, C, h, w).
at::Tensor pictures(const at::Tensor& t, std::int64_t height, std::int64_t width) {
    return t.view({t.size(0), height, width, -1}).permute({0, 3, 1, 2});
}

}  // namespace

bool WholePicture::fits(const at::Tensor& x, const at::Tensor& weight) const {
    if (!all(padding, 0) || !all(dilation, 1) || !all(output_padding, 0) || groups != 1 || x.dim() != 4 ||
        weight.dim() != 4 || weight.size(2) * weight.size(3) == 1 || x.numel() == 0)
        return false;
    const bool whole =
        transposed ? x.size(2) == 1 && x.size(3) == 1 : x.size(2) == weight.size(2) && x.size(3) == weight.size(3);
    return whole && x.size(1) == weight.size(transposed ? 0 : 1) && x.scalar_type() == weight.scalar_type() &&
           (x.scalar_type() == at::kFloat || x.scalar_type() == at::kBFloat16) && x.is_contiguous(kLast) &&
           weight.is_contiguous(kLast);
}

std::optional<at::Tensor> WholePicture::product(const at::Tensor& x, const at::Tensor& weight) const {
    if (!fits(x, weight)) return std::nullopt;
    if (transposed) return pictures(library_mm(rows(x), rows(weight)), weight.size(2), weight.size(3));
    return pictures(library_mm(rows(x), rows(weight).t()), 1, 1);
}

std::optional<std::array<at::Tensor, 2>> WholePicture::gradients(const at::Tensor& grad, const at::Tensor& x,
                                                                 const at::Tensor& weight,
                                                                 std::array<bool, 2> wanted) const {
    if (!fits(x, weight) || !grad.is_contiguous(kLast) || grad.scalar_type() != x.scalar_type()) return std::nullopt;
    const at::Tensor from = rows(grad), filters = rows(weight);
    std::array<at::Tensor, 2> out;
    if (wanted[0]) out[0] = pictures(library_mm(from, transposed ? filters.t() : filters), x.size(2), x.size(3));
    if (wanted[1])
        out[1] = pictures(transposed ? library_mm(rows(x).t(), from) : library_mm(from.t(), rows(x)), weight.size(2),
                          weight.size(3));
    return out;
}

}  // namespace headroom::nn
