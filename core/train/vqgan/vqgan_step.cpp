// Gradients of both networks from one reconstruction.
#include "core/train/vqgan/vqgan_step.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"
#include "core/models/vqgan/picture_losses.h"
#include "core/train/step/figures.h"

#include <numeric>

namespace headroom {
namespace {

std::vector<at::Tensor> tensors_of(const Adam& adam) {
    std::vector<at::Tensor> out;
    for (const auto& [name, p] : adam.parameters()) out.push_back(p);
    return out;
}

}  // namespace

std::int64_t VqganWindow::total() const { return std::accumulate(samples.begin(), samples.end(), std::int64_t{0}); }

VqganStep::VqganStep(Vqgan& net, PatchDiscriminator& d, Adam& opt_g, Adam& opt_d)
    : net_(net), d_(d), opt_g_(opt_g), opt_d_(opt_d) {}

VqganStep::Made VqganStep::reconstruct(const at::Tensor& x, const VqganWindow& window, std::size_t i,
                                       const VqganRules& rules) {
    const at::DeviceType device = x.device().type();
    Made out;
    at::Tensor latents, rows, indices;
    {
        const AutocastGuard autocast(device, rules.bf16, at::kBFloat16);
        latents = net_.encode(x);
    }
    if (rules.bf16) latents = latents.to(at::kFloat);
    if (auto* gumbel = dynamic_cast<vqgan::GumbelQuantizer*>(&net_.quantizer())) {
        std::vector<std::int64_t> shape = latents.sizes().vec();
        shape[1] = net_.codebook().size(0);
        const vqgan::GumbelQuantizer::Drawn drawn =
            gumbel->draw(latents, window.gumbel(i, shape).to(latents.scalar_type()), rules.temperature);
        rows = drawn.quantised;
        indices = drawn.indices;
        out.codes_loss = drawn.divergence;
    } else {
        indices = net_.quantizer().choose(latents);
        rows = vqgan::code_rows(indices, rules.codes_learn ? net_.codebook() : net_.codebook().detach());
        out.codes_loss = vqgan::codebook_loss(latents, rows, rules.commitment, rules.legacy);
        rows = vqgan::straight_through(rows, latents);
    }
    if (observe_codes) observe_codes(latents.detach(), indices);
    {
        const AutocastGuard autocast(device, rules.bf16, at::kBFloat16);
        out.picture = net_.decode(rows);
    }
    if (rules.bf16) out.picture = out.picture.to(at::kFloat);
    return out;
}

at::Tensor VqganStep::judge(const at::Tensor& x, const VqganRules& rules) {
    static const LabelId seeing = label_id("D");
    const LabelScope label(seeing);
    const AutocastGuard autocast(x.device().type(), rules.bf16, at::kBFloat16);
    const at::Tensor logits = d_.forward(x);
    return rules.bf16 ? logits.to(at::kFloat) : logits;
}

at::Tensor VqganStep::picture_gradient(const at::Tensor& x, const at::Tensor& picture, const VqganRules& rules,
                                       double share, VqganStepFigures& figures) {
    at::Tensor loss;
    const auto add = [&](const at::Tensor& part) { loss = loss.defined() ? loss + part : part; };
    {
        const at::Tensor l1 = at::l1_loss(picture, x);
        add_share(figures.l1, l1, share);
        if (rules.l1 > 0) add(l1 * rules.l1);
    }
    if (perceptual && rules.perceptual > 0) {
        const at::Tensor distance = perceptual(x, picture);
        add_share(figures.perceptual, distance, share);
        add(distance * rules.perceptual);
    }
    if (rules.ssim > 0) {
        const at::Tensor alike = structural_similarity(x, picture);
        add_share(figures.ssim, alike, share);
        add((1 - alike) * rules.ssim);
    }
    add_share(figures.total, loss, share);
    const BackwardScope scope;
    return torch::autograd::grad({loss}, {picture})[0];
}

VqganStep::Adversarial VqganStep::adversarial_loss(const at::Tensor& picture, const VqganRules& rules, double share,
                                                   VqganStepFigures& figures) {
    const at::Tensor logits = judge(picture, rules);
    const at::Tensor adversarial = -logits.mean(), fake = at::relu(1 + logits).mean();
    add_share(figures.adversarial, adversarial, share);
    add_share(figures.d_fake, logits.mean(), share);
    add_share(figures.loss_d, fake, share / 2);
    const BackwardScope scope;
    // One pass of D serves both: what moves the picture, and what D learns of it as a fake.
    const at::Tensor gradient = torch::autograd::grad({adversarial}, {picture}, {}, /*retain_graph=*/true)[0];
    torch::autograd::backward({fake * (share / 2)}, {}, /*retain_graph=*/false, false, tensors_of(opt_d_));
    if (shared_d_) shared_d_->keep_pass();
    return {adversarial.detach(), gradient};
}

void VqganStep::judge_real(const at::Tensor& x, const VqganRules& rules, double share, bool last,
                           VqganStepFigures& figures) {
    const at::Tensor logits = judge(x, rules);
    const at::Tensor loss = at::relu(1 - logits).mean();
    add_share(figures.d_real, logits.mean(), share);
    add_share(figures.loss_d, loss, share / 2);
    const BackwardScope scope;
    if (last && shared_d_) shared_d_->before_last_pass();
    (loss * (share / 2)).backward();
    if (shared_d_) shared_d_->keep_pass();
}

at::Tensor VqganStep::last_gradient(const at::Tensor& output, const at::Tensor& gradient) const {
    return torch::autograd::grad({output}, {net_.last_weight()}, {gradient}, /*retain_graph=*/true)[0].detach();
}

void VqganStep::micro_step(const VqganWindow& window, std::size_t i, bool last, const VqganRules& rules,
                           VqganStepFigures& figures) {
    const double share = static_cast<double>(window.samples[i]) / static_cast<double>(window.total());
    at::Tensor x;
    {
        static const LabelId real = label_id("real pictures");
        const LabelScope label(real);
        x = window.real(i);
        describe(x, real);
    }
    {
        const PhaseScope phase(Phase::G, static_cast<int>(i));
        Made made = reconstruct(x, window, i, rules);
        // The losses' own graphs end at the picture: they are gone before the decoder's backward pass begins, and what a
        // perceptual network or D computes backwards serves the adaptive weight and the gradient alike.
        at::Tensor picture = made.picture.detach().requires_grad_(true);
        at::Tensor gradient = picture_gradient(x, picture, rules, share, figures);
        if (rules.with_d) {
            if (observe_d) observe_d(true);
            const PhaseScope fakes(Phase::DFake, static_cast<int>(i));
            Adversarial adversarial = adversarial_loss(picture, rules, share, figures);
            const FigureScope scope;
            const at::Tensor ratio = gradient_ratio(last_gradient(made.picture, gradient),
                                                    last_gradient(made.picture, adversarial.gradient), rules.gan_most);
            const at::Tensor weight = ratio * rules.gan;
            add_share(figures.adaptive_weight, weight, share);
            add_share(figures.total, weight * adversarial.loss, share);
            gradient.add_(adversarial.gradient.mul_(weight));
            if (observe_d) observe_d(false);
        }
        picture.reset();
        const double codes_weight = net_.config().gumbel ? rules.divergence : rules.codebook;
        add_share(figures.codebook, made.codes_loss, share);
        add_share(figures.total, made.codes_loss, codes_weight * share);
        const BackwardScope scope;
        // Handed over, not shared: the engine lets go of the gradient as soon as it has flowed on.
        torch::autograd::variable_list roots{std::move(made.picture), made.codes_loss * (codes_weight * share)};
        torch::autograd::variable_list seeds{gradient.mul_(share), at::Tensor()};
        gradient.reset();
        if (last && shared_g_) shared_g_->before_last_pass();
        torch::autograd::backward(roots, seeds);
        if (shared_g_) shared_g_->keep_pass();
    }
    if (!rules.with_d) return;
    if (observe_d) observe_d(true);
    const PhaseScope phase(Phase::DReal, static_cast<int>(i));
    judge_real(x, rules, share, last, figures);
    if (observe_d) observe_d(false);
}

std::pair<std::size_t, std::size_t> VqganStep::begin_window(const VqganWindow& window, const VqganRules& rules) {
    drop();
    if (!peers_) return {0, window.samples.size()};
    shared_g_.emplace(*peers_, opt_g_, rules.overlap_sums);
    if (rules.with_d) shared_d_.emplace(*peers_, opt_d_, rules.overlap_sums);
    recording_.emplace();
    return peers_->share(window.samples.size());
}

void VqganStep::add_up(const VqganWindow& window, const VqganStepFigures& sums, VqganStepFigures& figures) {
    if (!peers_) return;
    static const LabelId adding = label_id("adding up of processes");
    const LabelScope label(adding);
    shared_g_->prepare();
    if (shared_d_) shared_d_->prepare();
    using F = VqganStepFigures;
    constexpr at::Tensor F::*all[] = {
        &F::total,           &F::l1,     &F::ssim,   &F::perceptual, &F::codebook, &F::adversarial,
        &F::adaptive_weight, &F::loss_d, &F::d_real, &F::d_fake};
    std::vector<at::Tensor> own;
    for (at::Tensor F::*figure : all) own.push_back(sums.*figure);
    std::vector<double> values = read_figures(own);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = own[i].defined() ? values[i] : 0.0;
    values = peers_->agree(values);
    const bool all_have_work = window.samples.size() >= static_cast<std::size_t>(peers_->size());
    shared_g_->add_up(all_have_work);
    if (shared_d_) shared_d_->add_up(all_have_work);
    follow_all(*recording_, {&d_}, *peers_);
    shared_g_.reset();
    shared_d_.reset();
    recording_.reset();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (own[i].defined()) add_share(figures.*all[i], at::scalar_tensor(values[i], at::kFloat), 1.0);
    }
}

