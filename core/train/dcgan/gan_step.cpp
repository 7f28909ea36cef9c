// The D phase and the G phase.
#include "core/train/dcgan/gan_step.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/autocast_guard.h"
#include "core/memory/checkpointing/segment.h"
#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"
#include "core/train/dcgan/losses.h"
#include "core/train/dcgan/noise.h"
#include "core/train/step/figures.h"

#include <numeric>
#include <optional>

namespace headroom {
namespace {

/// Keeps a network's parameters out of the graph: D in the G phase needs no gradients of its own.
class FrozenParameters {
public:
    explicit FrozenParameters(const Adam& optimiser) : optimiser_(optimiser) { set(false); }
    ~FrozenParameters() { set(true); }
    FrozenParameters(const FrozenParameters&) = delete;
    FrozenParameters& operator=(const FrozenParameters&) = delete;

private:
    void set(bool on) {
        for (const auto& [name, p] : optimiser_.parameters()) const_cast<at::Tensor&>(p).requires_grad_(on);
    }
    const Adam& optimiser_;
};

/// Makes a network's forward passes lean until the end of the scope.
class LeanForward {
public:
    LeanForward(DcganNet& net, bool on) : net_(net) { net_.set_lean(on); }
    ~LeanForward() { net_.set_lean(false); }
    LeanForward(const LeanForward&) = delete;
    LeanForward& operator=(const LeanForward&) = delete;

private:
    DcganNet& net_;
};

/// A micro-batch's own pictures or numbers, by name.
template <class Make> at::Tensor input(const char* name, Make make) {
    const LabelId id = label_id(name);
    const LabelScope label(id);
    at::Tensor x = make();
    describe(x, id);
    return x;
}

template <class Make> at::Tensor small_part(Make make) {
    const FigureScope scope;
    return make();
}

}  // namespace

std::int64_t Window::total() const { return std::accumulate(samples.begin(), samples.end(), std::int64_t{0}); }

nn::FirstSample Window::first_of(std::size_t i) const {
    return first_image +
           std::accumulate(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(i), std::int64_t{0});
}

GanStep::GanStep(Generator& g, Discriminator& d, Adam& opt_g, Adam& opt_d, LossScaler& scaler_g, LossScaler& scaler_d)
    : g_(g), d_(d), opt_g_(opt_g), opt_d_(opt_d), scaler_g_(scaler_g), scaler_d_(scaler_d) {
    g_.set_lean(true);
}

at::Tensor GanStep::judge(const at::Tensor& x, const StepRules& rules, std::uint64_t stream, nn::FirstSample first) {
    static const LabelId seeing = label_id("pictures as D sees them");
    const LabelScope label(seeing);
    at::Tensor seen = rules.augment.apply(x, rules.seed, stream, first);
    if (rules.noise > 0) seen = with_noise(seen, rules.noise, rules.seed, stream, first);
    const bool half = rules.precision == Precision::Bf16 || rules.precision == Precision::Fp16;
    at::Tensor logits;
    {
        const AutocastGuard autocast(x.device().type(), half,
                                     rules.precision == Precision::Fp16 ? at::kHalf : at::kBFloat16);
        logits = d_.forward(seen);
    }
    return half ? logits.to(at::kFloat) : logits;
}

at::Tensor GanStep::make_fake(const at::Tensor& z, const StepRules& rules, bool recompute) {
    std::optional<RecomputeScope> again;
    if (recompute) again.emplace();
    const bool half = rules.precision == Precision::Bf16 || rules.precision == Precision::Fp16;
    const AutocastGuard autocast(z.device().type(), half,
                                 rules.precision == Precision::Fp16 ? at::kHalf : at::kBFloat16);
    return g_.forward(z);
}

void GanStep::backward(const at::Tensor& loss, double share, LossScaler& scaler, bool last) {
    if (last && shared_) shared_->before_last_pass();
    const BackwardScope scope;
    if (scaler.enabled())
        (loss * (scaler.factor(loss.device()) * share)).backward();
    else
        (loss * share).backward();
}

at::Tensor GanStep::ready(Adam& optimiser, LossScaler& scaler, const StepRules& rules, at::Tensor* norm, bool is_d) {
    static const LabelId stepping = label_id("optimiser step");
    const RoleScope role(Role::Workspace);
    const LabelScope label(stepping);
    at::Tensor overflow = scaler.unscale(optimiser.gradients());
    if (norm) *norm = optimiser.grad_norm();
    if (before_optimiser) before_optimiser(is_d);
    if (rules.clip > 0) optimiser.clip(rules.clip);
    optimiser.prepare(overflow);
    // From here on nothing is refused, on any of them, and what one of them has to skip all skip.
    if (peers_) {
        const bool mine = overflow.defined() && overflow.item<float>() != 0;
        if (peers_->agree({mine ? 1.0 : 0.0}).front() != 0 && overflow.defined()) overflow.fill_(1);
    }
    return overflow;
}

void GanStep::update(Adam& optimiser, LossScaler& scaler, const at::Tensor& overflow, double mean_share) {
    optimiser.step(mean_share);
    scaler.update(overflow);
    optimiser.zero_grad();
}

void GanStep::penalties(const Window& window, std::size_t i, const at::Tensor& real, const at::Tensor& fake,
                        const StepRules& rules, bool with_r1, double share, bool last, StepFigures& figures) {
    const bool gp = rules.has_gradient_penalty();
    if (!gp && !with_r1) return;
    const PhaseScope phase(Phase::DPenalty, static_cast<int>(i));
    static const LabelId penalty = label_id("gradient penalty");
    const LabelScope label(penalty);
    // Second derivatives stay in fp32, outside autocast.
    const AutocastGuard full(real.device().type(), false, at::kBFloat16);
    const Critic critic = [this](const at::Tensor& x) { return d_.forward(x); };
    at::Tensor loss;
    if (gp)
        loss = gradient_penalty(critic, real, fake.to(real.scalar_type()),
                                input("penalty mix", [&] { return window.mix(i); }), rules.gp_weight);
    if (with_r1) {
        const at::Tensor r1 = r1_penalty(critic, real, rules.r1_gamma) * rules.r1_weight;
        loss = loss.defined() ? loss + r1 : r1;
    }
    add_share(figures.loss_d_penalty, loss, share);
    backward(loss, share, scaler_d_, last);
    pass_done();
}

std::pair<std::size_t, std::size_t> GanStep::begin_phase(const Window& window, Adam& optimiser,
                                                         const StepRules& rules) {
    optimiser.zero_grad();
    if (!peers_) return {0, window.samples.size()};
    shared_.emplace(*peers_, optimiser, rules.overlap_sums);
    recording_.emplace();
    return peers_->share(window.samples.size());
}

void GanStep::begin_micro_batch(const Window& window, std::size_t i, std::size_t first_own, const StepRules& rules) {
    micro_batch_ = static_cast<int>(i);
    if (!peers_ || !rules.sync_norms) return;
    // Each process's k-th micro-batch goes with the others' k-th; what is left of a window that is not shared out evenly stands alone.
    const bool all_have_one = i - first_own < window.samples.size() / static_cast<std::size_t>(peers_->size());
    for (const torch::nn::Module* net : std::initializer_list<const torch::nn::Module*>{&g_, &d_})
        nn::synchronise(*net, all_have_one ? &*norms_ : nullptr);
}

void GanStep::add_up(const Window& window, const StepFigures& sums, StepFigures& figures) {
    if (!peers_) return;
    static const LabelId adding = label_id("adding up of processes");
    const LabelScope label(adding);
    shared_->prepare();
    using F = StepFigures;
    constexpr at::Tensor F::*all[] = {&F::loss_d_real, &F::loss_d_fake, &F::loss_d_penalty, &F::loss_g,
                                      &F::d_real,      &F::d_fake,      &F::d_fake_after};
    std::vector<at::Tensor> own;
    for (at::Tensor F::*figure : all) own.push_back(sums.*figure);
    std::vector<double> values = read_figures(own);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = own[i].defined() ? values[i] : 0.0;
    values = peers_->agree(values);
    shared_->add_up(window.samples.size() >= static_cast<std::size_t>(peers_->size()));
    shared_.reset();
    follow_all(*recording_, {&g_, &d_}, *peers_);
    recording_.reset();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (own[i].defined()) add_share(figures.*all[i], at::scalar_tensor(values[i], at::kFloat), 1.0);
    }
}

