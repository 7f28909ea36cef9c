// Preparing, applying changes, reporting memory.
#include "core/train/vqgan/vqgan_trainer.h"

#include "core/config/vqgan_shape.h"
#include "core/memory/role_scope.h"

#include <algorithm>
#include <utility>

namespace headroom {
VqganTrainer::VqganTrainer(std::string cache_dir) : pictures_(std::move(cache_dir)) {}

VqganTrainer::~VqganTrainer() {
    nets_.reset();
    lpips_.reset();
    keeper_.forget();
}

Result<PreparedRun> VqganTrainer::prepare(const TrainConfig& config, const CheckpointContent* restored,
                                          bool weights_only, ProgressFn progress, EmitFn emit, std::stop_token stop) {
    config_ = config;
    emit_ = std::move(emit);
    auto shape = vqgan_shape(config_);
    if (!shape) return shape.error();
    if (auto opened = memory_.open(config_, emit_); !opened) return opened.error();
    if (auto opened = open_data(config_, progress, stop); !opened) return opened.error();
    progress("building the networks", -1);
    steps_.begin();
    memory_.measure_context();
    if (auto enough = check_budget(config_); !enough) return enough.error();
    set_limits();
    try {
        if (restored) {
            if (auto ok = restore(*restored, weights_only); !ok) return ok.error();
        } else {
            nets_ = std::make_unique<VqganNetworks>(*shape, config_, memory_.device());
        }
        if (auto loaded = load_perceptual(progress); !loaded) return loaded.error();
    } catch (const c10::OutOfMemoryError&) {
        return make_error(ErrorCode::OutOfMemory,
                          "the networks alone do not fit: " + to_text(static_memory_of(*shape, config_).total()) +
                              " of weights and optimiser state, budget " + to_text(memory_.budget()) + " less " +
                              to_text(memory_.context()) + " for the program itself",
                          "Use narrower networks or a larger budget.");
    }
    set_limits();  // the reserve is that of these networks
    return PreparedRun{step_,
                       images_,
                       pictures_.data().count(),
                       pictures_.data().name(),
                       memory_.memory().name(),
                       nets_->parameters_g(),
                       nets_->parameters_d(),
                       steps_.elapsed};
}

Result<void> VqganTrainer::load_perceptual(const ProgressFn& progress) {
    nets_->step.perceptual = nullptr;
    lpips_.reset();
    if (config_.vqgan.perceptual_file.empty()) return {};
    progress("reading the perceptual network", -1);
    auto read = load_lpips(config_.vqgan.perceptual_file);
    if (!read) return read.error();
    lpips_ = *read;
    lpips_->to(memory_.device());
    nets_->step.perceptual = [this](const at::Tensor& target, const at::Tensor& picture) {
        return lpips_->distance(target, picture);
    };
    return {};
}

Result<void> VqganTrainer::open_data(const TrainConfig& config, const ProgressFn& progress, std::stop_token stop) {
    const RunPictures::Opened before = pictures_.opened();
    if (auto opened = pictures_.open(config, progress, emit_, std::move(stop)); !opened) return opened;
    if (pictures_.data().channels() == 3) return {};
    const Error wrong = make_error(ErrorCode::InvalidArgument,
                                   pictures_.data().name() + ": pictures of " +
                                       std::to_string(pictures_.data().channels()) +
                                       " channel cannot train a VQGAN, whose pictures have three",
                                   "Choose colour pictures.");
    pictures_.put_back(before);
    return wrong;
}

Result<void> VqganTrainer::check_budget(const TrainConfig& config) const {
    if (!nets_) return memory_.check_budget(config, {}, {});
    return memory_.check_budget(config, static_memory_of(nets_->shape, config).total(),
                                reconstruction_bytes(nets_->shape, config.image_size));
}

void VqganTrainer::set_limits() {
    memory_.set_limits(config_, nets_ ? reconstruction_bytes(nets_->shape, config_.image_size) : Bytes{});
}

Result<void> VqganTrainer::apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) {
    const auto turn = memory_.memory().turn();
    if (auto enough = next.budget == config_.budget ? Result<void>() : check_budget(next); !enough) return enough;
    const bool resize = next.image_size != config_.image_size;
    const bool reload = resize || next.data_mirror != config_.data_mirror || next.data_fit != config_.data_fit;
    const RunPictures::Opened before_change = pictures_.opened();
    if (reload) {
        if (auto opened = open_data(next, progress, stop); !opened) return opened;
    }
    try {
        nets_->configure(next);
    } catch (const c10::OutOfMemoryError&) {
        pictures_.put_back(before_change);
        const DeviceLimitSuspension unlimited(memory_.memory());
        nets_->configure(config_);
        return make_error(ErrorCode::OutOfMemory,
                          "the change does not fit in the budget of " + to_text(memory_.budget()),
                          "Raise the budget or make the batch smaller first.");
    }
    const TrainConfig before = std::exchange(config_, next);
    steps_.settings_changed(before, resize);
    if (reload) pictures_.restart_epoch();
    memory_.memory().release_cache();  // blocks of the old shapes would only be in the way
    set_limits();
    return {};
}

std::shared_ptr<const MemoryReport> VqganTrainer::memory() {
    return std::make_shared<const MemoryReport>(memory_.report());
}

std::shared_ptr<const StepTimeline> VqganTrainer::timeline() {
    return memory_.timeline(nets_ ? nets_->named_blocks() : std::vector<NamedBlock>{});
}

Result<std::string> VqganTrainer::memory_snapshot() {
    // While the model is parked a step of the past would say what is no longer so.
    return memory_.snapshot(nets_ ? nets_->named_blocks() : std::vector<NamedBlock>{}, nets_ != nullptr);
}

}  // namespace headroom
