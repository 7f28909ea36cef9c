// Surviving out-of-memory errors: the ladder's rungs taken, told, and climbed back.
#include "core/train/dcgan_trainer.h"

#include "core/api/param_schema.h"

#include <algorithm>

namespace headroom {

OomScene DcganTrainer::oom_scene() const {
    OomScene s;
    s.step = step_ + 1;
    s.images = images_;
    s.refused = refused_;
    const int micro = nets_->step->micro_batch();
    const std::int64_t window = std::min(config_.effective_batch(), sampler_->left_in_epoch(position_));
    s.micro_batch = micro + 1;
    s.micro_batches = micro < 0 ? 0 : static_cast<int>((window + config_.batch_micro - 1) / config_.batch_micro);
    s.budget = memory_.budget();
    s.reserve = memory_.reserve();
    s.context = memory_.context();
    s.budget_before = memory_.good_budget;
    s.settled = settled_;
    s.usual_peak = usual_peak_;
    s.usual_seconds = steps_since_change_ > 0 ? usual_seconds_ : 0;

    MemoryReport report = memory_.report_at(refused_);
    s.others_now = report.now.other_programs;
    s.others_before = step_ > 0 ? memory_.others_before : s.others_now;
    s.ledger = std::make_shared<const MemoryReport>(std::move(report));
    return s;
}

bool DcganTrainer::next_try(OomStory& story) {
    if (config_.on_oom == OnOom::Stop) return false;
    if (!story.has_relieved()) {
        story.relieved(given_back_);
        // With room under the limit it was the system, or fragments: now that caches are back the same may go well. Relief
        // that did not last is not tried again soon.
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

void DcganTrainer::use_rung(const TrainConfig& config) {
    const DeviceLimitSuspension unlimited(memory_.memory());
    nets_->configure(config);
    config_ = config;
    set_tf32(config_.precision == Precision::Tf32);
    settled_ = false;
    steps_since_change_ = 0;
}

void DcganTrainer::tell_survived(OomStory& story, const StepDone& metrics, double lost) {
    ++memory_.oom_survived;
    ladder_.survived(story.moves(), story.needs());
    if (!emit_) return;
    OomRecovered event =
        story.survived(config_, metrics.peak, metrics.peak_tensors, metrics.step_seconds, lost, ladder_.rest(config_));
    event.images = images_;
    emit_(std::move(event));
}

Error DcganTrainer::give_up(OomStory& story, double lost) {
    const OomRecovered event = story.given_up(lost);
    std::string text = "step " + std::to_string(step_ + 1) + " does not fit: " + to_text(refused_.requested) +
                       " more than the " + to_text(refused_.live) + " in use were needed, budget " + to_text(memory_.budget()) +
                       " less " + to_text(memory_.context()) + " for the program itself";
    for (const std::string& remedy : event.tried) text += "; tried " + remedy;
    done_ = {};
    use_rung(story.before());
    if (emit_) emit_(event);
    return make_error(ErrorCode::OutOfMemory, text, "Raise the budget, lower the resolution or use narrower networks.");
}

void DcganTrainer::end_thrashing(const StepDone& metrics) {
    if (config_.on_oom == OnOom::Stop) return;
    const auto move = ladder_.down(config_);
    if (!move) return;
    OomScene scene = oom_scene();
    scene.step = step_;
    scene.thrashing = true;
    scene.refused = {};
    // It fitted, barely: only more room than now makes it worth another try.
    scene.refused.live = scene.refused.limit = memory_.memory().limit();
    scene.refused.requested = {1};
    scene.ledger = memory();
    OomStory story(config_, scene);
    story.relieved({});
    story.went_down(*move);
    use_rung(move->to);
    tell_survived(story, metrics, 0);
}

void DcganTrainer::climb_back() {
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
    use_rung(*next);
    if (!emit_) return;
    for (const auto& [key, value] : difference(before, config_))
        emit_(ParamApplied{key, find_param(key)->get(before), value, step_, images_, ChangeOrigin::Ladder});
}

}  // namespace headroom