void GanStep::pass_over(std::size_t micro_batches, const StepRules& rules, bool d_phase, bool with_r1) {
    if (!peers_ || micro_batches == 0) return;
    const bool half = rules.precision == Precision::Bf16 || rules.precision == Precision::Fp16;
    const bool gp = rules.has_gradient_penalty();
    const auto device = opt_d_.parameters().front().second.device().type();
    for (std::size_t i = 0; i < micro_batches; ++i) {
        {
            // The same products as in judge(), which autocast rounds.
            const AutocastGuard autocast(device, half, rules.precision == Precision::Fp16 ? at::kHalf : at::kBFloat16);
            d_.pass_over(d_phase ? 2 : 1);
        }
        const AutocastGuard full(device, false, at::kBFloat16);
        if (d_phase) d_.pass_over((gp ? 1 : 0) + (with_r1 ? 1 : 0));
    }
}

void GanStep::d_phase(const Window& window, const StepRules& rules, bool with_r1, StepFigures& told) {
    const RoleScope role(Role::Activations);
    const auto [first_own, after_own] = begin_phase(window, opt_d_, rules);
    fakes_.clear();
    StepFigures own_sums;
    StepFigures& figures = peers_ ? own_sums : told;
    pass_over(first_own, rules, true, with_r1);
    const auto total = static_cast<double>(window.total());
    const bool penalised = with_r1 || rules.has_gradient_penalty();
    for (std::size_t i = first_own; i < after_own; ++i) {
        begin_micro_batch(window, i, first_own, rules);
        const bool last = i + 1 == after_own;
        const double share = static_cast<double>(window.samples[i]) / total;
        const nn::FirstSample first = window.first_of(i);
        at::Tensor real, fake;
        {
            const PhaseScope phase(Phase::DReal, static_cast<int>(i));
            real = input("real pictures", [&] { return window.real(i); });
            const at::Tensor logits = judge(real, rules, 0, first);
            const at::Tensor loss = small_part([&] { return loss_d_real(rules.loss, logits, rules.smoothing); });
            add_share(figures.loss_d_real, loss, share);
            add_share(figures.d_real, small_part([&] { return shown_score(rules.loss, logits); }), share);
            backward(loss, share, scaler_d_, false);
            pass_done();
        }
        if (rules.loss != GanLoss::WganGp && !with_r1) real.reset();  // only the penalties look at it again
        {
            const PhaseScope phase(Phase::DFake, static_cast<int>(i));
            {
                at::AutoGradMode with_graph(rules.keep_fakes);
                fake = make_fake(input("latents", [&] { return window.latent(i); }), rules);
            }
            if (rules.keep_fakes) fakes_.push_back(fake);
            // G's graph waits here too: this is the step's peak.
            const LeanForward lean(d_, lean_ && rules.keep_fakes);
            const at::Tensor logits = judge(fake.detach(), rules, 1, first);
            const at::Tensor loss = small_part([&] { return loss_d_fake(rules.loss, logits); });
            add_share(figures.loss_d_fake, loss, share);
            add_share(figures.d_fake, small_part([&] { return shown_score(rules.loss, logits); }), share);
            backward(loss, share, scaler_d_, last && !penalised);
            pass_done();
        }
        penalties(window, i, real, fake, rules, with_r1, share, last, figures);
    }
    pass_over(window.samples.size() - after_own, rules, true, with_r1);
    micro_batch_ = -1;
    const PhaseScope phase(Phase::DOptimiser);
    add_up(window, own_sums, told);
    told.overflow_d = ready(opt_d_, scaler_d_, rules, rules.want_grad_norms ? &told.grad_norm_d : nullptr, true);
    told.d_stepped = true;
    update(opt_d_, scaler_d_, told.overflow_d);
}

