// The step: windows of data, one try, its undoing, its figures.
#include "core/train/dcgan/dcgan_trainer.h"

#include "core/memory/role_scope.h"
#include "core/train/dcgan/noise.h"
#include "core/train/dcgan/step_rules.h"
#include "core/train/step/figures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {

StepRules DcganTrainer::rules() const {
    StepRules r = rules_of(steps_.own_part(config_));
    // A pass over all gradients: now and then is enough for the eye; clipping needs it every time.
    // A recording has them always: there they cost no launches.
    r.want_grad_norms =
        is_recording() || config_.clip > 0 || steps_.elapsed - last_norms_ >= 1.0 || steps_.steps_since_change() == 0;
    return r;
}

std::vector<PictureWindow> DcganTrainer::windows() const {
    const std::int64_t rounds = own().train == Train::OnlyG ? 1 : std::max<std::int64_t>(1, own().d_steps);
    std::vector<PictureWindow> out;
    std::int64_t after = 0;
    do {
        out.push_back(window_after(after));
        after += out.back().total();
    } while (static_cast<std::int64_t>(out.size()) < rounds && pictures_.left_in_epoch() > after);
    return out;
}

Window DcganTrainer::make_window(const PictureWindow& of) const {
    Window w;
    w.samples = of.samples;
    w.first_image = first_sample() + of.after;
    const auto seed = static_cast<std::uint64_t>(config_.seed);
    w.real = [this, of](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return real_pictures(pictures_of(of.first_of(i), of.samples[i], picture_layout()), config_, nets_->spec,
                             nets_->alpha());
    };
    w.latent = [this, of, seed, start = first_sample()](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return latents(seed, RandomPurpose::Latent, start + of.first_of(i), of.samples[i], own().latent,
                       memory_.device());
    };
    w.mix = [this, of, seed, start = first_sample()](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return uniforms(seed, RandomPurpose::PenaltyMix, start + of.first_of(i), of.samples[i], memory_.device());
    };
    return w;
}

at::MemoryFormat DcganTrainer::picture_layout() const { return picture_format(config_, nets_->spec); }

StepCourse DcganTrainer::course() const {
    if (const std::string why = why_not_recorded(); !why.empty()) return {{}, why};
    if (!settled_) return {};  // what the first step of all needs is not known yet
    return {text_of_windows() + (is_r1_step() ? ", R1" : "") + (nets_->spec.fade_from > 0 ? ", fading in" : ""), {}};
}

std::function<void()> DcganTrainer::noted() {
    return [this, figures = figures_, images = window_images_] {
        figures_ = figures;
        window_images_ = images;
        norms_read_ = true;
    };
}

void DcganTrainer::keep_small(StepTransaction& step) const {
    std::vector<at::Tensor> buffers;
    for (const auto& [name, b] : nets_->buffers()) buffers.push_back(b);
    for (LossScaler* scaler : {&nets_->scaler_g, &nets_->scaler_d})
        for (const at::Tensor& t : scaler->state(memory_.device())) buffers.push_back(t);
    step.keep(buffers);
}

void DcganTrainer::keep_d(StepTransaction& step) const {
    Adam& adam = *nets_->opt_d;
    std::vector<at::Tensor> state;
    for (const auto& [name, p] : adam.parameters()) state.push_back(p);
    for (const auto& [name, t] : adam.state()) state.push_back(t);
    step.keep_on_host(state);
}

