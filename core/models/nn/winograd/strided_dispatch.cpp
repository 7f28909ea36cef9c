// Which convolutions of networks that train are computed by fewer products, and their way through LibTorch's dispatcher.
#include "core/models/nn/winograd/strided.h"

#include "core/memory/cpu_kernels.h"
#include "core/memory/lease.h"
#include "core/memory/own_kernels.h"
#include "core/memory/tensor_library.h"
#include "core/memory/wide_bf16.h"
#include "core/models/nn/attention/short_attention.h"
#include "core/models/nn/products/matrix_product.h"
#include "core/models/nn/products/whole_picture.h"
#include "core/models/nn/winograd/convolution.h"

#include <ATen/autocast_mode.h>
#include <torch/library.h>

#include <algorithm>
#include <mutex>
#include <tuple>

namespace headroom::nn {
namespace {

using winograd::PhaseKernel;

// Below, transforming the filters costs what the products save. Where there are as many, one tile is enough.
constexpr std::int64_t kLeastChannels = 32;

/// In the vectors that LibTorch uses. bf16 products round the tile of four pixels too much; where there are none, bf16 is widened.
const PhaseKernel* kernel_of(bool bf16, int m) {
#if defined(__x86_64__)
    if (bf16 && has_bf16_products()) return m < 4 ? winograd::phases_avx512_bf16(true, true, m) : nullptr;
    if (vector_width() == VectorWidth::Avx512) return winograd::phases_avx512(bf16, false, m);
    if (vector_width() == VectorWidth::Avx2) return winograd::phases_avx2(bf16, false, m);
#endif
    return nullptr;
}

/// Whether x and y are a 4x4 convolution's of stride 2 and padding 1 as the kernels read them.
bool lie_well(const at::Tensor& fine, const at::Tensor& coarse) {
    const auto format = at::MemoryFormat::ChannelsLast;
    return fine.scalar_type() == coarse.scalar_type() && fine.is_contiguous(format) && coarse.is_contiguous(format);
}

struct Geometry {
    at::IntArrayRef stride, padding, dilation;
    at::IntArrayRef output_padding;
    std::int64_t groups;

