// The networks of a run: built, changed, grown, saved and restored.
#include "core/train/dcgan/dcgan_trainer.h"

#include "core/memory/role_scope.h"
#include "core/train/dcgan/bare_weights.h"
#include "core/train/dcgan/dcgan_counters.h"
#include "core/train/dcgan/step_rules.h"
#include "core/train/run/eval_mode.h"
#include "core/train/run/pictures.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace headroom {

Result<void> DcganTrainer::build(const ProgressFn&) {
    nets_ = std::make_unique<GanNetworks>(spec_from_config(config_), config_, memory_.device());
    configure_strength();
    return {};
}

Bytes DcganTrainer::fixed_bytes(const TrainConfig& config) const {
    const DcganSpec spec = nets_ ? spec_of(layout_of(nets_->spec), config) : spec_from_config(config);
    return static_memory_of(spec, config.ema_half_life > 0, shadow_type_of(config, memory_.on_cpu()).has_value(),
                            config.optimiser_on_host && !memory_.on_cpu())
        .total();
}

std::pair<std::int64_t, std::int64_t> DcganTrainer::parameters() const {
    const ParameterCounts n = count_parameters(nets_->spec);
    return {n.g, n.d};
}

Bytes DcganTrainer::preview_need() const { return nets_ ? preview_bytes(nets_->spec) : Bytes{}; }

void DcganTrainer::take_on(const TrainConfig& next, const ProgressFn& progress) {
    if (next.image_size == nets_->spec.size) return nets_->configure(next);
    progress(next.image_size > config_.image_size ? "growing the networks" : "shrinking the networks", -1);
    resize_networks(next);
}

void DcganTrainer::resize_networks(const TrainConfig& next) {
    const DcganSpec spec = spec_of(layout_of(nets_->spec), next);
    const bool fading = nets_->spec.fade_from > 0;
    nets_ = std::make_unique<GanNetworks>(spec, next, memory_.device(), nets_.get());
    fade_done_ = 0;
    if (fading && emit_) {
        emit_(Warning{"fade",
                      "the resolution changed again before the last change had faded in; that fade-in ended early",
                      "Pictures may jump; wait for image.fade_steps to pass to avoid it."});
    }
}

void DcganTrainer::follow_fade() {
    if (nets_->spec.fade_from == 0) return;
    if (fade_done_ < own().fade_steps)
        return nets_->set_alpha(static_cast<double>(fade_done_) / static_cast<double>(own().fade_steps));
    steps_.forget_recordings();  // of networks that go
    nets_->end_fade();
}

at::Tensor DcganTrainer::logits_of(const at::Tensor& pictures) {
    const EvalMode eval(*nets_->d);
    return nets_->d->forward(pictures);
}

void DcganTrainer::add_state(nlohmann::json& state) const {
    GanTrainer::add_state(state);
    state.update({{"size", nets_->spec.size},
                  {"latent", nets_->spec.latent},
                  {"channels", nets_->spec.channels},
                  {"widths_g", nets_->spec.widths_g},
                  {"widths_d", nets_->spec.widths_d},
                  {"fade_from", nets_->spec.fade_from},
                  {"fade_done", fade_done_},
                  {"alpha", nets_->alpha().value}});
}

Result<void> DcganTrainer::restore(const CheckpointContent& content, bool weights_only) {
    if (are_bare(content.parts)) {
        auto nets = std::make_unique<GanNetworks>(spec_from_config(config_), config_, memory_.device());
        if (auto ok = load_bare(*nets, content.parts, config_); !ok) return ok;
        nets_ = std::move(nets);
        configure_strength();
        return {};
    }
    const auto state = counters_of(content, {kGanCounters, kDcganCounters});
    if (!state) return state.error();
    if (state->value("model", std::string()) != "dcgan") {
        return make_error(ErrorCode::BadFile,
                          "the checkpoint at step " + std::to_string(content.step) + " is not one of a DCGAN",
                          "Choose a checkpoint of a DCGAN run.");
    }
    DcganSpec spec = spec_from_config(weights_only ? config_ : content.config);
    spec.size = state->value("size", spec.size);
    spec.latent = state->value("latent", spec.latent);
    spec.channels = state->value("channels", spec.channels);
    using Widths = std::vector<std::int64_t>;
    if (auto w = state->value("widths_g", Widths()); !w.empty()) spec.widths_g = std::move(w);
    if (auto w = state->value("widths_d", Widths()); !w.empty()) spec.widths_d = std::move(w);
    spec.fade_from = state->value("fade_from", std::int64_t{0});
    TrainConfig stored = config_;
    stored.ema_half_life = content.config.ema_half_life;
    auto nets = std::make_unique<GanNetworks>(spec, stored, memory_.device());
    if (auto ok = nets->load_parts(content.parts, weights_only); !ok) return ok;
    nets->configure(config_);
    nets_ = std::move(nets);
    bool grows = false;
    if (spec.size != config_.image_size) {
        // A run that goes on grows as it would have while it ran; weights alone begin at their new side.
        const DcganSpec next = weights_only ? resized(spec, config_.image_size) : spec_of(layout_of(spec), config_);
        grows = next.fade_from > 0 && !weights_only;
        nets_ = std::make_unique<GanNetworks>(next, config_, memory_.device(), nets_.get());
    }
    restore_strength(weights_only ? nlohmann::json::object() : *state);
    // Also weights alone are those of amid a fade-in: what has come in by a part goes on from there.
    fade_done_ = grows ? 0 : state->value("fade_done", std::int64_t{0});
    follow_fade();
    if (weights_only) return {};
    go_on(content, *state);
    return {};
}

void DcganTrainer::drop_networks() {
    if (nets_) layout_ = layout_of(nets_->spec);
    nets_.reset();
    GanTrainer::drop_networks();
}

}  // namespace headroom
