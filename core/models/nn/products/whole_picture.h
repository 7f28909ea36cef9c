// Convolutions whose filters are as large as the picture, 4x4 to 1x1 at the end of a DCGAN's D and back at the beginning of its G, on the CPU: products of
// plain matrices, which oneDNN's convolutions compute at a tenth of their rate. All channels last, so that nothing is copied.
#pragma once

#include <ATen/core/TensorBody.h>

#include <array>
#include <cstdint>
#include <optional>

namespace headroom::nn {

/// What an operation of aten::convolution says beside its tensors.
struct WholePicture {
    at::IntArrayRef padding, dilation, output_padding;
    bool transposed;
    std::int64_t groups;

    /// The result for x (N, C, h, w) and weight (K, C, h, w), or transposed for x (N, C, 1, 1) and weight (C, K, h, w); none: another
    /// kind of convolution, or tensors that lie otherwise.
    std::optional<at::Tensor> product(const at::Tensor& x, const at::Tensor& weight) const;
    /// Gradients of x and weight, where `wanted`; none as above.
    std::optional<std::array<at::Tensor, 2>> gradients(const at::Tensor& grad, const at::Tensor& x,
                                                       const at::Tensor& weight, std::array<bool, 2> wanted) const;

private:
    bool fits(const at::Tensor& x, const at::Tensor& weight) const;
};

}  // namespace headroom::nn
