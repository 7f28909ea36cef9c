// Heads shared out between threads, and their way through LibTorch's dispatcher.
#include "core/models/nn/attention/short_attention.h"

#include "core/memory/cpu_kernels.h"
#include "core/memory/lease.h"
#include "core/memory/wide_bf16.h"
#include "core/models/nn/attention/head.h"
#include "core/models/nn/in_parallel.h"
#include "core/models/nn/vector_kernel.h"

#include <ATen/ops/empty.h>
#include <torch/library.h>

#include <cmath>
#include <optional>
#include <tuple>

namespace headroom::nn {
namespace {

using attention::HeadKernel;

// A thread's scratch is bounded by these. Below the least queries the keys are laid out for too few.
constexpr std::int64_t kLeastQueries = 8, kMostQueries = 1024, kMostKeys = 320, kMostWidth = 128, kWidths = 32;

const HeadKernel* head_kernel([[maybe_unused]] at::ScalarType type) {
#if defined(__x86_64__)
    if (type == at::kBFloat16 && has_bf16_matrices()) return nullptr;  // no vectors come near a unit for matrices
    return vector_kernel(type, attention::head_avx2, attention::head_avx512, attention::head_avx512_bf16);
#else
    return nullptr;
#endif
}

/// Where a head's rows lie, of a tensor (N, heads, rows, width) whose rows are dense.
struct Heads {
    explicit Heads(const at::Tensor& t)
        : data(static_cast<char*>(t.data_ptr())),
          bytes(static_cast<long>(t.element_size())),
          picture(t.stride(0)),
          head(t.stride(1)),
          apart(t.stride(2)) {}
    char* at(long n, long h) const { return data + (n * picture + h * head) * bytes; }
    attention::Rows rows(long n, long h) const { return {at(n, h), apart}; }
    attention::RowsOut rows_out(long n, long h) const { return {at(n, h), apart}; }

