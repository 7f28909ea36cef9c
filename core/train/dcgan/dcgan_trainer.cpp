// The networks of a run: built, changed, grown.
#include "core/train/dcgan/dcgan_trainer.h"

#include "core/train/run/pictures.h"

#include <utility>

namespace headroom {

Result<void> DcganTrainer::build(const ProgressFn&) {
    nets_ = std::make_unique<GanNetworks>(spec_from_config(config_), config_, memory_.device());
    return {};
}

Bytes DcganTrainer::fixed_bytes(const TrainConfig& config) const {
    const DcganSpec spec = nets_ ? spec_of(layout_of(nets_->spec), config) : spec_from_config(config);
    RoleBytes fixed = static_memory_of(spec, config.ema_half_life > 0);
    if (config.optimiser_on_host && !memory_.on_cpu()) fixed[Role::Optimiser] = {};
    return fixed.total();
}

std::pair<std::int64_t, std::int64_t> DcganTrainer::parameters() const {
    const ParameterCounts n = count_parameters(nets_->spec);
    return {n.g, n.d};
}

Bytes DcganTrainer::preview_need() const { return nets_ ? preview_bytes(nets_->spec) : Bytes{}; }

void DcganTrainer::set_limits() {
    PictureTrainer::set_limits();
    settled_ = false;
}

void DcganTrainer::take_on(const TrainConfig& next, const ProgressFn& progress) {
    if (next.image_size == nets_->spec.size) return nets_->configure(next);
    progress(next.image_size > config_.image_size ? "growing the networks" : "shrinking the networks", -1);
    resize_networks(next);
}

void DcganTrainer::resize_networks(const TrainConfig& next) {
    const DcganSpec spec = spec_of(layout_of(nets_->spec), next);
    const bool fading = nets_->spec.fade_from > 0;
    auto fresh = std::make_unique<GanNetworks>(spec, next, memory_.device());
    fresh->take_matching(*nets_);
    nets_ = std::move(fresh);
    fade_done_ = 0;
    if (fading && emit_) {
        emit_(Warning{"fade", "the resolution changed again before the last change had faded in; that fade-in ended early", "Pictures may jump; wait for image.fade_steps to pass to avoid it."});
    }
}

void DcganTrainer::follow_fade() {
    if (nets_->spec.fade_from == 0) return;
    if (fade_done_ >= config_.fade_steps) nets_->end_fade();
    else nets_->set_alpha(static_cast<double>(fade_done_) / static_cast<double>(config_.fade_steps));
}

}  // namespace headroom
