// Sums into the places of the nine neighbours: autograd would make a tensor of zeros for each, and add them up.
#include "core/memory/libtorch.h"
#include "core/models/nn/attention/near_attention.h"

#include <cmath>
#include <vector>

namespace headroom::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::int64_t kNeighbours = 9;

/// Queries by heads, keys and values by heads with a border of one pixel.
struct Planes {
    at::Tensor q, k, v;
    std::int64_t height, width;

    Planes(const at::Tensor& of_q, const at::Tensor& of_kv, std::int64_t heads)
        : height(of_q.size(2)), width(of_q.size(3)) {
        const std::int64_t channels = of_q.size(1) / heads;
        const std::vector<at::Tensor> parts = at::constant_pad_nd(of_kv, {1, 1, 1, 1}, 0).chunk(2, 1);
        q = of_q.unflatten(1, {heads, channels}) * std::pow(static_cast<double>(channels), -0.5);
        k = parts[0].unflatten(1, {heads, channels});
        v = parts[1].unflatten(1, {heads, channels});
    }
    /// What lies beside each pixel in direction `i`, of planes with a border: a view.
    at::Tensor beside(const at::Tensor& x, std::int64_t i) const {
        return x.narrow(3, i / 3, height).narrow(4, i % 3, width);
    }
    /// (N, heads, 9, H, W).
    at::Tensor shares() const {
        std::vector<at::Tensor> scores;
        for (std::int64_t i = 0; i < kNeighbours; ++i) scores.push_back((q * beside(k, i)).sum(2, /*keepdim=*/true));
        return at::cat(scores, 2).softmax(2);
    }
};

/// The gradients of q and kv, given that of the result.
variable_list slopes(const at::Tensor& grad, const at::Tensor& q, const at::Tensor& kv, const at::Tensor& shares,
                     std::int64_t heads) {
    const Planes planes(q, kv, heads);
    const at::Tensor g = grad.unflatten(1, {heads, q.size(1) / heads});
    at::Tensor both = at::zeros({kv.size(0), kv.size(1), kv.size(2) + 2, kv.size(3) + 2}, kv.options());
    const std::vector<at::Tensor> halves = both.chunk(2, 1);
    const at::Tensor to_k = halves[0].unflatten(1, {heads, -1}), to_v = halves[1].unflatten(1, {heads, -1});
    std::vector<at::Tensor> of_shares;
    for (std::int64_t i = 0; i < kNeighbours; ++i) {
        of_shares.push_back((g * planes.beside(planes.v, i)).sum(2, /*keepdim=*/true));
        planes.beside(to_v, i).addcmul_(g, shares.narrow(2, i, 1));
    }
    const at::Tensor of_scores = at::_softmax_backward_data(at::cat(of_shares, 2), shares, 2, shares.scalar_type());
    at::Tensor to_q;
    for (std::int64_t i = 0; i < kNeighbours; ++i) {
        const at::Tensor score = of_scores.narrow(2, i, 1);
        to_q = to_q.defined() ? to_q.addcmul_(planes.beside(planes.k, i), score) : planes.beside(planes.k, i) * score;
        planes.beside(to_k, i).addcmul_(planes.q, score);
    }
    to_q.mul_(std::pow(static_cast<double>(q.size(1) / heads), -0.5));
    return {to_q.reshape(q.sizes()), both.narrow(2, 1, kv.size(2)).narrow(3, 1, kv.size(3)).contiguous()};
}

class SlopesByLibrary : public torch::autograd::Function<SlopesByLibrary> {
public:
    static variable_list forward(AutogradContext* ctx, const at::Tensor& grad, const at::Tensor& q,
                                 const at::Tensor& kv, const at::Tensor& shares, std::int64_t heads) {
        ctx->save_for_backward({grad, q, kv});
        ctx->saved_data["heads"] = heads;
        return slopes(grad, q, kv, shares, heads);
    }

    /// Few steps need it (a penalty on slopes): autograd derives it from the attention as it is written.
    static variable_list backward(AutogradContext* ctx, const variable_list& grads) {
        const at::AutoGradMode on(true);
        variable_list from;
        for (const at::Tensor& t : ctx->get_saved_variables()) from.push_back(t.detach().requires_grad_());
        const at::Tensor out = near_by_autograd(from[1], from[2], ctx->saved_data["heads"].toInt());
        const variable_list slope =
            torch::autograd::grad({out}, {from[1], from[2]}, {from[0]}, std::nullopt, /*create_graph=*/true);
        variable_list outputs, weights;
        for (std::size_t i = 0; i < slope.size(); ++i) {
            if (!grads[i].defined()) continue;
            outputs.push_back(slope[i]);
            weights.push_back(grads[i]);
        }
        if (outputs.empty()) return {{}, {}, {}, {}, {}};
        const variable_list found = torch::autograd::grad(outputs, from, weights, std::nullopt,
                                                          /*create_graph=*/false, /*allow_unused=*/true);
        return {found[0], found[1], found[2], {}, {}};
    }
};

class NearByLibrary : public torch::autograd::Function<NearByLibrary> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& q, const at::Tensor& kv, std::int64_t heads) {
        const Planes planes(q, kv, heads);
        const at::Tensor shares = planes.shares();
        ctx->save_for_backward({q, kv, shares});
        ctx->saved_data["heads"] = heads;
        at::Tensor out;
        for (std::int64_t i = 0; i < kNeighbours; ++i) {
            const at::Tensor share = shares.narrow(2, i, 1), value = planes.beside(planes.v, i);
            out = out.defined() ? out.addcmul_(value, share) : value * share;
        }
        return out.reshape(q.sizes());
    }

    static variable_list backward(AutogradContext* ctx, const variable_list& grads) {
        const variable_list saved = ctx->get_saved_variables();
        variable_list out = SlopesByLibrary::apply(grads[0], saved[0], saved[1], saved[2],
                                                   ctx->saved_data["heads"].toInt());
        out.emplace_back();
        return out;
    }
};

}  // namespace

at::Tensor near_by_library(const at::Tensor& q, const at::Tensor& kv, std::int64_t heads) {
    return NearByLibrary::apply(q, kv, heads);
}

at::Tensor near_by_autograd(const at::Tensor& q, const at::Tensor& kv, std::int64_t heads) {
    const Planes planes(q, kv, heads);
    const at::Tensor shares = planes.shares();
    at::Tensor out;
    for (std::int64_t i = 0; i < kNeighbours; ++i) {
        const at::Tensor part = shares.narrow(2, i, 1) * planes.beside(planes.v, i);
        out = out.defined() ? out + part : part;
    }
    return out.reshape(q.sizes());
}

}  // namespace headroom::nn
