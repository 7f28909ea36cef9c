// The iteration: what comes before it now and then, one try, recovery, the ladder.
#include "core/train/imagine/imagine_trainer.h"

#include "core/api/param_schema.h"
#include "core/memory/role_scope.h"
#include "core/models/vqgan_clip/regularisers.h"
#include "core/train/device_errors.h"
#include "core/train/imagine/painted_picture.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace headroom {

double ImagineTrainer::rate_now() const {
    double rate = config_.imagine.rate;
    std::istringstream words(config_.imagine.rate_drops);
    for (std::string word; config_.steps > 0 && words >> word;) {
        double percent = 100;
        std::from_chars(word.data(), word.data() + word.size(), percent);
        if (static_cast<double>(step_) >= percent / 100.0 * static_cast<double>(config_.steps)) rate /= 10;
    }
    return rate;
}

double ImagineTrainer::pull_now() const {
    const ImagineConfig& c = config_.imagine;
    switch (c.pull_kind) {
        case LatentPull::Start: return 2 * c.pull * std::max(0.0, 1.0 - static_cast<double>(step_) / static_cast<double>(c.pull_steps));
        case LatentPull::Zero: return c.pull;
        case LatentPull::ZeroStep: break;
    }
    imagine::WeightSteps steps = imagine::jbustter_steps(c.pull);
    steps.every = c.pull_steps;
    return steps.at(step_);
}

at::Tensor ImagineTrainer::pull_loss(const at::Tensor& z) const {
    const ImagineConfig& c = config_.imagine;
    const double weight = pull_now();
    at::Tensor loss = c.smooth_latent > 0 ? imagine::latent_variation(z, c.smooth_latent) : at::Tensor();
    if (weight > 0) {
        const at::Tensor pull = c.pull_kind == LatentPull::Zero ? imagine::decaying_pull_to_zero(z, weight, step_)
                                : imagine::pull_to(z, c.pull_kind == LatentPull::Start ? start_ : at::zeros_like(z), weight);
        loss = loss.defined() ? loss + pull : pull;
    }
    return loss;
}

imagine::PaintSettings ImagineTrainer::paint_settings() const {
    const ImagineConfig& c = config_.imagine;
    imagine::PaintSettings out{c.cuts, c.chunk, step_, config_.precision == Precision::Bf16, {}, {}};
    if (c.smooth_picture > 0) out.picture_loss = [weight = c.smooth_picture](const at::Tensor& picture) { return imagine::picture_variation(picture, weight); };
    if (pull_now() > 0 || c.smooth_latent > 0) out.latent_loss = [this](const at::Tensor& z) { return pull_loss(z); };
    return out;
}

Result<void> ImagineTrainer::move_picture() {
    const ImagineConfig& c = config_.imagine;
    const bool moves = c.motion_every > 0 && step_ > 0 && step_ >= c.motion_from && step_ % c.motion_every == 0;
    const bool covers = c.overlay_every > 0 && step_ % c.overlay_every == c.overlay_offset % c.overlay_every && step_ >= c.overlay_offset &&
                        (c.overlay_until == 0 || step_ < c.overlay_until);
    if (!moves && !covers) return {};
    if (auto ready = want_encoder(); !ready) return ready;
    const DeviceLimitSuspension never_refused(memory_.memory());
    at::Tensor picture = decoded();
    if (moves) picture = moved(picture, c);
    if (covers) {
        auto overlay = read_picture(c.overlay_picture, picture.size(3), picture.size(2), false);
        if (!overlay) return overlay.error();
        picture = overlaid(picture, *overlay, c.overlay_alpha);
    }
    const at::Tensor z = encoded(picture);
    const at::NoGradGuard no_grad;
    z_.copy_(z);
    if (!moves) return {};
    start_ = z;
    optimiser_->reset();
    return {};
}

Result<void> ImagineTrainer::before_step() {
    const ImagineConfig& c = config_.imagine;
    if (c.story_every > 0 && step_ > 0 && step_ % c.story_every == 0 && phrases_of(c) > 1) {
        const std::size_t next = (phrase_ + 1) % phrases_of(c);
        const DeviceLimitSuspension reading(memory_.memory());
        if (auto aimed = aim(config_, next); !aimed) return aimed;
        phrase_ = next;
        thin_networks();
    }
    optimiser_->set_rate(rate_now());
    return move_picture();
}