void DcganTrainer::try_step(StepTransaction& transaction) {
    GanStep& step = *nets_->step;
    step.share_with(peers_);
    transaction.begin_try([&step] {
        step.before_optimiser = nullptr;
        step.drop();
    });
    if (!is_recording()) bring_numbers();
    keep_small(transaction);
    if (transaction.is_first_try()) done_ = {};
    StepFigures figures = done_.figures;
    const StepRules step_rules = rules();
    norms_read_ = step_rules.want_grad_norms;
    window_images_ = done_.images;
    // Undoing D's step is only needed while it is unknown whether the G phase fits. What has settled cannot be undone.
    const bool undo_d = !settled_ && !transaction.has_settled();
    bool d_kept = false;
    step.before_optimiser = [&](bool is_d) {
        if (!is_d || !undo_d || std::exchange(d_kept, true)) return;
        keep_d(transaction);
    };
    const std::vector<PictureWindow> rounds = windows();
    for (std::size_t round = done_.rounds; round < rounds.size(); ++round) {
        StepRules round_rules = step_rules;
        round_rules.keep_fakes = step_rules.keep_fakes && round + 1 == rounds.size();
        if (own().train != Train::OnlyG)
            step.d_phase(make_window(rounds[round]), round_rules, is_r1_step() && round == 0, figures);
        window_images_ += rounds[round].total();
        if (own().train == Train::OnlyG || undo_d) continue;
        transaction.settle();
        keep_small(transaction);
        if (transaction.has_settled()) done_ = {round + 1, window_images_, figures};
    }
    if (own().train != Train::OnlyD) step.g_gradients(make_window(rounds.back()), step_rules, figures);
    step.before_optimiser = nullptr;
    std::vector<StepTransaction::Change> changes;
    const double share = nets_->ema ? mean_share(window_images_, config_.ema_half_life) : 0;
    if (own().train != Train::OnlyD) changes.push_back([&] { step.update_g(figures, share); });
    if (figures.g_stepped)
        changes.push_back([&] { nets_->update_ema(window_images_, config_.ema_half_life, figures.overflow_g); });
    transaction.finish(changes);
    figures_ = std::move(figures);
}

void DcganTrainer::use_rung(const TrainConfig& config) {
    nets_->configure(config);
    config_ = config;
    settled_ = false;
}

void DcganTrainer::describe(OomScene& scene) const {
    PictureTrainer::describe(scene);
    scene.settled = settled_;
}

void DcganTrainer::commit(double seconds, StepDone& m) noexcept {
    done_ = {};
    if (norms_read_) last_norms_ = steps_.elapsed;
    count_step(seconds, m);
    // A short window at an epoch's end says nothing about the full ones that follow.
    const std::int64_t rounds = own().train == Train::OnlyG ? 1 : std::max<std::int64_t>(1, own().d_steps);
    settled_ = settled_ || window_images_ >= std::min(config_.effective_batch() * rounds, pictures_.data().count());
    ++fade_done_;
}

ToldFigures DcganTrainer::tell(StepDone&) {
    follow_fade();
    const StepFigures f = std::exchange(figures_, {});
    const auto scale = [this](LossScaler& scaler) {
        return scaler.enabled() ? scaler.factor(memory_.device()) : at::Tensor();
    };
    return {{f.loss_g, f.loss_d_real, f.loss_d_fake, f.loss_d_penalty, f.d_real, f.d_fake, f.d_fake_after,
             f.grad_norm_g, f.grad_norm_d, scale(nets_->scaler_g), scale(nets_->scaler_d), f.overflow_g, f.overflow_d},
            [penalised = f.loss_d_penalty.defined(), fakes_seen = f.d_fake.defined(),
             g = f.g_stepped && f.loss_g.defined(),
             d = f.d_stepped && f.loss_d_real.defined() && f.loss_d_fake.defined()](const std::vector<double>& v,
                                                                                    StepDone& done) {
                done.loss_g = v[0];
                done.loss_d = v[1] + v[2] + (penalised ? v[3] : 0.0);
                done.d_real = v[4];
                done.d_fake = fakes_seen ? v[5] : v[6];
                done.grad_norm_g = v[7];
                done.grad_norm_d = v[8];
                done.scale_g = std::isnan(v[9]) ? 0 : v[9];
                done.scale_d = std::isnan(v[10]) ? 0 : v[10];
                // What fp16 has skipped moved nothing.
                const bool g_moved = g && v[11] != 1, d_moved = d && v[12] != 1;
                return (!g_moved || std::isfinite(v[0])) && (!d_moved || std::isfinite(done.loss_d));
            }};
}

}  // namespace headroom
