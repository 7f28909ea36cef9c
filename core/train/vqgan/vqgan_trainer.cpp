// Preparing, applying changes, reporting memory.
#include "core/train/vqgan/vqgan_trainer.h"

#include "core/config/vqgan_shape.h"
#include "core/memory/role_scope.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

/// Whether two configurations see the same packed pictures; what else decides them changes only with a new run.
bool same_packed(const TrainConfig& a, const TrainConfig& b) {
    return a.image_size == b.image_size && a.data_fit == b.data_fit;
}

}  // namespace

VqganTrainer::VqganTrainer(std::string cache_dir) : cache_dir_(std::move(cache_dir)) {}

VqganTrainer::~VqganTrainer() {
    nets_.reset();
    lpips_.reset();
    parked_.reset();
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
                       data_->count(),
                       data_->name(),
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
    if (given_data_) {
        data_ = given_data_;
    } else if (auto ready = take_ready(config)) {
        data_ = std::move(ready);
    } else {
        auto data = open_dataset(config, cache_dir_, progress, stop);
        if (!data) return data.error();
        data_ = std::move(*data);
    }
    if (data_->channels() != 3)
        return make_error(ErrorCode::InvalidArgument,
                          data_->name() + ": pictures of " + std::to_string(data_->channels()) +
                              " channel cannot train a VQGAN, whose pictures have three",
                          "Choose colour pictures.");
    sampler_.emplace(data_->count(), static_cast<std::uint64_t>(config.seed));
    if (!data_->rejected().empty() && emit_) {
        const RejectedFile& first = data_->rejected().front();
        emit_(Warning{"skipped-files",
                      std::to_string(data_->rejected().size()) + " files were skipped, the first is " + first.path +
                          ": " + first.reason,
                      "The data set inspector lists all of them."});
    }
    return {};
}

bool VqganTrainer::needs_other_data(const TrainConfig& next) const {
    return !given_data_ && !same_packed(next, config_);
}

Result<void> VqganTrainer::ready_data(const TrainConfig& next, ProgressFn progress, std::stop_token stop) {
    auto data = open_dataset(next, cache_dir_, progress, std::move(stop));
    if (!data) return data.error();
    const std::lock_guard lock(ready_mutex_);
    ready_data_ = std::move(*data);
    ready_for_ = next;
    return {};
}

std::shared_ptr<const PackedDataset> VqganTrainer::take_ready(const TrainConfig& config) {
    const std::lock_guard lock(ready_mutex_);
    auto ready = std::exchange(ready_data_, nullptr);
    return ready && same_packed(config, ready_for_) ? ready : nullptr;
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
    const auto old_data = data_;
    const auto old_sampler = sampler_;
    if (reload) {
        if (auto opened = open_data(next, progress, stop); !opened) return opened;
    }
    try {
        nets_->configure(next);
    } catch (const c10::OutOfMemoryError&) {
        data_ = old_data;
        sampler_ = old_sampler;
        const DeviceLimitSuspension unlimited(memory_.memory());
        nets_->configure(config_);
        return make_error(ErrorCode::OutOfMemory,
                          "the change does not fit in the budget of " + to_text(memory_.budget()),
                          "Raise the budget or make the batch smaller first.");
    }
    const TrainConfig before = std::exchange(config_, next);
    steps_.settings_changed(before, resize);
    if (reload) position_ -= position_ % data_->count();
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

bool VqganTrainer::reached_limit() const {
    if (config_.steps > 0 && step_ >= config_.steps) return true;
    if (config_.images > 0 && images_ >= config_.images) return true;
    return config_.epochs > 0 && position_ >= config_.epochs * data_->count();
}

}  // namespace headroom