Result<void> ImagineTrainer::prepared_step() {
    try {
        return before_step();
    } catch (const c10::Error& e) {
        switch (failure_of(e, memory_.memory())) {
            case DeviceFailure::DeviceLost: return memory_.device_lost(step_ + 1, e.what_without_backtrace());
            case DeviceFailure::OutOfMemory:
                return make_error(ErrorCode::OutOfMemory, "there was no room to read a phrase or to move the picture before iteration " + std::to_string(step_ + 1),
                                  "Allow more memory, or choose a smaller picture.");
            case DeviceFailure::Defect: break;
        }
        return make_error(ErrorCode::Internal, "the tensor library failed before a step", "Save the log and report it.", e.what_without_backtrace());
    }
}

ImagineTrainer::Attempt ImagineTrainer::attempt(StepOutcome& out) {
    const int threads = tuner_.begin_step();
    memory_.begin_step(config_, elapsed_, steps_since_change_ == 0);
    try {
        const auto begin = Clock::now();
        std::vector<imagine::Judge> judges;
        for (const Seer& seer : seers_) judges.push_back({seer.clip.model.get(), &*seer.cutter, seer.targets});
        const imagine::PaintOutcome painted = imagine::paint_step(*vqgan_, judges, z_, paint_settings());
        {
            const PhaseScope phase(Phase::LatentStep);
            const DeviceLimitSuspension never_refused(memory_.memory());  // from here on there is no way back
            optimiser_->step(z_, z_.grad());
            imagine::clamp_to_codes(z_, range_);
            z_.mutable_grad() = at::Tensor();
        }
        if (const std::string wrong = memory_.memory().synchronise(); !wrong.empty()) {
            out.error = memory_.device_lost(step_ + 1, wrong);
            return Attempt::Failed;
        }
        memory_.end_step(step_ + 1, elapsed_);
        out.metrics.threads = threads;
        tell(painted, seconds_since(begin), out.metrics);
        return Attempt::Done;
    } catch (const c10::Error& e) {
        // Out of memory falls through: the graph must unwind before anything else is done.
        const DeviceFailure failure = failure_of(e, memory_.memory());
        if (failure == DeviceFailure::DeviceLost) {
            out.error = memory_.device_lost(step_ + 1, e.what_without_backtrace());
            return Attempt::Failed;
        }
        if (failure == DeviceFailure::Defect) {
            z_.mutable_grad() = at::Tensor();
            out.error = make_error(ErrorCode::Internal, "the tensor library failed in a step", "Save the log and report it.", e.what_without_backtrace());
            return Attempt::Failed;
        }
    }
    memory_.drop_step();
    refused_ = memory_.what_was_refused();
    z_.mutable_grad() = at::Tensor();
    given_back_ = memory_.memory().release_cache();
    return Attempt::NoRoom;
}

void ImagineTrainer::tell(const imagine::PaintOutcome& painted, double seconds, StepDone& m) {
    const DeviceLimitSuspension never_refused(memory_.memory());
    picture_ = painted.picture;
    retag(picture_, Role::Preview);
    ++step_;
    ++steps_since_change_;
    m.step = m.images = step_;
    m.loss_g = painted.loss.item<double>();
    m.loss_d = m.d_real = m.d_fake = m.grad_norm_g = m.grad_norm_d = std::nan("");
    // Several CLIPs look for the same prompts: their mean is told.
    at::Tensor similarity;
    for (const at::Tensor& each : painted.similarities) similarity = similarity.defined() ? similarity + each : each;
    if (similarity.defined()) {
        const at::Tensor mean = (similarity / static_cast<double>(painted.similarities.size())).to(at::kCPU, at::kDouble).contiguous();
        m.similarity.assign(mean.const_data_ptr<double>(), mean.const_data_ptr<double>() + mean.numel());
    }
    m.step_seconds = seconds;
    m.images_per_second = 1.0 / std::max(seconds, 1e-9);
    memory_.tell_step(m);
    usual_peak_ = steps_since_change_ > 1 ? std::max(usual_peak_, m.peak_tensors) : m.peak_tensors;
    usual_seconds_ = seconds;
}