void VqganStep::gradients(const VqganWindow& window, const VqganRules& rules, VqganStepFigures& figures) {
    const RoleScope role(Role::Activations);
    const auto [first_own, after_own] = begin_window(window, rules);
    VqganStepFigures own_sums;
    for (std::size_t i = first_own; i < after_own; ++i) {
        micro_batch_ = static_cast<int>(i);
        micro_step(window, i, i + 1 == after_own, rules, peers_ ? own_sums : figures);
    }
    micro_batch_ = -1;
    add_up(window, own_sums, figures);
    if (!rules.want_grad_norms) return;
    const FigureScope scope;
    figures.grad_norm_g = opt_g_.grad_norm();
    if (rules.with_d) figures.grad_norm_d = opt_d_.grad_norm();
}

void VqganStep::prepare(const VqganRules& rules) {
    const auto prepare_one = [&](Adam& optimiser, Phase which) {
        const PhaseScope phase(which);
        if (rules.clip > 0) optimiser.clip(rules.clip);
        optimiser.prepare();
    };
    prepare_one(opt_g_, Phase::GOptimiser);
    if (rules.with_d) prepare_one(opt_d_, Phase::DOptimiser);
}

void VqganStep::update_g(const MeanShare& mean) {
    const PhaseScope phase(Phase::GOptimiser);
    opt_g_.step(mean);
    opt_g_.zero_grad();
}

void VqganStep::update_d() {
    const PhaseScope phase(Phase::DOptimiser);
    opt_d_.step();
    opt_d_.zero_grad();
}

void VqganStep::optimise(const VqganRules& rules) {
    prepare(rules);
    update_g();
    if (rules.with_d) update_d();
}

void VqganStep::drop() {
    micro_batch_ = -1;
    shared_g_.reset();
    shared_d_.reset();
    recording_.reset();
    opt_g_.zero_grad();
    opt_d_.zero_grad();
}

}  // namespace headroom
