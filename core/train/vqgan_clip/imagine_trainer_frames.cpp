// A run over a folder of pictures: from one to the next.
#include "core/memory/libtorch.h"
#include "core/train/vqgan_clip/imagine_trainer.h"

#include "core/memory/role_scope.h"
#include "core/train/vqgan_clip/painted_picture.h"

#include <algorithm>

namespace headroom {

Result<void> ImagineTrainer::open_folder() {
    auto walk = FrameWalk::open(config_.imagine.start_folder);
    if (!walk) return walk.error();
    walk_ = std::move(*walk);
    return {};
}

void ImagineTrainer::seek_frame() {
    const ImagineConfig& c = config_.imagine;
    const std::int64_t f = vqgan_->config().factor(), rows = cells(c.height), columns = cells(c.width);
    const RoleScope role(Role::Inputs);
    walk_->seek([&](const std::string& path) { return read_picture(path, columns * f, rows * f, c.reference); },
                [&](const Error& error) {
                    if (emit_) emit_(Warning{"frame", error.message + "; it is passed over", error.hint});
                });
}

Result<at::Tensor> ImagineTrainer::first_frame() {
    if (auto ready = want_encoder(); !ready) return ready.error();
    seek_frame();
    if (!walk_->next().defined())
        return make_error(ErrorCode::BadFile, "start.folder: " + config_.imagine.start_folder + ": none of its " + std::to_string(walk_->listed()) + " files is a picture that can be read",
                          "The log says what is wrong with each.");
    return encoded(walk_->enter());
}

Result<void> ImagineTrainer::begin_frame() {
    const ImagineConfig& c = config_.imagine;
    const DeviceLimitSuspension never_refused(memory_.memory());
    if (phrase_ != 0) {
        if (auto aimed = aim(config_, 0); !aimed) return aimed;
        phrase_ = 0;
    }
    if (auto ready = want_encoder(); !ready) return ready;
    at::Tensor z;
    {
        const RoleScope role(Role::Inputs);
        at::Tensor picture = walk_->next();
        if (c.frame_blend > 0) picture = at::lerp(picture.to(memory_.device()), decoded().to(at::kFloat), c.frame_blend);
        z = encoded(picture);
    }
    (void)walk_->enter();  // not before: what throws above leaves everything as it was
    held_ = true;
    start_ = z;
    z_ = start_.clone().requires_grad_(true);
    make_optimiser(nullptr);
    return {};
}

void ImagineTrainer::end_frame() {
    picture_ = decoded();  // the step's own is of the iteration before its last
    seek_frame();
    follow_folder();
}

void ImagineTrainer::follow_folder() {
    if (walk_) config_.steps = step_ + walk_->left(config_.imagine.frame_steps);
}

}  // namespace headroom
