// Spherical distances and their weights and stops.
#include "core/models/vqgan_clip/prompt_loss.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/gradients.h"

#include <cmath>

namespace headroom::imagine {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr double kTinyChord = 1e-12;  ///< below it the slope is that of a chord of length zero
constexpr double kTinyCosine =
    1e-12;  ///< of half the angle, squared: next to the opposite point the slope has no bound

/// Differences of all pairs of rows: (N, M, E).
at::Tensor differences(const at::Tensor& u, const at::Tensor& v) { return u.unsqueeze(1) - v.unsqueeze(0); }

class SphericalDistance : public torch::autograd::Function<SphericalDistance> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& u, const at::Tensor& v) {
        ctx->save_for_backward({u, v});
        return differences(u, v).norm(2, 2).div_(2).clamp_max_(1).asin_().square_().mul_(2);
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const variable_list saved = ctx->get_saved_variables();
        const at::Tensor across = differences(saved[0], saved[1]);
        // With c the chord: d = 2 asin(c / 2)^2, so dd/du = 2 asin(c / 2) / (c sqrt(1 - c^2 / 4)) (u - v), 1 times that at c = 0.
        const at::Tensor half = across.norm(2, 2).clamp_(kTinyChord, 2).div_(2);
        const at::Tensor slope = half.asin() / (half * (1 - half.square()).clamp_min_(kTinyCosine).sqrt_());
        const at::Tensor flow = across * (slope * grads[0]).unsqueeze(2);
        return {flow.sum(1), ctx->needs_input_grad(1) ? flow.sum(0).neg_() : at::Tensor()};
    }
};

}  // namespace

at::Tensor unit_rows(const at::Tensor& x) { return x / x.norm(2, 1, /*keepdim=*/true).clamp_min(1e-12); }

at::Tensor spherical_distance(const at::Tensor& u, const at::Tensor& v) { return SphericalDistance::apply(u, v); }

PromptLosses prompt_losses(const at::Tensor& features, const std::vector<Target>& targets, std::int64_t total_cuts) {
    TORCH_CHECK(!targets.empty(), "no prompt to compare with: give a text, a picture or a noise prompt");
    const AutocastGuard full_precision(features.device().type(), false, at::kBFloat16);
    const at::ScalarType type = features.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
    const at::Tensor u = unit_rows(features.to(type));
    const std::int64_t cuts = total_cuts > 0 ? total_cuts : features.size(0);
    PromptLosses out;
    std::vector<at::Tensor> each, similarities;
    for (const Target& target : targets) {
        TORCH_CHECK(target.embedding.dim() == 2 && target.embedding.size(1) == features.size(1), "a prompt of shape ",
                    target.embedding.sizes(), " cannot be compared with features of width ", features.size(1),
                    ": encode it with this CLIP");
        const at::Tensor v = unit_rows(target.embedding.detach().to(features.device(), type));
        const double share = std::abs(target.weight) / static_cast<double>(cuts * v.size(0));
        at::Tensor d = spherical_distance(u, v);
        if (std::signbit(target.weight)) d = -d;
        if (std::isfinite(target.stop)) d = replace_grad(d, d.clamp_min(target.stop));
        const at::Tensor part = d.sum() * share;
        out.loss = out.loss.defined() ? out.loss + part : part;
        const at::NoGradGuard no_grad;
        each.push_back(part.detach());
        similarities.push_back(at::matmul(u, v.t()).sum() / static_cast<double>(cuts * v.size(0)));
    }
    out.each = at::stack(each);
    out.similarities = at::stack(similarities);
    return out;
}

}  // namespace headroom::imagine
