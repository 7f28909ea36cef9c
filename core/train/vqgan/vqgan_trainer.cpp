// The networks of a run: what they may be, building them.
#include "core/train/vqgan/vqgan_trainer.h"

#include "core/families/vqgan/vqgan_shape.h"

namespace headroom {

Result<void> VqganTrainer::check(const TrainConfig& config) const {
    const auto shape = vqgan_shape(config);
    return shape ? Result<void>() : Result<void>(shape.error());
}

Result<void> VqganTrainer::check(const PackedDataset& data) const {
    if (data.channels() == 3) return {};
    return make_error(ErrorCode::InvalidArgument,
                      data.name() + ": pictures of " + std::to_string(data.channels()) +
                          " channel cannot train a VQGAN, whose pictures have three",
                      "Choose colour pictures.");
}

Result<void> VqganTrainer::build(const ProgressFn& progress) {
    nets_ = std::make_unique<VqganNetworks>(*vqgan_shape(config_), config_, memory_.device());
    return load_perceptual(progress);
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

Bytes VqganTrainer::fixed_bytes(const TrainConfig& config) const {
    return static_memory_of(nets_ ? nets_->shape : *vqgan_shape(config), config).total();
}

Bytes VqganTrainer::preview_need() const {
    return nets_ ? reconstruction_bytes(nets_->shape, config_.image_size) : Bytes{};
}

}  // namespace headroom
