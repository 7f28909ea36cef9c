// Heads shared out between threads, and their autograd nodes.
#include "core/models/nn/attention/near_attention.h"

#include "core/memory/cpu_kernels.h"
#include "core/memory/libtorch.h"
#include "core/memory/where/work.h"
#include "core/models/nn/attention/near.h"
#include "core/models/nn/in_parallel.h"

#include <array>
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

/// As the kernel reads it: fp32, planes dense.
at::Tensor dense(const at::Tensor& x) { return x.to(at::kFloat).contiguous(); }

/// One pass over all heads of all pictures.
class Pass {
public:
    Pass(const at::Tensor& q, std::int64_t heads, int pass, const char* name, double products)
        : size_{q.size(1) / heads, q.size(2), q.size(3), 1 / std::sqrt(static_cast<float>(q.size(1) / heads))},
          all_(q.size(0) * heads),
          name_(name),
          work_{18.0 * products * static_cast<double>(q.numel()), 0, 4.0 * (pass + 3) * static_cast<double>(q.numel())},
          words_(near_kernel()->scratch_words(size_, pass)),
          scratch_(at::empty({shares_of(all_), words_}, at::kFloat)) {
        work_.direct_flops = work_.flops;
    }

    /// compute(size, offset of the head's planes, scratch)
    template <class Compute> void run(const Compute& compute) {
        const WorkScope scope(name_, [this] { return work_; });
        float* const rooms = scratch_.mutable_data_ptr<float>();
        const long planes = size_.channels * size_.height * size_.width;
        in_shares(all_,
                  [&](std::int64_t i, std::int64_t share) { compute(size_, i * planes, rooms + share * words_); });
    }

private:
    NearSize size_;
    std::int64_t all_;
    const char* name_;
    Work work_;
    long words_;
    at::Tensor scratch_;
};

const float* numbers(const at::Tensor& x) { return x.const_data_ptr<float>(); }

/// The gradients of near attention, which can be differentiated once more.
class Slopes : public torch::autograd::Function<Slopes> {
public:
    static variable_list forward(AutogradContext* ctx, const at::Tensor& grad, const at::Tensor& q, const at::Tensor& k,
                                 const at::Tensor& v, std::int64_t heads) {
        ctx->save_for_backward({grad, q, k, v});
        ctx->saved_data["heads"] = heads;
        const at::Tensor g = dense(grad), a = dense(q), b = dense(k), c = dense(v);
        at::Tensor gq = at::empty_like(a), gk = at::empty_like(b), gv = at::empty_like(c);
        float *const to_q = gq.mutable_data_ptr<float>(), *const to_k = gk.mutable_data_ptr<float>(),
                     *const to_v = gv.mutable_data_ptr<float>();
        Pass(a, heads, 1, "near attention, backward", 5).run([&](const NearSize& size, long at, float* scratch) {
            near_kernel()->backward({size, numbers(a) + at, numbers(b) + at, numbers(c) + at, numbers(g) + at,
                                     to_q + at, to_k + at, to_v + at},
                                    scratch);
        });
        const at::ScalarType type = q.scalar_type();
        return {gq.to(type), gk.to(type), gv.to(type)};
    }

    static variable_list backward(AutogradContext* ctx, const variable_list& grads) {
        const variable_list saved = ctx->get_saved_variables();
        const std::int64_t heads = ctx->saved_data["heads"].toInt();
        std::vector<at::Tensor> in;
        for (const at::Tensor& x : saved) in.push_back(dense(x));
        for (std::size_t i = 0; i < 3; ++i) in.push_back(grads[i].defined() ? dense(grads[i]) : at::zeros_like(in[1]));
        std::vector<at::Tensor> out;
        std::array<float*, 4> to{};
        for (float*& data : to) {
            out.push_back(at::empty_like(in[1]));
            data = out.back().mutable_data_ptr<float>();
        }
        Pass(in[1], heads, 2, "near attention, second derivatives", 13)
            .run([&](const NearSize& size, long at, float* scratch) {
                near_kernel()->second({size, numbers(in[1]) + at, numbers(in[2]) + at, numbers(in[3]) + at,
                                       numbers(in[0]) + at, numbers(in[4]) + at, numbers(in[5]) + at,
                                       numbers(in[6]) + at, to[0] + at, to[1] + at, to[2] + at, to[3] + at},
                                      scratch);
            });
        const at::ScalarType type = saved[1].scalar_type();
        return {out[3].to(saved[0].scalar_type()), out[0].to(type), out[1].to(type), out[2].to(type), {}};
    }
};

class Near : public torch::autograd::Function<Near> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                              std::int64_t heads) {
        ctx->save_for_backward({q, k, v});
        ctx->saved_data["heads"] = heads;
        const at::Tensor a = dense(q), b = dense(k), c = dense(v);
        at::Tensor out = at::empty_like(a);
        float* const to = out.mutable_data_ptr<float>();
        Pass(a, heads, 0, "near attention", 2).run([&](const NearSize& size, long at, float* scratch) {
            near_kernel()->forward({size, numbers(a) + at, numbers(b) + at, numbers(c) + at, to + at}, scratch);
        });
        return out.to(q.scalar_type());
    }

    static variable_list backward(AutogradContext* ctx, const variable_list& grads) {
        const variable_list saved = ctx->get_saved_variables();
        variable_list out = Slopes::apply(grads[0], saved[0], saved[1], saved[2], ctx->saved_data["heads"].toInt());
        out.emplace_back();
        return out;
    }
};

bool has_near_kernel(const at::Tensor& q) {
    return q.is_cpu() && (q.scalar_type() == at::kFloat || q.scalar_type() == at::kBFloat16) &&
           q.size(3) % kNearWidths == 0 && near_kernel();
}

}  // namespace

at::Tensor near_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, std::int64_t heads) {
    return has_near_kernel(q) ? Near::apply(q, k, v, heads) : near_attention_by_library(q, k, v, heads);
}

at::Tensor near_attention_by_library(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                     std::int64_t heads) {
    const std::int64_t height = q.size(2), width = q.size(3), channels = q.size(1) / heads;
    const auto by_heads = [&](const at::Tensor& x) { return x.unflatten(1, {heads, channels}); };
    const at::Tensor queries = by_heads(q) * std::pow(static_cast<double>(channels), -0.5);
    const at::Tensor keys = by_heads(at::constant_pad_nd(k, {1, 1, 1, 1}, 0)),
                     values = by_heads(at::constant_pad_nd(v, {1, 1, 1, 1}, 0));
    const auto shifted = [&](const at::Tensor& x, std::int64_t i) {
        return x.narrow(3, i / 3, height).narrow(4, i % 3, width);
    };
    // A map per neighbour instead of nine copies of keys and values.
    std::vector<at::Tensor> likeness;
    for (std::int64_t i = 0; i < 9; ++i) likeness.push_back((queries * shifted(keys, i)).sum(2, /*keepdim=*/true));
    const at::Tensor shares = at::cat(likeness, 2).softmax(2);  // (N, h, 9, H, W)
    at::Tensor out;
    for (std::int64_t i = 0; i < 9; ++i) {
        const at::Tensor part = shares.narrow(2, i, 1) * shifted(values, i);
        out = out.defined() ? out + part : part;
    }
    return out.reshape(q.sizes());
}

}  // namespace headroom::nn