    bool steps(std::int64_t pixels) const {
        const auto all = [](at::IntArrayRef values, std::int64_t value) {
            return std::all_of(values.begin(), values.end(), [value](std::int64_t v) { return v == value; });
        };
        return all(stride, pixels) && all(padding, 1) && all(dilation, 1) && all(output_padding, 0) && groups == 1;
    }
};

/// Whether the 3x3 filters of an operation whose input is `in`, or whose result's gradient is, are computed by convolution.h.
bool tiles(const at::Tensor& in, const at::Tensor& weight, const Geometry& g, bool transposed) {
    return ComputeLease::fewer_products() > 0 && winograd_suits_training() && !transposed && g.steps(1) &&
           in.dim() == 4 && weight.dim() == 4 && in.scalar_type() == weight.scalar_type() && in.is_contiguous() &&
           (!at::autocast::is_autocast_enabled(at::kCPU) ||
            at::autocast::get_autocast_dtype(at::kCPU) ==
                in.scalar_type()) &&  // what autocast left as it is stays that
           has_winograd(in, weight, 1, 1);
}

/// The kernel for an operation whose input is `in` or whose result's gradient is; null: the library's.
const PhaseKernel* kernel_for(const at::Tensor& in, const at::Tensor& weight, bool in_is_fine, const Geometry& g) {
    const std::int64_t least = ComputeLease::fewer_products();
    if (least == 0 || !g.steps(2) || in.dim() != 4 || weight.dim() != 4 || weight.size(2) != 4 || weight.size(3) != 4 ||
        in.numel() == 0 || !in.is_contiguous(at::MemoryFormat::ChannelsLast) ||
        weight.scalar_type() != in.scalar_type() || in.size(1) != weight.size(in_is_fine ? 1 : 0))
        return nullptr;
    if (in_is_fine && (in.size(2) % 2 != 0 || in.size(3) % 2 != 0)) return nullptr;
    const std::int64_t part = in_is_fine ? 2 : 1, height = in.size(2) / part, width = in.size(3) / part;
    if (height * width < least) return nullptr;
    return strided_kernel(in.scalar_type(), weight.size(0), weight.size(1), height, width);
}

at::Tensor convolution(const at::Tensor& x, const at::Tensor& weight, const std::optional<at::Tensor>& bias,
                       at::IntArrayRef stride, at::IntArrayRef padding, at::IntArrayRef dilation, bool transposed,
                       at::IntArrayRef output_padding, std::int64_t groups) {
    const Geometry geometry{stride, padding, dilation, output_padding, groups};
    if (tiles(x, weight, geometry, transposed) && x.size(1) == weight.size(1))
        return winograd_conv2d(x, weight, bias.value_or(at::Tensor()));
    const PhaseKernel* kernel = bias && bias->defined() ? nullptr : kernel_for(x, weight, !transposed, geometry);
    if (!kernel && ComputeLease::fewer_products() > 0 && !(bias && bias->defined())) {
        if (auto whole = WholePicture{padding, dilation, output_padding, transposed, groups}.product(x, weight))
            return *whole;
    }
    if (!kernel)
        return library_convolution(x, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
    return transposed ? strided_input(*kernel, x, weight) : strided_output(*kernel, x, weight);
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> convolution_backward(
    const at::Tensor& grad, const at::Tensor& x, const at::Tensor& weight, at::OptionalIntArrayRef bias_sizes,
    at::IntArrayRef stride, at::IntArrayRef padding, at::IntArrayRef dilation, bool transposed,
    at::IntArrayRef output_padding, std::int64_t groups, std::array<bool, 3> mask) {
    const Geometry geometry{stride, padding, dilation, output_padding, groups};
    if (mask[0] && tiles(grad, weight, geometry, transposed)) {
        at::Tensor gx = winograd_conv2d_input(grad, weight), gw, gb;
        if (mask[1]) gw = winograd_conv2d_filters(grad, x);
        if (mask[2]) {
            // oneDNN computes the whole filters' gradient whenever it is asked for the bias's, which reads no x: of a few channels the bits
            // are the same.
            constexpr std::int64_t kFew = 16;
            gb = std::get<2>(library_convolution_backward(grad, x.narrow(1, 0, kFew), weight.narrow(1, 0, kFew),
                                                          bias_sizes, stride, padding, dilation, transposed,
                                                          output_padding, groups, {false, false, true}));
        }
        return {gx, gw, gb};
    }
    const PhaseKernel* kernel = mask[2] ? nullptr : kernel_for(x, weight, !transposed, geometry);
    if (!kernel && ComputeLease::fewer_products() > 0 && !mask[2]) {
        const WholePicture whole{padding, dilation, output_padding, transposed, groups};
        if (auto made = whole.gradients(grad, x, weight, {mask[0], mask[1]})) return {(*made)[0], (*made)[1], {}};
    }
    const at::Tensor& fine = transposed ? grad : x;
    const at::Tensor& coarse = transposed ? x : grad;
    if (!kernel || !lie_well(fine, coarse))
        return library_convolution_backward(grad, x, weight, bias_sizes, stride, padding, dilation, transposed,
                                            output_padding, groups, mask);
    at::Tensor gx, gw;
    if (mask[0]) gx = transposed ? strided_output(*kernel, grad, weight) : strided_input(*kernel, grad, weight);
    if (mask[1]) gw = strided_filters(*kernel, fine, coarse);
    return {gx, gw, {}};
}

}  // namespace

std::vector<const PhaseKernel*> strided_kernels(at::ScalarType type) {
    std::vector<const PhaseKernel*> out;
    if (type != at::kFloat && type != at::kBFloat16) return out;
    for (const int m : {2, 3, 4}) {
        const PhaseKernel* kernel = kernel_of(type == at::kBFloat16, m);
        if (kernel) out.push_back(kernel);
    }
    return out;
}

const PhaseKernel* strided_kernel(at::ScalarType type, std::int64_t k, std::int64_t c, std::int64_t height,
                                  std::int64_t width) {
    // Where oneDNN multiplies bf16 by a unit for matrices, no vectors come near it.
    if (std::min(k, c) < kLeastChannels || (type == at::kBFloat16 && has_bf16_matrices())) return nullptr;
    const PhaseKernel* best = nullptr;
    std::int64_t least = 0;
    for (const PhaseKernel* kernel : strided_kernels(type)) {
        const std::int64_t m = kernel->m, products = ((height + m - 1) / m) * ((width + m - 1) / m) * (m + 1) * (m + 1);
        if (best && products >= least) continue;
        best = kernel;
        least = products;
    }
    return best;
}

void set_up_own_kernels() {
    set_up_tensor_library();
    static std::once_flag once;
    std::call_once(once, [] {
        put_own_kernels([](torch::Library& all) {
            all.impl("convolution", convolution);
            all.impl("convolution_backward", convolution_backward);
            add_matrix_products(all);
            add_short_attention(all);
        });
    });
}

}  // namespace headroom::nn
