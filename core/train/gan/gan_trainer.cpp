// The step: rounds of D, then G; one try, its undoing, its figures.
#include "core/train/gan/gan_trainer.h"

#include "core/families/augment_figures.h"
#include "core/memory/role_scope.h"
#include "core/train/gan/gan_pictures.h"
#include "core/train/gan/noise.h"
#include "core/train/step/figures.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {

bool GanTrainer::wants_norms() const {
    // A pass over all gradients: now and then is enough for the eye; clipping needs it every time.
    // A recording has them always: there they cost no launches.
    return is_recording() || config_.clip > 0 || steps_.elapsed - last_norms_ >= 1.0 ||
           steps_.steps_since_change() == 0;
}

at::Tensor GanTrainer::latents_of(const PictureWindow& of, std::size_t i, RandomPurpose purpose) const {
    const RoleScope role(Role::Inputs);
    return latents(static_cast<std::uint64_t>(config_.seed), purpose, first_sample() + of.first_of(i), of.samples[i],
                   latent(), memory_.device());
}

void GanTrainer::set_limits() {
    PictureTrainer::set_limits();
    settled_ = false;
}

Result<void> GanTrainer::draw(const SampleRequest& request, SampleReady& out) {
    GanPictures(*tensors(), memory_, config_, latent()).draw(request, out);
    return {};
}

ImageList GanTrainer::draw_scored(std::int64_t first, std::int64_t count) {
    return GanPictures(*tensors(), memory_, config_, latent()).scored(first, count);
}

double GanTrainer::score() { return GanPictures(*tensors(), memory_, config_, latent()).score(pictures_.data()); }

void GanTrainer::add_state(nlohmann::json& state) const {
    const GanTensors& nets = *tensors();
    state.update({{"scale_g", nets.scaler_g.scale()},
                  {"clean_g", nets.scaler_g.clean_steps()},
                  {"scale_d", nets.scaler_d.scale()},
                  {"clean_d", nets.scaler_d.clean_steps()}});
    strength_.add_to(state);
}

void GanTrainer::taken_on() {
    const DeviceLimitSuspension never_refused(memory_.memory());  // a few numbers, when nothing can be undone
    configure_strength();
}

void GanTrainer::drop_networks() {
    strength_.leave_device();
    drop_numbers();
}

void GanTrainer::go_on(const CheckpointContent& content, const nlohmann::json& state) {
    const auto scale = [&](const char* key) {
        const double stored = state.value(key, LossScaler::kFirstScale);
        // Outside fp16 checkpoints used to say 1, which was no scale of any step.
        return stored == 1 && content.config.precision != Precision::Fp16 ? LossScaler::kFirstScale : stored;
    };
    tensors()->scaler_g.restore(scale("scale_g"), state.value("clean_g", 0));
    tensors()->scaler_d.restore(scale("scale_d"), state.value("clean_d", 0));
    go_on_from(content, state);
}

std::vector<PictureWindow> GanTrainer::windows() const {
    const std::int64_t rounds = d_learns() ? d_rounds() : 1;
    std::vector<PictureWindow> out;
    std::int64_t after = 0;
    do {
        out.push_back(window_after(after));
        after += out.back().total();
    } while (static_cast<std::int64_t>(out.size()) < rounds && pictures_.left_in_epoch() > after);
    return out;
}

StepCourse GanTrainer::course() const {
    if (const std::string why = why_not_recorded(); !why.empty()) return {{}, why};
    if (!settled_) return {};  // what the first step of all needs is not known yet
    return {text_of_windows() + kind_of_step(), {}};
}

std::function<void()> GanTrainer::noted() {
    return [this, figures = figures_, images = window_images_] {
        figures_ = figures;
        window_images_ = images;
        norms_read_ = true;
    };
}

void GanTrainer::keep_small(StepTransaction& step) const {
    std::vector<at::Tensor> buffers;
    for (const auto& [name, b] : tensors()->buffers()) buffers.push_back(b);
    for (LossScaler* scaler : {&tensors()->scaler_g, &tensors()->scaler_d})
        for (const at::Tensor& t : scaler->state(memory_.device())) buffers.push_back(t);
    for (const at::Tensor& t : strength_.state()) buffers.push_back(t);
    step.keep(buffers);
}

void GanTrainer::keep_d(StepTransaction& step) const {
    Adam& adam = *tensors()->opt_d;
    std::vector<at::Tensor> state;
    for (const auto& [name, p] : adam.parameters()) state.push_back(p);
    for (const auto& [name, t] : adam.state()) state.push_back(t);
    step.keep_on_host(state);
}

