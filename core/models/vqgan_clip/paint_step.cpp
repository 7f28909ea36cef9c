// Decode, chunks of cuts, one backward pass through the decoder.
#include "core/models/vqgan_clip/paint_step.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"
#include "core/models/clip/clip.h"
#include "core/models/vqgan/vqgan.h"
#include "core/models/vqgan_clip/synthesis.h"

#include <algorithm>

namespace headroom::imagine {
namespace {

struct PaintLabels {
    LabelId cutouts = label_id("cutouts"), losses = label_id("losses and figures"),
            backward = label_id("backward pass"), picture = label_id("painted picture"),
            gradient = label_id("gradient of the picture"), latent = label_id("gradient of the latent");
};

const PaintLabels& labels() {
    static const PaintLabels l;
    return l;
}

/// A leaf with the numbers of `x`, whose gradient is there from the start: parts are added in place.
at::Tensor leaf_of(const at::Tensor& x) {
    at::Tensor leaf = x.detach();
    leaf.requires_grad_(true);
    const RoleScope role(Role::Gradients);
    leaf.mutable_grad() = at::zeros_like(x.detach());
    describe(leaf.grad(), labels().gradient);
    return leaf;
}

/// Gradients that flow back are workspace; what networks recompute sets its own role.
void run_backward(const at::Tensor& x, const at::Tensor& grad = {}) {
    const RoleScope role(Role::Workspace);
    const LabelScope label(labels().backward);
    x.backward(grad);
}

void add_to(at::Tensor& sum, const at::Tensor& value) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    sum = sum.defined() ? sum + value.detach() : value.detach();
}

/// The loss of one chunk of cuts and its backward pass to `base`.
PromptLosses judge_chunk(const Judge& judge, const at::Tensor& base, const PaintSettings& settings, std::int64_t first,
                         std::int64_t count) {
    const RoleScope role(Role::Activations);
    at::Tensor seen;
    {
        const LabelScope label(labels().cutouts);
        seen = judge.clip->normalised(judge.cuts->cut(base, settings.iteration, first, count));
        describe(seen, labels().cutouts);
    }
    at::Tensor features;
    {
        const AutocastGuard autocast(base.device().type(), settings.bf16, at::kBFloat16);
        features = judge.clip->encode_pictures(seen);
    }
    seen.reset();
    const LabelScope label(labels().losses);
    return prompt_losses(features, judge.targets, settings.cuts);
}

/// All cuts of one judge, their gradient added to that of `leaf`.
void judge_picture(const Judge& judge, const at::Tensor& leaf, const PaintSettings& settings, PaintOutcome& out) {
    CutShare* const share = settings.share;
    const std::int64_t asked = settings.chunk > 0 ? settings.chunk : settings.cuts;
    const std::int64_t chunk = share ? share->chunk(settings.cuts, asked) : asked;
    const std::int64_t chunks = (settings.cuts + chunk - 1) / chunk;
    const auto [begin, end] = share ? share->own(chunks) : std::pair{std::int64_t{0}, chunks};
    const PhaseScope phase(Phase::Clip, static_cast<int>(begin));
    at::Tensor shared, base, loss, each, similarities;
    {
        const RoleScope role(Role::Activations);
        const LabelScope label(labels().cutouts);
        shared = judge.cuts->base(leaf);
        // Pooled once, and once backwards: the chunks end at a leaf in between.
        base = shared.is_same(leaf) ? leaf : leaf_of(shared);
    }
    for (std::int64_t i = begin; i < end; ++i) {
        const PhaseScope of_chunk(Phase::Clip, static_cast<int>(i));
        const std::int64_t first = i * chunk;
        const PromptLosses losses = judge_chunk(judge, base, settings, first, std::min(chunk, settings.cuts - first));
        run_backward(losses.loss);
        if (share) share->chunk_done(base);
        add_to(loss, losses.loss);
        add_to(each, losses.each);
        add_to(similarities, losses.similarities);
    }
    if (share) {
        const auto zeros = [&](at::Tensor& figure, at::IntArrayRef sides) {
            if (!figure.defined()) figure = at::zeros(sides, leaf.detach().options());
        };
        const auto count = static_cast<std::int64_t>(judge.targets.size());
        zeros(loss, {});
        zeros(each, {count});
        zeros(similarities, {count});
        share->add_up(base, {loss, each, similarities});
    }
    if (!base.is_same(leaf) && (!share || share->is_first())) run_backward(shared, base.grad());
    add_to(out.loss, loss);
    out.prompt_losses.push_back(each);
    out.similarities.push_back(similarities);
}

void add_further(const std::function<at::Tensor(const at::Tensor&)>& loss_of, const at::Tensor& x, PaintOutcome& out) {
    if (!loss_of) return;
    at::Tensor loss;
    {
        const RoleScope role(Role::Activations);
        const LabelScope label(labels().losses);
        loss = loss_of(x);
    }
    run_backward(loss);
    add_to(out.loss, loss);
}

}  // namespace

PaintOutcome paint_step(Vqgan& vqgan, const std::vector<Judge>& judges, at::Tensor z, const PaintSettings& settings) {
    TORCH_CHECK(z.is_leaf() && z.requires_grad(), "the latent must be a leaf that needs a gradient");
    TORCH_CHECK(settings.cuts > 0 && !judges.empty(), "an iteration needs at least one cut and one CLIP");
    PaintOutcome out;
    const bool goes_back = !settings.share || settings.share->is_first();
    z.mutable_grad() = at::Tensor();
    at::Tensor picture;
    {
        const PhaseScope phase(Phase::Decode);
        const RoleScope role(Role::Activations);
        const AutocastGuard autocast(z.device().type(), settings.bf16, at::kBFloat16);
        const at::AutoGradMode with_graph(goes_back);
        picture = synthesise(vqgan, z);
        describe(picture, labels().picture);
    }
    const at::Tensor leaf = leaf_of(picture);
    for (const Judge& judge : judges) judge_picture(judge, leaf, settings, out);
    const PhaseScope phase(Phase::DecodeBack);
    if (goes_back) add_further(settings.picture_loss, leaf, out);
    {
        const RoleScope role(Role::Gradients);
        z.mutable_grad() = at::zeros_like(z.detach());
        describe(z.grad(), labels().latent);
    }
    if (goes_back) {
        run_backward(picture, leaf.grad());
        add_latent_loss(settings.latent_loss, z, out);
    }
    if (settings.share) settings.share->spread(z.mutable_grad());
    out.picture = leaf.detach();
    return out;
}

void add_latent_loss(const std::function<at::Tensor(const at::Tensor&)>& loss_of, const at::Tensor& z,
                     PaintOutcome& out) {
    add_further(loss_of, z, out);
}

}  // namespace headroom::imagine
