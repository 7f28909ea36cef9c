// Heads shared out between threads, and their autograd nodes.
#include "core/models/nn/attention/near_attention.h"

#include "core/memory/cpu_kernels.h"
#include "core/memory/libtorch.h"
#include "core/memory/tensor_notes.h"
#include "core/memory/where/work.h"
#include "core/models/nn/attention/near.h"
#include "core/models/nn/in_parallel.h"

#include <cmath>
#include <vector>

namespace headroom::nn {
namespace {

using attention::NearKernel;
using attention::NearSize;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::int64_t kNearWidths = 16;  ///< whole vectors of any kind

const NearKernel* near_kernel() {
#if defined(__x86_64__)
    if (vector_width() == VectorWidth::Avx512) return attention::near_avx512();
    if (vector_width() == VectorWidth::Avx2) return attention::near_avx2();
#endif
    return nullptr;
}

/// As the kernel reads it: fp32, planes dense and one after the other; pictures may lie apart, as in a part of a joined tensor.
at::Tensor dense(const at::Tensor& x) {
    const at::Tensor out = x.to(at::kFloat);
    const bool is_dense =
        out.stride(3) == 1 && out.stride(2) == out.size(3) && out.stride(1) == out.size(2) * out.size(3);
    return is_dense ? out : out.contiguous();
}

/// A head of a picture.
struct Head {
    std::int64_t picture, channel;

    /// Where its planes begin in q and what is like it; `of`: 0, or where keys or values begin in kv.
    const float* in(const at::Tensor& x, std::int64_t of = 0) const { return x.const_data_ptr<float>() + place(x, of); }
    float* out(at::Tensor& x, std::int64_t of = 0) const { return static_cast<float*>(x.data_ptr()) + place(x, of); }
    std::int64_t place(const at::Tensor& x, std::int64_t of) const {
        return picture * x.stride(0) + (of + channel) * x.stride(1);
    }
};

/// One pass over all heads of all pictures.
class Pass {
public:
    Pass(const at::Tensor& q, std::int64_t heads, int pass, const char* name, double products)
        : size_{q.size(1) / heads, q.size(2), q.size(3), 1 / std::sqrt(static_cast<float>(q.size(1) / heads))},
          channels_(q.size(1)),
          all_(q.size(0) * heads),
          name_(name),
          work_{18.0 * products * static_cast<double>(q.numel()), 0, 4.0 * (pass + 3) * static_cast<double>(q.numel())},
          words_(near_kernel()->scratch_words(size_, pass)),
          scratch_(at::empty({shares_of(all_), words_}, at::kFloat)) {
        work_.direct_flops = work_.flops;
    }

    /// compute(size, head, scratch) for each.
    template <class Compute> void run(const Compute& compute) {
        const WorkScope scope(name_, [this] { return work_; });
        float* const rooms = scratch_.mutable_data_ptr<float>();
        const std::int64_t heads = channels_ / size_.channels;
        in_shares(all_, [&](std::int64_t i, std::int64_t share) {
            compute(size_, Head{i / heads, i % heads * size_.channels}, rooms + share * words_);
        });
    }

private:
    NearSize size_;
    std::int64_t channels_, all_;
    const char* name_;
    Work work_;
    long words_;
    at::Tensor scratch_;
};

/// The gradients of near attention, which can be differentiated once more.
class Slopes : public torch::autograd::Function<Slopes> {
public:
    static variable_list forward(AutogradContext* ctx, const at::Tensor& grad, const at::Tensor& q,
                                 const at::Tensor& kv, std::int64_t heads) {
        ctx->save_for_backward({noted(grad), q, kv});
        ctx->saved_data["heads"] = heads;
        const at::Tensor g = dense(grad), a = dense(q), b = dense(kv);
        at::Tensor gq = at::empty(q.sizes(), a.options()), gkv = at::empty(kv.sizes(), b.options());
        const std::int64_t values = q.size(1);
        Pass(a, heads, 1, "near attention, backward", 5).run([&](const NearSize& size, Head h, float* scratch) {
            near_kernel()->backward(
                {size, h.in(a), h.in(b), h.in(b, values), h.in(g), h.out(gq), h.out(gkv), h.out(gkv, values)}, scratch);
        });
        return {gq.to(q.scalar_type()), gkv.to(kv.scalar_type())};
    }

