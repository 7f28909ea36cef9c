// PictureTrainer: windows of pictures, and what of them a recorded step reads from memory that stays.
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/train/run/run_trainer.h"

#include <algorithm>
#include <utility>

namespace headroom {

PictureWindow PictureTrainer::window_after(std::int64_t after) const {
    PictureWindow window{after, {}};
    std::int64_t left = pictures_.window(config_, pictures_.position + after);
    while (left > 0) {
        window.samples.push_back(std::min(left, config_.batch_micro));
        left -= window.samples.back();
    }
    return window;
}

at::Tensor PictureTrainer::pictures_of(std::int64_t after, std::int64_t count, at::MemoryFormat format) const {
    if (!held_pictures_ || pictures_.on_device())
        return pictures_.batch(config_, first_sample() + after, count, format);
    const auto found = std::find_if(held_pictures_->begin(), held_pictures_->end(), [&](const HeldPictures& held) {
        return held.after == after && held.count == count;
    });
    TORCH_CHECK(found != held_pictures_->end(), "the recorded step asks for pictures that none of its windows has");
    return found->pictures;
}

std::string PictureTrainer::text_of_windows() const {
    std::string text = pictures_.on_device() ? "" : "arriving ";
    for (const PictureWindow& window : windows()) {
        for (const std::int64_t n : window.samples) text += std::to_string(n) + " ";
        text += "; ";
    }
    return text;
}

std::string PictureTrainer::why_not_recorded() const {
    if (!kernels_on(memory_.device())) return "this GPU has no kernels of Headroom's own";
    if (config_.optimiser_on_host) return "Adam's moments are in host memory (memory.optimiser_on_host)";
    return {};
}

void PictureTrainer::begin_recording() {
    static const LabelId label = label_id("pictures of the recorded step");
    const LabelScope of(label);
    const RoleScope role(Role::Inputs);
    const PackedDataset& data = pictures_.data();
    // As they are stored: channel after channel of a pixel.
    const at::MemoryFormat format =
        picture_layout() == at::MemoryFormat::Preserve ? at::MemoryFormat::ChannelsLast : picture_layout();
    const auto options = at::TensorOptions().dtype(at::kFloat).device(memory_.device());
    held_pictures_ = std::make_shared<std::vector<HeldPictures>>();
    if (half_life_after(config_, images_) < config_.ema_half_life) mean_share_there_ = at::zeros({}, options);
    if (pictures_.on_device()) return;  // they are gathered where the position says
    for (const PictureWindow& window : windows()) {
        for (std::size_t i = 0; i < window.samples.size(); ++i)
            held_pictures_->push_back({window.first_of(i), window.samples[i],
                                       at::empty({window.samples[i], data.channels(), data.size(), data.size()},
                                                 options.memory_format(format))});
    }
}

StepRecording PictureTrainer::end_recording(bool made) {
    const auto held = std::exchange(held_pictures_, nullptr);
    const at::Tensor share_there = std::exchange(mean_share_there_, at::Tensor());
    if (!made) return {};
    const auto bring = [this, held, share_there, images = window_images_](StepTransaction&) {
        const at::NoGradGuard no_grad;
        const RoleScope role(Role::Inputs);
        for (HeldPictures& held_one : *held)
            held_one.pictures.copy_(
                pictures_.batch(config_, pictures_.position + held_one.after, held_one.count, picture_layout()),
                /*non_blocking=*/true);
        if (share_there.defined()) share_there.fill_(mean_share_after(images));
        bring_numbers();
    };
    return {bring, noted()};
}

}  // namespace headroom