void GanStep::g_gradients(const Window& window, const StepRules& rules, StepFigures& told) {
    const RoleScope role(Role::Activations);
    const auto [first_own, after_own] = begin_phase(window, opt_g_, rules);
    StepFigures own_sums;
    StepFigures& figures = peers_ ? own_sums : told;
    pass_over(first_own, rules, false, false);
    {
        const FrozenParameters frozen(opt_d_);
        const auto total = static_cast<double>(window.total());
        for (std::size_t i = first_own; i < after_own; ++i) {
            begin_micro_batch(window, i, first_own, rules);
            const PhaseScope phase(Phase::G, static_cast<int>(i));
            const double share = static_cast<double>(window.samples[i]) / total;
            const std::size_t kept = i - first_own;
            at::Tensor fake = kept < fakes_.size() ? std::exchange(fakes_[kept], at::Tensor())
                                                   : make_fake(input("latents", [&] { return window.latent(i); }),
                                                               rules, rules.fakes_seen);
            const at::Tensor logits = judge(fake, rules, 2, window.first_of(i));
            fake.reset();
            const at::Tensor loss = small_part([&] { return loss_g(rules.loss, logits); });
            add_share(figures.loss_g, loss, share);
            add_share(figures.d_fake_after, small_part([&] { return shown_score(rules.loss, logits); }), share);
            backward(loss, share, scaler_g_, i + 1 == after_own);
            pass_done();
        }
    }
    pass_over(window.samples.size() - after_own, rules, false, false);
    fakes_.clear();
    micro_batch_ = -1;
    const PhaseScope phase(Phase::GOptimiser);
    add_up(window, own_sums, told);
    told.overflow_g = ready(opt_g_, scaler_g_, rules, rules.want_grad_norms ? &told.grad_norm_g : nullptr, false);
    told.g_stepped = true;
}

void GanStep::update_g(const StepFigures& figures, double mean_share) {
    const PhaseScope phase(Phase::GOptimiser);
    update(opt_g_, scaler_g_, figures.overflow_g, mean_share);
}

void GanStep::drop() {
    g_.set_lean(lean_);  // forgets what a failed forward pass left
    fakes_.clear();
    shared_.reset();
    recording_.reset();
    opt_d_.zero_grad();
    opt_g_.zero_grad();
}

}  // namespace headroom
