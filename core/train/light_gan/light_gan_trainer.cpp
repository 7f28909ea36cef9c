// The networks of a run and what a phase of its step gets.
#include "core/train/light_gan/light_gan_trainer.h"

#include "core/api/param_schema.h"
#include "core/memory/role_scope.h"
#include "core/train/gan/gan_counters.h"

#include <nlohmann/json.hpp>

namespace headroom {
namespace {

/// What a checkpoint says beside what all of GANs say.
constexpr Counter kLightGanCounters[] = {{"size", CounterKind::Width}};

/// What two shapes differ by beside their size, as "latent=16, width.max=32" of the second; empty: nothing.
std::string other_settings(const LightGanShape& asked, const LightGanShape& found) {
    const ParamPatch from = settings_of(asked), to = settings_of(found);
    std::string out;
    for (const auto& [key, value] : to) {
        if (key == "image.size" || from.at(key) == value) continue;
        out += (out.empty() ? "" : ", ") + key + "=" + to_text(value);
    }
    return out;
}

}  // namespace

Result<void> LightGanTrainer::check(const TrainConfig& config) const {
    const auto shape = light_gan_shape(config);
    return shape ? Result<void>() : Result<void>(shape.error());
}

Result<void> LightGanTrainer::build(const ProgressFn&) {
    nets_ = std::make_unique<LightGanNetworks>(*light_gan_shape(config_), config_, memory_.device());
    configure_strength();
    return {};
}

Bytes LightGanTrainer::fixed_bytes(const TrainConfig& config) const {
    const auto shape = light_gan_shape(config);
    if (!shape) return {};
    return static_memory_of(*shape, config.ema_half_life > 0,
                            shadow_type(config.precision, memory_.on_cpu()).has_value(),
                            config.optimiser_on_host && !memory_.on_cpu())
        .total();
}

void LightGanTrainer::take_on(const TrainConfig& next, const ProgressFn& progress) {
    if (next.image_size == nets_->shape.size) return nets_->configure(next);
    progress(next.image_size > config_.image_size ? "growing the networks" : "shrinking the networks", -1);
    resize_networks(next);
}

void LightGanTrainer::resize_networks(const TrainConfig& next) {
    LightGanShape shape = nets_->shape;
    shape.size = next.image_size;
    auto fresh = std::make_unique<LightGanNetworks>(shape, next, memory_.device(), nets_.get());
    fresh->see_as(*nets_);
    nets_ = std::move(fresh);
}

at::Tensor LightGanTrainer::logits_of(const at::Tensor& pictures) {
    return -nets_->d->forward(pictures.add(1).mul_(0.5), /*decode=*/false).whole;
}

void LightGanTrainer::add_state(nlohmann::json& state) const {
    GanTrainer::add_state(state);
    state["size"] = nets_->shape.size;
}

Result<void> LightGanTrainer::restore(const CheckpointContent& content, bool weights_only) {
    const CheckpointPart* part = find_part(content.parts, "generator");
    if (!part || content.config.model != kLightGan)
        return make_error(ErrorCode::BadFile,
                          "the checkpoint at step " + std::to_string(content.step) + " is not one of a Light GAN",
                          "Choose a checkpoint of a Light GAN's run, or a model_N.pt of lightweight-gan.");
    const auto asked = light_gan_shape(config_), stored = light_gan_shape(content.config);
    if (!asked) return asked.error();
    if (!stored) return stored.error();
    if (const std::string others = other_settings(*asked, *stored); !others.empty())
        return make_error(ErrorCode::BadFile,
                          (part->file.empty() ? "the checkpoint" : part->file) +
                              " holds another network than the settings ask for",
                          "It fits with " + others + ".");
    TrainConfig as_stored = config_;
    as_stored.image_size = stored->size;
    if (!weights_only) as_stored.ema_half_life = content.config.ema_half_life;
    auto nets = std::make_unique<LightGanNetworks>(*stored, as_stored, memory_.device());
    if (auto ok = nets->load_parts(content.parts, weights_only); !ok) return ok;
    nets->configure(config_);
    nets_ = std::move(nets);
    if (stored->size != config_.image_size) resize_networks(config_);
    if (weights_only) {
        configure_strength();
        return {};
    }
    const auto state = counters_of(content, {kGanCounters, kLightGanCounters});
    if (!state) return state.error();
    restore_strength(*state);
    go_on(content, *state);
    return {};
}

void LightGanTrainer::drop_networks() {
    nets_.reset();
    GanTrainer::drop_networks();
}

LightGanRules LightGanTrainer::rules() const {
    LightGanRules r = light_gan_rules(steps_.own_part(config_));
    r.want_grad_norms = wants_norms();
    if (strength_.adapts()) r.share_now = strength_.chance();
    return r;
}

LightGanWindow LightGanTrainer::make_window(const PictureWindow& of) const {
    LightGanWindow w;
    w.samples = of.samples;
    w.first_image = first_sample() + of.after;
    w.real = [this, of](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return pictures_of(of.first_of(i), of.samples[i], picture_layout());
    };
    w.latent = [this, of](std::size_t i) { return latents_of(of, i, RandomPurpose::Latent); };
    w.latent_g = [this, of](std::size_t i) { return latents_of(of, i, RandomPurpose::GeneratorLatent); };
    return w;
}

void LightGanTrainer::d_round(const PictureWindow& of, bool, bool, StepFigures& figures) {
    nets_->step->d_phase(make_window(of), rules(), has_penalty(), figures);
}

void LightGanTrainer::g_gradients(const PictureWindow& of, StepFigures& figures) {
    nets_->step->g_gradients(make_window(of), rules(), figures);
}

}  // namespace headroom
