// What both phases share.
#include "core/train/gan/gan_phases.h"

#include "core/memory/upload.h"
#include "core/train/step/figures.h"

#include <numeric>

namespace headroom {

std::int64_t Window::total() const { return std::accumulate(samples.begin(), samples.end(), std::int64_t{0}); }

nn::FirstSample Window::first_of(std::size_t i) const {
    return first_image +
           std::accumulate(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(i), std::int64_t{0});
}

void StepFigures::add_rounds(const StepFigures& before) {
    const FigureScope scope;
    const at::Tensor skipped = overflow_d.ne(0);
    d_rounds = overflow_d.eq(0).to(at::kFloat);
    if (loss_d_penalty.defined()) d_penalised = d_rounds;
    using F = StepFigures;
    for (at::Tensor F::*figure : {&F::loss_d_real, &F::loss_d_fake, &F::loss_d_penalty, &F::loss_d_decoders, &F::d_real,
                                  &F::d_fake, &F::d_rounds, &F::d_penalised}) {
        at::Tensor& sum = this->*figure;
        const at::Tensor& earlier = before.*figure;
        // Of several processes the host has added it up.
        if (sum.defined()) sum = upload(sum, skipped.device()).masked_fill(skipped, 0);
        if (earlier.defined()) sum = sum.defined() ? sum + earlier : earlier;
    }
    if (before.overflow_d.defined()) overflow_d = overflow_d * before.overflow_d;
}

void StepFigures::average_d(std::size_t rounds, std::size_t penalised) {
    const FigureScope scope;
    if (d_rounds.defined()) {
        for (at::Tensor* sum : {&loss_d_real, &loss_d_fake, &loss_d_decoders, &d_real, &d_fake})
            if (sum->defined()) *sum = *sum / d_rounds;
        // The rounds that have one may all be among those that were skipped.
        if (loss_d_penalty.defined()) loss_d_penalty = loss_d_penalty / d_penalised.clamp_min(1);
        return;
    }
    const auto divide = [](at::Tensor& sum, std::size_t by) {
        if (by > 1 && sum.defined()) sum = sum / static_cast<double>(by);
    };
    for (at::Tensor* sum : {&loss_d_real, &loss_d_fake, &loss_d_decoders, &d_real, &d_fake}) divide(*sum, rounds);
    divide(loss_d_penalty, penalised);
}

void FrozenParameters::set(bool on) {
    for (const auto& [name, p] : optimiser_.parameters()) const_cast<at::Tensor&>(p).requires_grad_(on);
}

void GanPhases::backward(const at::Tensor& loss, double share, LossScaler& scaler, bool last) {
    if (last && shared_) shared_->before_last_pass();
    const BackwardScope scope;
    if (scaler.enabled())
        (loss * (scaler.factor(loss.device()) * share)).backward();
    else
        (loss * share).backward();
}

at::Tensor GanPhases::ready(Adam& optimiser, LossScaler& scaler, const PhaseRules& rules, at::Tensor* norm, bool is_d) {
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

void GanPhases::update(Adam& optimiser, LossScaler& scaler, const at::Tensor& overflow, const MeanShare& mean) {
    optimiser.step(mean);
    scaler.update(overflow);
    optimiser.zero_grad();
}

std::pair<std::size_t, std::size_t> GanPhases::begin_phase(const Window& window, Adam& optimiser,
                                                           const PhaseRules& rules) {
    optimiser.zero_grad();
    if (!peers_) return {0, window.samples.size()};
    shared_.emplace(*peers_, optimiser, rules.overlap_sums);
    recording_.emplace();
    return peers_->share(window.samples.size());
}

void GanPhases::begin_micro_batch(const Window& window, std::size_t i, std::size_t first_own, const PhaseRules& rules) {
    micro_batch_ = static_cast<int>(i);
    if (!peers_ || !rules.sync_norms) return;
    // Each process's k-th micro-batch goes with the others' k-th; what is left of a window that is not shared out evenly stands alone.
    const bool all_have_one = i - first_own < window.samples.size() / static_cast<std::size_t>(peers_->size());
    for (const torch::nn::Module* net : {&g_module_, &d_module_})
        nn::synchronise(*net, all_have_one ? &*norms_ : nullptr);
}

void GanPhases::add_up(const Window& window, const PhaseRules& rules, const StepFigures& sums, StepFigures& figures) {
    if (!peers_) return;
    static const LabelId adding = label_id("adding up of processes");
    const LabelScope label(adding);
    shared_->prepare();
    using F = StepFigures;
    constexpr at::Tensor F::*all[] = {&F::loss_d_real,     &F::loss_d_fake,  &F::loss_d_penalty,
                                      &F::loss_d_decoders, &F::loss_g,       &F::d_real,
                                      &F::d_fake,          &F::d_fake_after, &F::signs};
    std::vector<at::Tensor> own;
    for (at::Tensor F::*figure : all) own.push_back(sums.*figure);
    std::vector<double> values = read_figures(own);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = own[i].defined() ? values[i] : 0.0;
    values = peers_->agree(values);
    shared_->add_up(window.samples.size() >= static_cast<std::size_t>(peers_->size()));
    shared_.reset();
    follow_all(*recording_, {&g_module_, &d_module_}, *peers_);
    recording_.reset();
    for (std::size_t i = 0; i < values.size(); ++i) {
        // What all go by is known to all, also to one that has had no micro-batch.
        if (own[i].defined() || (all[i] == &F::signs && rules.want_signs))
            add_share(figures.*all[i], at::scalar_tensor(values[i], at::kFloat), 1.0);
    }
}

void GanPhases::finish_d(const Window& window, const PhaseRules& rules, const StepFigures& sums, StepFigures& told) {
    micro_batch_ = -1;
    const PhaseScope phase(Phase::DOptimiser);
    add_up(window, rules, sums, told);
    told.overflow_d = ready(opt_d_, scaler_d_, rules, rules.want_grad_norms ? &told.grad_norm_d : nullptr, true);
    told.d_stepped = true;
    update(opt_d_, scaler_d_, told.overflow_d);
}

void GanPhases::finish_g(const Window& window, const PhaseRules& rules, const StepFigures& sums, StepFigures& told) {
    micro_batch_ = -1;
    const PhaseScope phase(Phase::GOptimiser);
    add_up(window, rules, sums, told);
    told.overflow_g = ready(opt_g_, scaler_g_, rules, rules.want_grad_norms ? &told.grad_norm_g : nullptr, false);
    told.g_stepped = true;
}

void GanPhases::update_g(const StepFigures& figures, const MeanShare& mean) {
    const PhaseScope phase(Phase::GOptimiser);
    update(opt_g_, scaler_g_, figures.overflow_g, mean);
}

void GanPhases::drop() {
    shared_.reset();
    recording_.reset();
    opt_d_.zero_grad();
    opt_g_.zero_grad();
}

}  // namespace headroom