    char* data;
    long bytes, picture, head, apart;
};

attention::Size size_of(const at::Tensor& q, const at::Tensor& k, double scale) {
    return {q.size(2), k.size(2), q.size(3), static_cast<float>(scale)};
}

/// (N, heads, rows, width), laid out (N, rows, heads, width).
at::Tensor by_rows(const at::Tensor& like) {
    return at::empty({like.size(0), like.size(2), like.size(1), like.size(3)}, like.options()).transpose(1, 2);
}

at::Tensor dense_rows(const at::Tensor& t) { return t.stride(3) == 1 ? t : t.contiguous(); }

/// work(picture, head, scratch) for all, each thread with neighbours.
template <class Work> void each_head(const at::Tensor& q, long scratch_words, const Work& work) {
    const long heads = q.size(1), all = q.size(0) * heads;
    const at::Tensor scratch = at::empty({shares_of(all), scratch_words}, at::kFloat);
    float* const rooms = scratch.mutable_data_ptr<float>();
    in_shares(all, [&](long i, long share) { work(i / heads, i % heads, rooms + share * scratch_words); });
}

/// The scale where ours compute, else none.
std::optional<double> own_scale(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, double dropout,
                                bool causal, const std::optional<at::Tensor>& mask, std::optional<double> scale) {
    if (ComputeLease::fewer_products() == 0 || dropout != 0 || causal || (mask && mask->defined()) ||
        !has_short_attention(q, k, v))
        return std::nullopt;
    const double factor = scale.value_or(1 / std::sqrt(static_cast<double>(q.size(3))));
    return factor > 0 ? std::optional(factor) : std::nullopt;
}

std::tuple<at::Tensor, at::Tensor> attention_forward(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                                     double dropout, bool causal, const std::optional<at::Tensor>& mask,
                                                     std::optional<double> scale) {
    const auto own = own_scale(q, k, v, dropout, causal, mask, scale);
    if (!own) return library_attention(q, k, v, dropout, causal, mask, scale);
    auto [out, log_sums] = short_attention(q, k, v, *own);
    return {out, log_sums};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> attention_backward(const at::Tensor& grad, const at::Tensor& q,
                                                                  const at::Tensor& k, const at::Tensor& v,
                                                                  const at::Tensor& out, const at::Tensor& log_sums,
                                                                  double dropout, bool causal,
                                                                  const std::optional<at::Tensor>& mask,
                                                                  std::optional<double> scale) {
    const auto own = own_scale(q, k, v, dropout, causal, mask, scale);
    if (!own) return library_attention_backward(grad, q, k, v, out, log_sums, dropout, causal, mask, scale);
    const auto [gq, gk, gv] = short_attention_backward(grad, q, k, v, out, log_sums, *own);
    return {gq, gk, gv};
}

}  // namespace

bool has_short_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v) {
    const auto fits = [&](const at::Tensor& t) {
        return t.is_cpu() && t.dim() == 4 && t.scalar_type() == q.scalar_type() && t.numel() > 0 && t.stride(3) == 1 &&
               t.size(0) == q.size(0) && t.size(1) == q.size(1) && t.size(3) == q.size(3);
    };
    return fits(q) && fits(k) && fits(v) && k.size(2) == v.size(2) && q.size(2) >= kLeastQueries &&
           q.size(2) <= kMostQueries && k.size(2) <= kMostKeys && q.size(3) <= kMostWidth && q.size(3) % kWidths == 0 &&
           head_kernel(q.scalar_type());
}

std::pair<at::Tensor, at::Tensor> short_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                                  double scale) {
    const HeadKernel& kernel = *head_kernel(q.scalar_type());
    at::Tensor out = by_rows(q), log_sums = at::empty({q.size(0), q.size(2), q.size(1)}, at::kFloat).transpose(1, 2);
    const attention::Size size = size_of(q, k, scale);
    const Heads of_q(q), of_k(k), of_v(v), to(out);
    float* const sums = log_sums.mutable_data_ptr<float>();
    const long queries = size.queries, heads = q.size(1);
    each_head(q, kernel.scratch_words(size), [&](long n, long h, float* scratch) {
        kernel.forward({size, of_q.rows(n, h), of_k.rows(n, h), of_v.rows(n, h), to.rows_out(n, h),
                        sums + n * queries * heads + h, heads},
                       scratch);
    });
    return {out, log_sums};
}

std::array<at::Tensor, 3> short_attention_backward(const at::Tensor& grad, const at::Tensor& q, const at::Tensor& k,
                                                   const at::Tensor& v, const at::Tensor& out,
                                                   const at::Tensor& log_sums, double scale) {
    const HeadKernel& kernel = *head_kernel(q.scalar_type());
    const at::Tensor pull = dense_rows(grad), made = dense_rows(out);
    std::array<at::Tensor, 3> gradients{by_rows(q), by_rows(k), by_rows(v)};
    const attention::Size size = size_of(q, k, scale);
    const Heads of_q(q), of_k(k), of_v(v), of_out(made), of_grad(pull), gq(gradients[0]), gk(gradients[1]),
        gv(gradients[2]);
    const float* const sums = log_sums.const_data_ptr<float>();
    each_head(q, kernel.scratch_words(size), [&](long n, long h, float* scratch) {
        kernel.backward({size, of_q.rows(n, h), of_k.rows(n, h), of_v.rows(n, h), of_out.rows(n, h), of_grad.rows(n, h),
                         sums + n * log_sums.stride(0) + h * log_sums.stride(1), log_sums.stride(2), gq.rows_out(n, h),
                         gk.rows_out(n, h), gv.rows_out(n, h)},
                        scratch);
    });
    return gradients;
}

void add_short_attention(torch::Library& all) {
    if (!head_kernel(at::kFloat) && !head_kernel(at::kBFloat16)) return;
    all.impl("_scaled_dot_product_flash_attention_for_cpu", attention_forward);
    all.impl("_scaled_dot_product_flash_attention_for_cpu_backward", attention_backward);
}

}  // namespace headroom::nn