StepOutcome ImagineTrainer::step() {
    climb_back();
    const auto turn = memory_.memory().turn();
    StepOutcome out;
    std::optional<OomStory> story;
    const auto start = Clock::now();
    if (auto ready = prepared_step(); !ready) {
        out.error = ready.error();
        return out;
    }
    for (;;) {
        const Attempt how = attempt(out);
        if (how == Attempt::Failed) return out;
        if (how == Attempt::Done) break;
        if (!story) story.emplace(config_, oom_scene());
        else story->refused_again(refused_);
        if (!next_try(*story)) {
            out.error = give_up(*story, seconds_since(start));
            return out;
        }
    }
    const double seconds = seconds_since(start);
    tuner_.end_step(out.metrics.step_seconds, !story && steps_since_change_ > 1);
    if (story) tell_survived(*story, out.metrics, seconds - out.metrics.step_seconds);
    else (void)ladder_.step_done(0);
    out.done = true;
    out.metrics.elapsed_seconds = elapsed_ += seconds;
    return out;
}

OomScene ImagineTrainer::oom_scene() const {
    OomScene s;
    s.step = step_ + 1;
    s.images = step_;
    s.refused = refused_;
    s.budget = memory_.budget();
    s.reserve = memory_.reserve();
    s.context = memory_.context();
    s.budget_before = memory_.good_budget;
    s.settled = steps_since_change_ > 0;
    s.usual_peak = usual_peak_;
    s.usual_seconds = steps_since_change_ > 0 ? usual_seconds_ : 0;
    MemoryReport report = memory_.report_at(refused_);
    s.others_now = report.now.other_programs;
    s.others_before = step_ > 0 ? memory_.others_before : s.others_now;
    s.ledger = std::make_shared<const MemoryReport>(std::move(report));
    return s;
}

bool ImagineTrainer::next_try(OomStory& story) {
    if (config_.on_oom == OnOom::Stop) return false;
    if (!story.has_relieved()) {
        story.relieved(given_back_);
        const bool lately = relieved_at_ >= 0 && step_ - relieved_at_ < Ladder::kCalmSteps;
        if (missing_in(refused_).count == 0 && !lately) {
            relieved_at_ = step_;
            return true;
        }
    }
    const auto move = ladder_.down(config_);
    if (!move) return false;
    story.went_down(*move);
    use_rung(move->to);
    return true;
}

void ImagineTrainer::use_rung(const TrainConfig& config) {
    const DeviceLimitSuspension unlimited(memory_.memory());
    const bool thinner = config.precision == Precision::Bf16 && config_.precision != Precision::Bf16;
    config_ = config;
    set_modes();
    if (thinner) thin_networks();
    set_tf32(config_.precision == Precision::Tf32);
    steps_since_change_ = 0;
}

void ImagineTrainer::tell_survived(OomStory& story, const StepDone& metrics, double lost) {
    ++memory_.oom_survived;
    ladder_.survived(story.moves(), story.needs());
    if (!emit_) return;
    OomRecovered event = story.survived(config_, metrics.peak, metrics.peak_tensors, metrics.step_seconds, lost, ladder_.rest(config_));
    event.images = step_;
    emit_(std::move(event));
}

Error ImagineTrainer::give_up(OomStory& story, double lost) {
    const OomRecovered event = story.given_up(lost);
    std::string text = "iteration " + std::to_string(step_ + 1) + " does not fit: " + to_text(refused_.requested) + " more than the " + to_text(refused_.live) +
                       " in use were needed, budget " + to_text(memory_.budget()) + " less " + to_text(memory_.context()) + " for the program itself";
    for (const std::string& remedy : event.tried) text += "; tried " + remedy;
    use_rung(story.before());
    if (emit_) emit_(event);
    return make_error(ErrorCode::OutOfMemory, text, "Raise the budget, or choose a smaller picture or smaller models.");
}

void ImagineTrainer::climb_back() {
    if (!ladder_.descended() || config_.on_oom == OnOom::Stop) return;
    const AllocatorCounts counts = memory_.memory().counts();
    Bytes allowed = memory_.memory().limit();
    if (!memory_.on_cpu()) {
        const DeviceFigures device = memory_.memory().figures();
        if (device.known) allowed = std::min(allowed, counts.live.total() + device.available);
    }
    const auto next = ladder_.up(config_, allowed, counts.live_total, usual_peak_);
    if (!next) return;
    const TrainConfig before = config_;
    if (next->precision != before.precision) return;  // full precision comes back from the files when the user asks for it
    use_rung(*next);
    if (!emit_) return;
    for (const auto& [key, value] : difference(before, config_))
        emit_(ParamApplied{key, find_param(key)->get(before), value, step_, step_, ChangeOrigin::Ladder});
}

}  // namespace headroom
