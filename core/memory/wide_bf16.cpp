// The kernels of convolutions, matrix products and attention that widen bf16.
#include "core/memory/wide_bf16.h"

#include "core/memory/cpu_kernels.h"
#include "core/memory/own_kernels.h"
#include "core/memory/shape_alone.h"

#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu_backward_cpu_dispatch.h>
#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu_cpu_dispatch.h>
#include <ATen/ops/addmm_cpu_dispatch.h>
#include <ATen/ops/baddbmm_cpu_dispatch.h>
#include <ATen/ops/bmm_cpu_dispatch.h>
#include <ATen/ops/convolution_backward_native.h>
#include <ATen/ops/convolution_native.h>
#include <ATen/ops/mm_cpu_dispatch.h>
#include <torch/library.h>

#include <array>
#include <optional>
#include <tuple>
#include <utility>

namespace headroom {
namespace {

bool narrow(const at::Tensor& t) { return t.scalar_type() == at::kBFloat16; }

at::Tensor wide(const at::Tensor& t) { return t.defined() ? t.to(at::kFloat) : t; }

at::Tensor rounded(const at::Tensor& t) { return t.defined() ? t.to(at::kBFloat16) : t; }

at::Tensor bmm(const at::Tensor& a, const at::Tensor& b) {
    return narrow(a) ? rounded(at::cpu::bmm(wide(a), wide(b))) : at::cpu::bmm(a, b);
}

at::Tensor baddbmm(const at::Tensor& c, const at::Tensor& a, const at::Tensor& b, const at::Scalar& beta,
                   const at::Scalar& alpha) {
    return narrow(a) ? rounded(at::cpu::baddbmm(wide(c), wide(a), wide(b), beta, alpha))
                     : at::cpu::baddbmm(c, a, b, beta, alpha);
}

}  // namespace

at::Tensor library_convolution(const at::Tensor& x, const at::Tensor& weight, const std::optional<at::Tensor>& bias,
                               at::IntArrayRef stride, at::IntArrayRef padding, at::IntArrayRef dilation,
                               bool transposed, at::IntArrayRef output_padding, std::int64_t groups) {
    if (!narrow(x) || has_bf16_kernels())
        return at::native::convolution(x, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
    // Statement by statement, so that no more than two of the wide tensors are alive at a time.
    const at::Tensor out = at::native::convolution(wide(x), wide(weight), bias ? std::optional(wide(*bias)) : bias,
                                                   stride, padding, dilation, transposed, output_padding, groups);
    return rounded(out);
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> library_convolution_backward(
    const at::Tensor& grad, const at::Tensor& x, const at::Tensor& weight, at::OptionalIntArrayRef bias_sizes,
    at::IntArrayRef stride, at::IntArrayRef padding, at::IntArrayRef dilation, bool transposed,
    at::IntArrayRef output_padding, std::int64_t groups, std::array<bool, 3> mask) {
    if (!narrow(grad) || has_bf16_kernels()) {
        return at::native::convolution_backward(grad, x, weight, bias_sizes, stride, padding, dilation, transposed,
                                                output_padding, groups, mask);
    }
    const at::Tensor pull = wide(grad);
    const auto gradients = [&](const at::Tensor& in, const at::Tensor& w, std::array<bool, 3> requested) {
        return at::native::convolution_backward(pull, in, w, bias_sizes, stride, padding, dilation, transposed,
                                                output_padding, groups, requested);
    };
    // One after the other: the input's gradient does not read the input, the weight's not the weight.
    at::Tensor gx, gw, gb;
    if (mask[0]) {
        gx =
            std::get<0>(gradients(shape_alone(x.sizes(), x.strides(), at::kFloat), wide(weight), {true, false, false}));
        gx = rounded(gx);
    }
    if (mask[1] || mask[2]) {
        std::tie(std::ignore, gw, gb) =
            gradients(mask[1] ? wide(x) : shape_alone(x.sizes(), x.strides(), at::kFloat),
                      shape_alone(weight.sizes(), weight.strides(), at::kFloat), {false, mask[1], mask[2]});
    }
    return {gx, rounded(gw), rounded(gb)};
}

at::Tensor library_mm(const at::Tensor& a, const at::Tensor& b) {
    if (!narrow(a) || has_bf16_kernels()) return at::cpu::mm(a, b);
    return rounded(at::cpu::mm(wide(a), wide(b)));
}

at::Tensor library_addmm(const at::Tensor& c, const at::Tensor& a, const at::Tensor& b, const at::Scalar& beta,
                         const at::Scalar& alpha) {
    if (!narrow(a) || has_bf16_kernels()) return at::cpu::addmm(c, a, b, beta, alpha);
    return rounded(at::cpu::addmm(wide(c), wide(a), wide(b), beta, alpha));
}

std::tuple<at::Tensor, at::Tensor> library_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                                     double dropout, bool causal, const std::optional<at::Tensor>& mask,
                                                     std::optional<double> scale) {
    if (!narrow(q) || has_bf16_attention())
        return at::cpu::_scaled_dot_product_flash_attention_for_cpu(q, k, v, dropout, causal, mask, scale);
    const auto [out, log_sums] = at::cpu::_scaled_dot_product_flash_attention_for_cpu(
        wide(q), wide(k), wide(v), dropout, causal, mask ? std::optional(wide(*mask)) : mask, scale);
    return {rounded(out), log_sums};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> library_attention_backward(
    const at::Tensor& grad, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& out,
    const at::Tensor& log_sums, double dropout, bool causal, const std::optional<at::Tensor>& mask,
    std::optional<double> scale) {
    if (!narrow(grad) || has_bf16_attention()) {
        return at::cpu::_scaled_dot_product_flash_attention_for_cpu_backward(grad, q, k, v, out, log_sums, dropout,
                                                                             causal, mask, scale);
    }
    const auto [gq, gk, gv] = at::cpu::_scaled_dot_product_flash_attention_for_cpu_backward(
        wide(grad), wide(q), wide(k), wide(v), wide(out), log_sums, dropout, causal,
        mask ? std::optional(wide(*mask)) : mask, scale);
    return {rounded(gq), rounded(gk), rounded(gv)};
}

void widen_bf16_products() {
    if (has_bf16_kernels() && has_bf16_attention()) return;
    static const bool once = [] {
        put_own_kernels([](torch::Library& all) {
            if (!has_bf16_kernels()) {
                all.impl("convolution", library_convolution);
                all.impl("convolution_backward", library_convolution_backward);
                all.impl("mm", library_mm);
                all.impl("bmm", bmm);
                all.impl("addmm", library_addmm);
                all.impl("baddbmm", baddbmm);
            }
            if (!has_bf16_attention()) {
                all.impl("_scaled_dot_product_flash_attention_for_cpu", library_attention);
                all.impl("_scaled_dot_product_flash_attention_for_cpu_backward", library_attention_backward);
            }
        });
        return true;
    }();
    (void)once;
}

}  // namespace headroom