void GanTrainer::try_step(StepTransaction& transaction) {
    GanPhases& step = tensors()->phases();
    step.share_with(peers_);
    transaction.begin_try([&step] {
        step.before_optimiser = nullptr;
        step.drop();
    });
    if (!is_recording()) bring_numbers();
    keep_small(transaction);
    if (transaction.is_first_try()) done_ = {};
    StepFigures figures = done_.figures;
    norms_read_ = wants_norms();
    window_images_ = done_.images;
    // Undoing D's step is only needed while it is unknown whether the G phase fits. What has settled cannot be undone.
    const bool undo_d = !settled_ && !transaction.has_settled();
    bool d_kept = false;
    std::int64_t round_images = 0;
    step.before_optimiser = [&](bool is_d) {
        // D's step can still be refused and all be undone.
        if (is_d) strength_.follow(figures.signs, round_images);
        if (!is_d || !undo_d || std::exchange(d_kept, true)) return;
        keep_d(transaction);
    };
    const std::vector<PictureWindow> rounds = windows();
    // Any of several rounds may be skipped where losses are scaled: each is known by itself before it counts.
    const bool apart = rounds.size() > 1 && tensors()->scaler_d.enabled();
    for (std::size_t round = done_.rounds; round < rounds.size(); ++round) {
        figures.signs.reset();
        round_images = rounds[round].total();
        const StepFigures before = apart ? std::exchange(figures, {}) : StepFigures();
        if (d_learns()) d_round(rounds[round], round == 0, round + 1 == rounds.size(), figures);
        if (apart) figures.add_rounds(before);
        window_images_ += rounds[round].total();
        if (!d_learns() || undo_d) continue;
        transaction.settle();
        keep_small(transaction);
        if (transaction.has_settled()) done_ = {round + 1, window_images_, figures};
    }
    if (d_learns()) figures.average_d(rounds.size(), penalised_of(rounds.size()));
    if (g_learns()) g_gradients(rounds.back(), figures);
    step.before_optimiser = nullptr;
    std::vector<StepTransaction::Change> changes;
    const MeanShare share = tensors()->net_ema() ? share_of_step() : MeanShare{};
    if (g_learns()) changes.push_back([&] { step.update_g(figures, share); });
    if (figures.g_stepped) changes.push_back([&] { tensors()->update_ema(share, figures.overflow_g); });
    transaction.finish(changes);
    figures_ = std::move(figures);
}

void GanTrainer::use_rung(const TrainConfig& config) {
    tensors()->configure(config);
    config_ = config;
    settled_ = false;
}

void GanTrainer::describe(OomScene& scene) const {
    PictureTrainer::describe(scene);
    scene.settled = settled_;
}

void GanTrainer::commit(double seconds, StepDone& m) noexcept {
    done_ = {};
    if (norms_read_) last_norms_ = steps_.elapsed;
    count_step(seconds, m);
    // A short window at an epoch's end says nothing about the full ones that follow.
    const std::int64_t rounds = d_learns() ? d_rounds() : 1;
    settled_ = settled_ || window_images_ >= std::min(config_.effective_batch() * rounds, pictures_.data().count());
}

ToldFigures GanTrainer::tell(StepDone&) {
    const StepFigures f = std::exchange(figures_, {});
    const auto scale = [this](LossScaler& scaler) {
        return scaler.enabled() ? scaler.factor(memory_.device()) : at::Tensor();
    };
    // Without adaptation nothing is told of it.
    const bool adapts = strength_.adapts();
    return {{f.loss_g, f.loss_d_real, f.loss_d_fake, f.loss_d_penalty, f.d_real, f.d_fake, f.d_fake_after,
             f.grad_norm_g, f.grad_norm_d, scale(tensors()->scaler_g), scale(tensors()->scaler_d), f.overflow_g,
             f.overflow_d, f.loss_d_decoders, adapts ? strength_.chance() : at::Tensor(),
             adapts ? strength_.sign() : at::Tensor()},
            [adapts, penalised = f.loss_d_penalty.defined(), fakes_seen = f.d_fake.defined(),
             decoded = f.loss_d_decoders.defined(), g = f.g_stepped && f.loss_g.defined(),
             d = f.d_stepped && f.loss_d_real.defined() && f.loss_d_fake.defined()](const std::vector<double>& v,
                                                                                    StepDone& done) {
                done.loss_g = v[0];
                done.loss_d = v[1] + v[2] + (penalised ? v[3] : 0.0) + (decoded ? v[13] : 0.0);
                done.d_real = v[4];
                done.d_fake = fakes_seen ? v[5] : v[6];
                done.grad_norm_g = v[7];
                done.grad_norm_d = v[8];
                done.scale_g = std::isnan(v[9]) ? 0 : v[9];
                done.scale_d = std::isnan(v[10]) ? 0 : v[10];
                if (adapts) done.edit<AugmentFigures>() = {v[14], v[15]};
                // What fp16 has skipped moved nothing.
                const bool g_moved = g && v[11] != 1, d_moved = d && v[12] != 1;
                return (!g_moved || std::isfinite(v[0])) && (!d_moved || std::isfinite(done.loss_d));
            }};
}

}  // namespace headroom
