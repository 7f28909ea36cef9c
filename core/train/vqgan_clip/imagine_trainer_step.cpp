// The iteration: what comes before it now and then, one try, its undoing, its figures; from one picture of a folder to the next.
#include "core/families/vqgan_clip/imagine_figures.h"
#include "core/train/vqgan_clip/imagine_trainer.h"

#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/vqgan_clip/regularisers.h"
#include "core/train/device_errors.h"
#include "core/train/vqgan_clip/painted_picture.h"
#include "core/train/vqgan_clip/shared_cuts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

namespace headroom {

double ImagineTrainer::rate_now() const {
    double rate = own().rate;
    const std::int64_t whole = walk_ ? own().frame_steps : config_.steps;
    std::istringstream words(own().rate_drops);
    for (std::string word; whole > 0 && words >> word;) {
        double percent = 100;
        std::from_chars(word.data(), word.data() + word.size(), percent);
        if (static_cast<double>(iteration()) >= percent / 100.0 * static_cast<double>(whole)) rate /= 10;
    }
    return rate;
}

double ImagineTrainer::pull_now() const {
    const ImagineConfig& c = own();
    switch (c.pull_kind) {
        case LatentPull::Start:
            return !held_
                       ? 0
                       : 2 * c.pull *
                             std::max(0.0, 1.0 - static_cast<double>(iteration()) / static_cast<double>(c.pull_steps));
        case LatentPull::Zero: return c.pull;
        case LatentPull::ZeroStep: break;
    }
    imagine::WeightSteps steps = imagine::jbustter_steps(c.pull);
    steps.every = c.pull_steps;
    return steps.at(iteration());
}

at::Tensor ImagineTrainer::pull_loss(const at::Tensor& z) const {
    const ImagineConfig& c = own();
    const double weight = pull_now();
    at::Tensor loss = c.smooth_latent > 0 ? imagine::latent_variation(z, c.smooth_latent) : at::Tensor();
    if (weight > 0) {
        const at::Tensor pull =
            c.pull_kind == LatentPull::Zero
                ? imagine::decaying_pull_to_zero(z, weight, iteration())
                : imagine::pull_to(z, c.pull_kind == LatentPull::Start ? start_ : at::zeros_like(z), weight);
        loss = loss.defined() ? loss + pull : pull;
    }
    return loss;
}

imagine::PaintSettings ImagineTrainer::paint_settings() const {
    const ImagineConfig& c = own();
    imagine::PaintSettings out{c.cuts, c.chunk, iteration(), config_.precision == Precision::Bf16};
    if (c.smooth_picture > 0)
        out.picture_loss = [weight = c.smooth_picture](const at::Tensor& picture) {
            return imagine::picture_variation(picture, weight);
        };
    if (pull_now() > 0 || c.smooth_latent > 0) out.latent_loss = [this](const at::Tensor& z) { return pull_loss(z); };
    return out;
}

Result<at::Tensor> ImagineTrainer::moved_latent(bool& moves) {
    const ImagineConfig& c = own();
    const std::int64_t i = iteration();
    moves = c.motion_every > 0 && i > 0 && i >= c.motion_from && i % c.motion_every == 0;
    const bool covers = c.overlay_every > 0 && i % c.overlay_every == c.overlay_offset % c.overlay_every &&
                        i >= c.overlay_offset && (c.overlay_until == 0 || i < c.overlay_until);
    if (!moves && !covers) return at::Tensor();
    if (auto ready = want_encoder(); !ready) return ready.error();
    const DeviceLimitSuspension never_refused(memory_.memory());
    at::Tensor picture = networks_.decoded(z_);
    if (moves) picture = moved(picture, c);
    if (covers) {
        auto overlay = read_overlay(c.overlay_picture, picture.size(3), picture.size(2));
        if (!overlay) return overlay.error();
        picture = overlaid(picture, *overlay, c.overlay_alpha);
    }
    return networks_.encoded(picture);
}

Result<void> ImagineTrainer::change_scene() {
    optimiser_->set_rate(rate_now());
    if (scene_ == step_) return {};
    if (walk_ && walk_->next().defined() && walk_->frame_done()) {
        if (auto begun = begin_frame(); !begun) return begun;
    }
    const ImagineConfig& c = own();
    bool moves = false;
    const auto z = moved_latent(moves);
    if (!z) return z.error();
    if (c.story_every > 0 && iteration() > 0 && iteration() % c.story_every == 0 && phrases_of(c) > 1) {
        const std::size_t next = (phrase_ + 1) % phrases_of(c);
        const DeviceLimitSuspension reading(memory_.memory());
        if (auto aimed = aim(config_, next); !aimed) return aimed;
        phrase_ = next;
    }
    optimiser_->set_rate(rate_now());  // a picture of a folder may have begun
    scene_ = step_;
    if (!z->defined()) return {};
    const at::NoGradGuard no_grad;
    z_.copy_(*z);
    if (!moves) return {};
    start_ = *z;
    optimiser_->reset();
    return {};
}

Result<void> ImagineTrainer::before_step() {
    const std::string when = "before iteration " + std::to_string(step_ + 1);
    const Error no_room =
        make_error(ErrorCode::OutOfMemory, "there was no room to read a phrase or to move the picture " + when,
                   "Allow more memory, or choose a smaller picture.");
    const auto change = [&] { return on_device([this] { return change_scene(); }, no_room, when); };
    auto changed = change();
    if (!changed && changed.error().code == ErrorCode::OutOfMemory && steps_.make_room()) changed = change();
    return peers_ && peers_->lost() ? *peers_->lost() : changed;
}

StepCourse ImagineTrainer::course() const {
    if (!kernels_on(memory_.device())) return {{}, "this GPU has no kernels of Headroom's own"};
    return {"an iteration", {}};
}

void ImagineTrainer::begin_recording() {
    const RoleScope role(Role::Inputs);
    hold_cuts_ = networks_.hold_cuts(own(), iteration());
}

StepRecording ImagineTrainer::end_recording(bool made) {
    networks_.let_cuts_go();
    const auto hold = std::exchange(hold_cuts_, nullptr);
    const at::Tensor grad = std::exchange(z_.mutable_grad(), at::Tensor());
    imagine::PaintOutcome painted = std::exchange(painted_, {});
    if (!made) return {};
    retag(grad, Role::Workspace);  // it stays between iterations
    const auto bring = [this, hold](StepTransaction& transaction) {
        begin_try(transaction);
        hold(iteration());
    };
    const auto note = [this, grad, painted] {
        z_.mutable_grad() = grad;
        painted_ = painted;
        {
            const PhaseScope phase(Phase::DecodeBack);
            imagine::add_latent_loss(paint_settings().latent_loss, z_, painted_);
        }
        move_latent();
    };
    return {bring, note};
}

void ImagineTrainer::begin_try(StepTransaction& transaction) {
    transaction.begin_try([this] {
        z_.mutable_grad() = at::Tensor();
        painted_ = {};
    });
    const imagine::OptimiserState before = optimiser_->state();
    std::vector<at::Tensor> kept{z_};
    for (const auto& [name, tensor] : before.tensors) kept.push_back(tensor);
    transaction.keep(kept);
    transaction.keep([this, before] { optimiser_->put_back(before); });
}

void ImagineTrainer::try_step(StepTransaction& transaction) {
    begin_try(transaction);
    imagine::PaintSettings paint = paint_settings();
    std::optional<SharedCuts> share;
    if (peers_) paint.share = &share.emplace(*peers_);
    // What the latent is held by changes from one iteration to the next: with the step of the optimiser it is not recorded.
    if (hold_cuts_) paint.latent_loss = nullptr;
    painted_ = imagine::paint_step(networks_.vqgan(), networks_.judges(), z_, paint);
    if (!hold_cuts_) move_latent();
}

void ImagineTrainer::move_latent() {
    const PhaseScope phase(Phase::LatentStep);
    const DeviceLimitSuspension never_refused(memory_.memory());  // a few latents, which the forecast leaves out
    std::optional<CommonWork> common;
    if (peers_) common.emplace(*peers_);
    optimiser_->step(z_, z_.grad());
    imagine::clamp_to_codes(z_, networks_.parts().range);
    z_.mutable_grad() = at::Tensor();
}

void ImagineTrainer::use_rung(const TrainConfig& config) {
    const bool thinner = config.precision == Precision::Bf16 && config_.precision != Precision::Bf16;
    config_ = config;
    follow_folder();
    networks_.set_modes();
    if (thinner) networks_.thin();
}

void ImagineTrainer::commit(double seconds, StepDone& m) noexcept {
    ++step_;
    m.step = m.images = step_;
    m.images_per_second = 1.0 / std::max(seconds, 1e-9);
    frame_ends_ = walk_ && walk_->count(own().frame_steps);
}

ToldFigures ImagineTrainer::tell(StepDone& m) {
    picture_ = painted_.picture;
    retag(picture_, Role::Preview);
    if (walk_) m.frame = walk_->progress(own().frame_steps);
    if (frame_ends_) end_frame();
    m.loss_d = m.d_real = m.d_fake = m.grad_norm_g = m.grad_norm_d = std::nan("");
    // Several CLIPs look for the same prompts: their mean counts.
    at::Tensor similarity;
    for (const at::Tensor& each : painted_.similarities) similarity = similarity.defined() ? similarity + each : each;
    if (similarity.defined()) similarity = similarity / static_cast<double>(painted_.similarities.size());
    ToldFigures told{{painted_.loss}, {}};
    if (similarity.defined()) told.figures.push_back(similarity);
    told.write = [painted = painted_.loss.defined(), judged = similarity.defined(),
                  aims = networks_.parts().aims](const std::vector<double>& numbers, StepDone& done) {
        done.loss_g = numbers.front();
        if (judged) done.edit<ImagineFigures>() = {{numbers.begin() + 1, numbers.end()}, aims};
        return !painted || std::isfinite(done.loss_g);
    };
    painted_ = {};
    return told;
}

Result<void> ImagineTrainer::open_folder() {
    auto walk = FrameWalk::open(own().start_folder);
    if (!walk) return walk.error();
    walk_ = std::move(*walk);
    return {};
}

void ImagineTrainer::seek_frame() {
    const ImagineConfig& c = own();
    const std::int64_t f = networks_.vqgan().config().factor(), rows = networks_.cells(c.height),
                       columns = networks_.cells(c.width);
    const RoleScope role(Role::Inputs);
    walk_->seek([&](const std::string& path) { return read_picture(path, columns * f, rows * f, c.reference); },
                [&](const Error& error) {
                    if (emit_) emit_(Warning{"frame", error.message + "; it is passed over", error.hint});
                });
}

Result<at::Tensor> ImagineTrainer::first_frame() {
    const RoleScope role(Role::Inputs);
    if (auto ready = want_encoder(); !ready) return ready.error();
    seek_frame();
    if (!walk_->next().defined())
        return make_error(ErrorCode::BadFile,
                          "start.folder: " + own().start_folder + ": none of its " + std::to_string(walk_->listed()) +
                              " files is a picture that can be read",
                          "The log says what is wrong with each.");
    return networks_.encoded(walk_->enter());
}

Result<void> ImagineTrainer::begin_frame() {
    const ImagineConfig& c = own();
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
        if (c.frame_blend > 0)
            picture = at::lerp(picture.to(memory_.device()), networks_.decoded(z_).to(at::kFloat), c.frame_blend);
        z = networks_.encoded(picture);
    }
    (void)walk_->enter();  // not before: what throws above leaves everything as it was
    held_ = true;
    begin_at(z);
    make_optimiser(nullptr);
    return {};
}

void ImagineTrainer::end_frame() {
    picture_ = networks_.decoded(z_);  // the step's own is of the iteration before its last
    seek_frame();
    follow_folder();
}

void ImagineTrainer::follow_folder() {
    if (walk_) config_.steps = step_ + walk_->left(own().frame_steps);
}

}  // namespace headroom
