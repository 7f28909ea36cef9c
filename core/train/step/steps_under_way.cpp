// Marks of steps and of their phases, copies of figures, the pace.
#include "core/train/step/steps_under_way.h"

#include "core/memory/libtorch.h"
#include "core/train/device.h"

#include <utility>

namespace headroom {

bool StepsUnderWay::begin_try(DeviceMemory& memory, at::Device device, std::int64_t step) {
    memory_ = &memory;
    device_ = device;
    std::shared_ptr<DeviceMark> begin = memory.mark();
    if (!begin) return false;
    phases_.clear();
    steps_.push_back({step, std::move(begin), {}, nullptr});
    memory.follow_phases([this](Phase phase, bool begins) { hear(phase, begins); });
    return true;
}

void StepsUnderWay::end_try(bool made) {
    memory_->follow_phases({});
    Marks& step = steps_.back();
    std::shared_ptr<DeviceMark> end = made ? memory_->mark() : nullptr;
    if (!end) {
        last_begin_ = last_end_ = nullptr;
        steps_.pop_back();
        return;
    }
    step.end = end;
    last_begin_ = step.begin;
    last_end_ = std::move(end);
}

void StepsUnderWay::hear(Phase phase, bool begins) {
    if (recording_) return;
    // What lies between two phases counts with the one that ends next: a mark for each end is enough, and one where a phase
    // begins within another.
    if (begins) {
        if (!phases_.empty()) set_boundary();
        phases_.push_back(phase);
    } else if (!phases_.empty()) {
        set_boundary();
        phases_.pop_back();
    }
}

void StepsUnderWay::set_boundary() { steps_.back().boundaries.push_back({phases_.back(), memory_->mark()}); }

void StepsUnderWay::look(std::string& problem) {
    while (!steps_.empty()) {
        Marks& step = steps_.front();
        if (step.end && step.end->reached(problem)) {
            steps_.pop_front();
            continue;
        }
        std::deque<Boundary>& left = step.boundaries;
        while (!left.empty() && left.front().mark && left.front().mark->reached(problem)) left.pop_front();
        return;
    }
}

std::string StepsUnderWay::keep_pace() {
    std::string problem;
    look(problem);
    while (problem.empty() && steps_.size() > kAhead) {
        problem = steps_.front().end->wait();
        if (problem.empty()) look(problem);
    }
    return problem;
}

std::optional<StepsUnderWay::Failure> StepsUnderWay::failure() {
    std::string problem;
    look(problem);
    if (problem.empty()) return std::nullopt;
    return place_of(problem);
}

StepsUnderWay::Failure StepsUnderWay::place_of(const std::string& words) const {
    if (steps_.empty()) return {0, Phase::None, words};
    const Marks& step = steps_.front();
    const Phase now = phases_.empty() ? Phase::None : phases_.back();
    return {step.step, step.boundaries.empty() ? now : step.boundaries.front().phase, words};
}

void StepsUnderWay::add(StepDone done, PackedFigures figures, FigureWriter write) {
    waiting_.push_back({std::move(done), std::move(figures), std::move(write), last_begin_, last_end_});
}

std::vector<StepDone> StepsUnderWay::take(bool all, std::string& problem) {
    if (all || seconds_since(last_sent_) >= kSecondsApart) send(problem);
    if (problem.empty()) receive(all, problem);
    return std::exchange(known_, {});
}

void StepsUnderWay::send(std::string& problem) {
    if (waiting_.empty()) return;
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    Coming copy;
    std::vector<at::Tensor> packed;
    for (const Waiting& step : waiting_) {
        if (step.figures.values.defined()) packed.push_back(step.figures.values);
    }
    if (!packed.empty()) {
        const at::Tensor values = packed.size() == 1 ? packed.front() : at::cat(packed);
        copy.host = host_buffer(values.sizes(), at::kFloat, device_);
        copy.host.copy_(values, /*non_blocking=*/true);
    }
    copy.arrived = memory_->mark();
    if (!copy.arrived) problem = memory_->synchronise();
    copy.steps = std::exchange(waiting_, {});
    for (Waiting& step : copy.steps) step.figures.values.reset();
    coming_.push_back(std::move(copy));
    last_sent_ = Clock::now();
}

void StepsUnderWay::receive(bool wait, std::string& problem) {
    while (!coming_.empty() && !diverged_) {
        Coming& copy = coming_.front();
        if (copy.arrived && wait) problem = copy.arrived->wait();
        if (!problem.empty() || (copy.arrived && !copy.arrived->reached(problem))) return;
        const float* numbers = copy.host.defined() ? copy.host.const_data_ptr<float>() : nullptr;
        for (Waiting& step : copy.steps) {
            complete(step, numbers);
            if (diverged_) return;
            for (const std::int64_t count : step.figures.counts) numbers += count > 0 ? count : 0;
        }
        coming_.pop_front();
    }
}

void StepsUnderWay::complete(Waiting& step, const float* numbers) {
    StepDone& done = step.done;
    const double seconds = step.begin && step.end ? step.end->seconds_since(*step.begin) : -1;
    if (seconds > 0) {
        done.images_per_second *= done.step_seconds / seconds;  // until now the host's time
        done.step_seconds = seconds;
    }
    if (step.write(step.figures.spread(numbers), done))
        known_.push_back(std::move(done));
    else
        diverged_ = done.step;
}

}  // namespace headroom
