// The D phase and the G phase.
#include "core/train/light_gan/light_gan_step.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/tensor_notes.h"
#include "core/train/gan/noise.h"

namespace headroom {
namespace {

using light_gan::Judgement;

/// What is shown as D(x): high is real.
at::Tensor shown(const Judgement& j) { return -j.whole.detach().mean(); }

/// How sure D is of real pictures by the side of 0 that it is on, added up over the pictures.
at::Tensor signs(const Judgement& j) { return -j.whole.detach().sign().mean(1).sum(); }

/// Keeps all activations of D for a while: recomputed segments have no second derivatives.
class WholeGraph {
public:
    WholeGraph(light_gan::Discriminator& d, bool on) : d_(d), before_(d.mode()) {
        if (on) d_.set_mode({});
    }
    ~WholeGraph() { d_.set_mode(before_); }
    WholeGraph(const WholeGraph&) = delete;
    WholeGraph& operator=(const WholeGraph&) = delete;

private:
    light_gan::Discriminator& d_;
    nn::ComputeMode before_;
};

at::Tensor hinge(const Judgement& j, double sign) {
    return at::relu(1 + j.whole * sign).mean() + at::relu(1 + j.small * sign).mean();
}

}  // namespace

at::Tensor quarters_of(const at::Tensor& shares) {
    // In float32 the largest numbers below 1 are 1.
    return (shares * 4).flatten().to(at::kLong).clamp_max_(3);
}

at::Tensor LightGanStep::make_fake(const at::Tensor& z, const LightGanRules& rules, std::uint64_t phase,
                                   nn::FirstSample first) {
    // Each layer's noise has a number of its own for every picture and phase: sides are below 2048.
    const light_gan::NoiseSource noise = [n = z.size(0), seed = rules.seed, phase, first,
                                          device = z.device()](std::int64_t side) {
        return normals({n, 1, side, side}, seed, RandomPurpose::GeneratorNoise, first, 4096,
                       static_cast<std::uint64_t>(side) * 2 + phase, device);
    };
    at::Tensor made;
    {
        const AutocastGuard autocast(z.device().type(), rules.half(), rules.half_type());
        made = g_.forward(z, noise);
    }
    return rules.half() ? noted(made.to(at::kFloat)) : made;
}

at::Tensor LightGanStep::seen(const at::Tensor& x, const LightGanRules& rules, std::uint64_t stream,
                              nn::FirstSample first) {
    const bool adapts = rules.share_now.defined();
    if (!rules.augment.any() || (!adapts && rules.augment_share <= 0)) return x;
    static const LabelId seeing = label_id("pictures as D sees them");
    const LabelScope label(seeing);
    const at::Tensor changed = rules.augment.apply(x, rules.seed, stream, first);
    const at::Tensor which = uniforms(rules.seed, RandomPurpose::AugmentShare, first, x.size(0), x.device(), 8, stream);
    return noted(at::where(adapts ? which < rules.share_now : which < rules.augment_share, changed, x));
}

Judgement LightGanStep::judge(const at::Tensor& x, const LightGanRules& rules, bool full, bool decode,
                              nn::FirstSample first) {
    at::Tensor quarters;
    if (decode) quarters = quarters_of(uniforms(rules.seed, RandomPurpose::Quarter, first, x.size(0), x.device()));
    const bool half = rules.half() && !full;
    Judgement j;
    {
        const AutocastGuard autocast(x.device().type(), half, rules.half_type());
        const WholeGraph whole(d_, full);
        j = d_.forward(x, decode, quarters);
    }
    if (!half) return j;
    j.whole = j.whole.to(at::kFloat);
    j.small = j.small.to(at::kFloat);
    if (decode) j.decoders = j.decoders.to(at::kFloat);
    return j;
}

at::Tensor LightGanStep::penalty(const Judgement& of, const at::Tensor& x, const LightGanRules& rules) {
    static const LabelId sloping = label_id("gradient penalty");
    const LabelScope label(sloping);
    const at::Tensor slope = torch::autograd::grad({of.whole.sum() + of.small.sum()}, {x}, {}, /*retain_graph=*/true,
                                                   /*create_graph=*/true)[0];
    return slope.flatten(1).square().sum(1).mean() * (rules.gp_weight / 2);
}

void LightGanStep::d_phase(const LightGanWindow& window, const LightGanRules& rules, bool with_penalty,
                           StepFigures& told) {
    const RoleScope role(Role::Activations);
    const auto [first_own, after_own] = begin_phase(window, opt_d_, rules);
    StepFigures own_sums;
    StepFigures& figures = is_shared() ? own_sums : told;
    const auto total = static_cast<double>(window.total());
    for (std::size_t i = first_own; i < after_own; ++i) {
        begin_micro_batch(window, i, first_own, rules);
        const double share = static_cast<double>(window.samples[i]) / total;
        const nn::FirstSample first = window.first_of(i);
        {
            const PhaseScope phase(Phase::DReal, static_cast<int>(i));
            const at::Tensor real = input("real pictures", [&] { return window.real(i).add(1).mul_(0.5); });
            if (with_penalty) real.requires_grad_(true);
            const Judgement j = judge(seen(real, rules, 0, first), rules, with_penalty, true, first);
            at::Tensor loss = small_part([&] { return hinge(j, 1); });
            add_share(figures.loss_d_real, loss, share);
            add_share(figures.d_real, small_part([&] { return shown(j); }), share);
            add_share(figures.loss_d_decoders, j.decoders, share);
            if (rules.want_signs) add_share(figures.signs, small_part([&] { return signs(j); }), 1.0);
            loss = loss + j.decoders;
            if (with_penalty) {
                const at::Tensor slope = penalty(j, real, rules);
                add_share(figures.loss_d_penalty, slope, share);
                loss = loss + slope;
            }
            backward(loss, share, scaler_d_, false);
            pass_done();
        }
        const PhaseScope phase(Phase::DFake, static_cast<int>(i));
        at::Tensor fake;
        {
            const at::NoGradGuard no_grad;
            fake =
                seen(make_fake(input("latents", [&] { return window.latent(i); }), rules, 0, first), rules, 1, first);
        }
        if (with_penalty) fake.requires_grad_(true);
        const Judgement j = judge(fake, rules, with_penalty, false, first);
        at::Tensor loss = small_part([&] { return hinge(j, -1); });
        add_share(figures.loss_d_fake, loss, share);
        add_share(figures.d_fake, small_part([&] { return shown(j); }), share);
        if (with_penalty) {
            const at::Tensor slope = penalty(j, fake, rules);
            add_share(figures.loss_d_penalty, slope, share);
            loss = loss + slope;
        }
        backward(loss, share, scaler_d_, i + 1 == after_own);
        pass_done();
    }
    finish_d(window, rules, own_sums, told);
}

void LightGanStep::g_gradients(const LightGanWindow& window, const LightGanRules& rules, StepFigures& told) {
    const RoleScope role(Role::Activations);
    const auto [first_own, after_own] = begin_phase(window, opt_g_, rules);
    StepFigures own_sums;
    StepFigures& figures = is_shared() ? own_sums : told;
    {
        const FrozenParameters frozen(opt_d_);
        const auto total = static_cast<double>(window.total());
        for (std::size_t i = first_own; i < after_own; ++i) {
            begin_micro_batch(window, i, first_own, rules);
            const PhaseScope phase(Phase::G, static_cast<int>(i));
            const double share = static_cast<double>(window.samples[i]) / total;
            const nn::FirstSample first = window.first_of(i);
            at::Tensor fake = make_fake(input("latents", [&] { return window.latent_g(i); }), rules, 1, first);
            const Judgement j = judge(seen(std::exchange(fake, {}), rules, 2, first), rules, false, false, first);
            const at::Tensor loss = small_part([&] { return j.whole.mean() + j.small.mean(); });
            add_share(figures.loss_g, loss, share);
            add_share(figures.d_fake_after, small_part([&] { return shown(j); }), share);
            backward(loss, share, scaler_g_, i + 1 == after_own);
            pass_done();
        }
    }
    finish_g(window, rules, own_sums, told);
}

}  // namespace headroom