    static variable_list backward(AutogradContext* ctx, const variable_list& grads) {
        const variable_list saved = ctx->get_saved_variables();
        const std::int64_t heads = ctx->saved_data["heads"].toInt();
        const at::Tensor g = dense(saved[0]), q = dense(saved[1]), kv = dense(saved[2]),
                         to_gq = grads[0].defined() ? dense(grads[0]) : at::zeros(q.sizes(), q.options()),
                         to_gkv = grads[1].defined() ? dense(grads[1]) : at::zeros(kv.sizes(), kv.options());
        at::Tensor of_g = at::empty(q.sizes(), q.options()), of_q = at::empty(q.sizes(), q.options()),
                   of_kv = at::empty(kv.sizes(), kv.options());
        const std::int64_t values = q.size(1);
        Pass(q, heads, 2, "near attention, second derivatives", 13)
            .run([&](const NearSize& size, Head h, float* scratch) {
                near_kernel()->second({size, h.in(q), h.in(kv), h.in(kv, values), h.in(g), h.in(to_gq), h.in(to_gkv),
                                       h.in(to_gkv, values), h.out(of_q), h.out(of_kv), h.out(of_kv, values),
                                       h.out(of_g)},
                                      scratch);
            });
        return {of_g.to(saved[0].scalar_type()), of_q.to(saved[1].scalar_type()), of_kv.to(saved[2].scalar_type()), {}};
    }
};

class Near : public torch::autograd::Function<Near> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& q, const at::Tensor& kv, std::int64_t heads) {
        ctx->save_for_backward({q, kv});
        ctx->saved_data["heads"] = heads;
        const at::Tensor a = dense(q), b = dense(kv);
        at::Tensor out = at::empty(q.sizes(), a.options());
        Pass(a, heads, 0, "near attention", 2).run([&](const NearSize& size, Head h, float* scratch) {
            near_kernel()->forward({size, h.in(a), h.in(b), h.in(b, a.size(1)), h.out(out)}, scratch);
        });
        return out.to(q.scalar_type());
    }

    static variable_list backward(AutogradContext* ctx, const variable_list& grads) {
        const variable_list saved = ctx->get_saved_variables();
        variable_list out = Slopes::apply(grads[0], saved[0], saved[1], ctx->saved_data["heads"].toInt());
        out.emplace_back();
        return out;
    }
};

bool has_near_kernel(const at::Tensor& q) {
    return q.is_cpu() && (q.scalar_type() == at::kFloat || q.scalar_type() == at::kBFloat16) &&
           q.size(3) % kNearWidths == 0 && near_kernel();
}

}  // namespace

at::Tensor near_attention(const at::Tensor& q, const at::Tensor& kv, std::int64_t heads) {
    return has_near_kernel(q) ? Near::apply(q, kv, heads) : near_attention_by_library(q, kv, heads);
}

at::Tensor near_attention_by_library(const at::Tensor& q, const at::Tensor& kv, std::int64_t heads) {
    const std::int64_t height = q.size(2), width = q.size(3), channels = q.size(1) / heads;
    const auto by_heads = [&](const at::Tensor& x) { return x.unflatten(1, {heads, channels}); };
    const at::Tensor queries = noted(by_heads(q) * std::pow(static_cast<double>(channels), -0.5));
    const std::vector<at::Tensor> parts = noted(at::constant_pad_nd(kv, {1, 1, 1, 1}, 0)).chunk(2, 1);
    const at::Tensor keys = by_heads(parts[0]), values = by_heads(parts[1]);
    const auto shifted = [&](const at::Tensor& x, std::int64_t i) {
        return x.narrow(3, i / 3, height).narrow(4, i % 3, width);
    };
    // A map per neighbour instead of nine copies of keys and values.
    std::vector<at::Tensor> likeness;
    for (std::int64_t i = 0; i < 9; ++i) likeness.push_back((queries * shifted(keys, i)).sum(2, /*keepdim=*/true));
    const at::Tensor shares = noted(at::cat(likeness, 2).softmax(2));  // (N, h, 9, H, W)
    at::Tensor out;
    for (std::int64_t i = 0; i < 9; ++i) {
        const at::Tensor part = shares.narrow(2, i, 1) * shifted(values, i);
        out = out.defined() ? out + part : part;
    }
    return out.reshape(q.sizes());
}

}  // namespace headroom::nn
