// The D phase and the G phase.
#include "core/train/dcgan/gan_step.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/autocast_guard.h"
#include "core/memory/checkpointing/segment.h"
#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"
#include "core/train/dcgan/losses.h"
#include "core/train/gan/noise.h"
#include "core/train/step/figures.h"

#include <optional>
#include <utility>

namespace headroom {
namespace {

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

/// Keeps all activations of D for a while: recomputed segments have no second derivatives.
class WholeGraph {
public:
    explicit WholeGraph(Discriminator& d) : d_(d), before_(d.checkpointing()) { d_.set_checkpointing(false); }
    ~WholeGraph() { d_.set_checkpointing(before_); }
    WholeGraph(const WholeGraph&) = delete;
    WholeGraph& operator=(const WholeGraph&) = delete;

private:
    Discriminator& d_;
    bool before_;
};

}  // namespace

GanStep::GanStep(Generator& g, Discriminator& d, Adam& opt_g, Adam& opt_d, LossScaler& scaler_g, LossScaler& scaler_d)
    : GanPhases(g, d, opt_g, opt_d, scaler_g, scaler_d), g_(g), d_(d) {
    g_.set_lean(true);
}

at::Tensor GanStep::judge(const at::Tensor& x, const StepRules& rules, std::uint64_t stream, nn::FirstSample first) {
    static const LabelId seeing = label_id("pictures as D sees them");
    const LabelScope label(seeing);
    at::Tensor seen = rules.augment.apply(x, rules.seed, stream, first);
    if (rules.noise > 0) seen = with_noise(seen, rules.noise, rules.seed, stream, first);
    at::Tensor logits;
    {
        const AutocastGuard autocast(x.device().type(), rules.half(), rules.half_type());
        logits = d_.forward(seen);
    }
    return rules.half() ? logits.to(at::kFloat) : logits;
}

at::Tensor GanStep::make_fake(const at::Tensor& z, const StepRules& rules, bool recompute) {
    std::optional<RecomputeScope> again;
    if (recompute) again.emplace();
    const AutocastGuard autocast(z.device().type(), rules.half(), rules.half_type());
    return g_.forward(z);
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
    const WholeGraph whole(d_);
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

void GanStep::pass_over(std::size_t micro_batches, const StepRules& rules, bool d_phase, bool with_r1) {
    if (!is_shared() || micro_batches == 0) return;
    const bool gp = rules.has_gradient_penalty();
    const auto device = opt_d_.parameters().front().second.device().type();
    for (std::size_t i = 0; i < micro_batches; ++i) {
        {
            // The same products as in judge(), which autocast rounds.
            const AutocastGuard autocast(device, rules.half(), rules.half_type());
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
    StepFigures& figures = is_shared() ? own_sums : told;
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
            if (rules.want_signs)
                add_share(figures.signs, small_part([&] { return signs_of(rules.loss, logits); }), 1.0);
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
    finish_d(window, rules, own_sums, told);
}

void GanStep::g_gradients(const Window& window, const StepRules& rules, StepFigures& told) {
    const RoleScope role(Role::Activations);
    const auto [first_own, after_own] = begin_phase(window, opt_g_, rules);
    StepFigures own_sums;
    StepFigures& figures = is_shared() ? own_sums : told;
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
    finish_g(window, rules, own_sums, told);
}

void GanStep::drop() {
    g_.set_lean(lean_);  // forgets what a failed forward pass left
    fakes_.clear();
    GanPhases::drop();
}

}  // namespace headroom
