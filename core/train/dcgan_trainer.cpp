// Preparing, applying changes, reporting memory.
#include "core/train/dcgan_trainer.h"

#include "core/api/param_schema.h"
#include "core/memory/role_scope.h"
#include "core/train/pictures.h"

#include <algorithm>
#include <utility>

namespace headroom {
DcganTrainer::DcganTrainer(std::string cache_dir) : pictures_(std::move(cache_dir)) {}

DcganTrainer::~DcganTrainer() {
    nets_.reset();
    keeper_.forget();
}

Result<PreparedRun> DcganTrainer::prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                          ProgressFn progress, EmitFn emit, std::stop_token stop) {
    config_ = config;
    emit_ = std::move(emit);
    if (auto opened = memory_.open(config_, emit_); !opened) return opened.error();
    if (auto opened = pictures_.open(config_, progress, emit_, stop); !opened) return opened.error();
    progress("building the networks", -1);
    steps_.begin();
    memory_.measure_context();
    if (auto enough = check_budget(config_); !enough) return enough.error();
    set_limits();
    try {
        if (restored) {
            if (auto ok = restore(*restored, weights_only); !ok) return ok.error();
        } else {
            nets_ = std::make_unique<GanNetworks>(spec_from_config(config_), config_, memory_.device());
        }
    } catch (const c10::OutOfMemoryError&) {
        return make_error(ErrorCode::OutOfMemory, "the networks alone do not fit: " + to_text(static_memory_of(spec_from_config(config_), config_.ema_half_life > 0).total()) +
                              " of weights and optimiser state, budget " + to_text(memory_.budget()) + " less " + to_text(memory_.context()) + " for the program itself", "Use narrower networks or a larger budget.");
    }
    set_limits();  // the reserve is that of these networks
    const ParameterCounts n = count_parameters(nets_->spec);
    return PreparedRun{step_, images_, pictures_.data().count(), pictures_.data().name(), memory_.memory().name(), n.g, n.d, steps_.elapsed};
}

Result<void> DcganTrainer::check_budget(const TrainConfig& config) const {
    if (!nets_) return memory_.check_budget(config, {}, {});
    RoleBytes fixed = static_memory_of(spec_of(layout_of(nets_->spec), config), config.ema_half_life > 0);
    if (config.optimiser_on_host && !memory_.on_cpu()) fixed[Role::Optimiser] = {};
    return memory_.check_budget(config, fixed.total(), preview_bytes(nets_->spec));
}

void DcganTrainer::set_limits() {
    memory_.set_limits(config_, nets_ ? preview_bytes(nets_->spec) : Bytes{});
    settled_ = false;
}

Result<void> DcganTrainer::apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) {
    const auto turn = memory_.memory().turn();
    if (auto enough = next.budget == config_.budget ? Result<void>() : check_budget(next); !enough) return enough;
    const bool resize = next.image_size != config_.image_size;
    const bool reload = resize || next.data_mirror != config_.data_mirror || next.data_fit != config_.data_fit;
    const RunPictures::Opened before_change = pictures_.opened();
    if (reload) {
        if (auto opened = pictures_.open(next, progress, emit_, stop); !opened) return opened;
    }
    try {
        if (resize) {
            progress(next.image_size > config_.image_size ? "growing the networks" : "shrinking the networks", -1);
            resize_networks(next);
        } else {
            nets_->configure(next);
        }
    } catch (const c10::OutOfMemoryError&) {
        pictures_.put_back(before_change);
        const DeviceLimitSuspension unlimited(memory_.memory());
        nets_->configure(config_);
        return make_error(ErrorCode::OutOfMemory, "the change does not fit in the budget of " + to_text(memory_.budget()), "Raise the budget or make the batch smaller first.");
    }
    const bool restart_epoch = !resize && reload;
    const TrainConfig before = std::exchange(config_, next);
    steps_.settings_changed(before, resize);
    if (restart_epoch) pictures_.restart_epoch();
    follow_fade();
    memory_.memory().release_cache();  // blocks of the old shapes would only be in the way
    set_limits();
    return {};
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

std::shared_ptr<const MemoryReport> DcganTrainer::memory() { return std::make_shared<const MemoryReport>(memory_.report()); }

std::shared_ptr<const StepTimeline> DcganTrainer::timeline() {
    return memory_.timeline(nets_ ? nets_->named_blocks() : std::vector<NamedBlock>{});
}

Result<std::string> DcganTrainer::memory_snapshot() {
    // While the model is parked a step of the past would say what is no longer so.
    return memory_.snapshot(nets_ ? nets_->named_blocks() : std::vector<NamedBlock>{}, nets_ != nullptr);
}

}  // namespace headroom
