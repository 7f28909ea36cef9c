// The step: windows of data, one try, recovery, the ladder.
#include "core/train/dcgan_trainer.h"

#include "core/base/clock.h"
#include "core/memory/role_scope.h"
#include "core/train/noise.h"
#include "core/train/step_rules.h"

#include <algorithm>
#include <cmath>

namespace headroom {

StepRules DcganTrainer::rules() const {
    StepRules r = rules_of(config_);
    // A pass over all gradients: now and then is enough for the eye; clipping needs it every time.
    r.want_grad_norms = config_.clip > 0 || elapsed_ - last_norms_ >= 1.0 || steps_since_change_ == 0;
    return r;
}

Window DcganTrainer::make_window(std::int64_t position) const {
    Window w;
    // A window never crosses an epoch's end: the last one of an epoch is short and is stepped.
    std::int64_t left = std::min(config_.effective_batch(), sampler_->left_in_epoch(position));
    w.first_image = position;
    while (left > 0) {
        w.samples.push_back(std::min(left, config_.batch_micro));
        left -= w.samples.back();
    }
    const auto seed = static_cast<std::uint64_t>(config_.seed);
    const auto samples = w.samples;
    const auto first_of = [samples, position](std::size_t i) {
        std::int64_t first = position;
        for (std::size_t k = 0; k < i; ++k) first += samples[k];
        return first;
    };
    w.real = [this, samples, first_of, seed](std::size_t i) {
        const RoleScope role(Role::Inputs);
        const std::int64_t n = samples[i], side = data_->size(), channels = data_->channels();
        at::Tensor bytes = host_buffer({n, side, side, channels}, at::kByte, device_.device);
        gather_batch(*data_, *sampler_, seed, config_.data_mirror, first_of(i), n, bytes.mutable_data_ptr<std::uint8_t>());
        return real_pictures(bytes, device_.device, config_, nets_->spec, nets_->alpha());
    };
    w.latent = [this, samples, first_of, seed](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return upload(latents(seed, RandomPurpose::Latent, first_of(i), samples[i], config_.latent), device_.device);
    };
    w.mix = [this, samples, first_of, seed](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return upload(uniforms(seed, RandomPurpose::PenaltyMix, first_of(i), samples[i]), device_.device);
    };
    return w;
}

StepFigures DcganTrainer::try_step(StepGuard& guard) {
    StepFigures figures;
    const bool r1_step = config_.r1_gamma > 0 && step_ % config_.r1_every == 0;
    const StepRules step_rules = rules();
    if (step_rules.want_grad_norms) last_norms_ = elapsed_;
    GanStep& step = *nets_->step;
    window_images_ = 0;
    // Undoing D's step is only needed while it is unknown whether the G phase fits.
    step.before_optimiser = [&](bool is_d) { if (is_d && !settled_ && !guard.keeps_d()) guard.keep_d(); };
    Window window;
    const std::int64_t rounds = config_.train == Train::OnlyG ? 1 : std::max<std::int64_t>(1, config_.d_steps);
    for (std::int64_t round = 0; round < rounds; ++round) {
        window = make_window(position_ + window_images_);
        StepRules round_rules = step_rules;
        round_rules.keep_fakes = step_rules.keep_fakes && round + 1 == rounds;
        if (config_.train != Train::OnlyG) step.d_phase(window, round_rules, r1_step && round == 0, figures);
        window_images_ += window.total();
        if (sampler_->left_in_epoch(position_) <= window_images_) break;  // the epoch ends here
    }
    if (config_.train != Train::OnlyD) step.g_phase(window, step_rules, figures);
    step.before_optimiser = nullptr;
    return figures;
}

StepOutcome DcganTrainer::step() {
    const auto turn = device_.memory->turn();
    StepOutcome out;
    const TrainConfig before = config_;
    std::vector<std::string> tried;
    const auto start = Clock::now();
    for (;;) {
        const int threads = tuner_.begin_step();
        const bool record = config_.memory_timeline && elapsed_ - last_record_ >= 1.0;
        device_.memory->begin_step(record || steps_since_change_ == 0);
        refusals_before_ = device_.memory->counts().out_of_memory;
        StepGuard guard(*nets_, *device_.memory);
        try {
            const auto attempt = Clock::now();
            const StepFigures figures = try_step(guard);
            if (const std::string wrong = device_.memory->synchronise(); !wrong.empty()) {
                out.error = device_lost(wrong);
                return out;
            }
            const double seconds = seconds_since(attempt);
            if (auto log = device_.memory->end_step(); log.begin_ns != 0) {
                log_ = std::move(log);
                log_step_ = step_ + 1;
                last_record_ = elapsed_;
            }
            out.metrics.threads = threads;
            commit(figures, seconds, out.metrics);
            if (log_ && log_step_ == step_) log_overhead_ = out.metrics.peak - out.metrics.peak_tensors;
            if (!tried.empty() && emit_) {
                ++oom_survived_;
                emit_(describe_oom(before, tried));
            }
            tuner_.end_step(seconds, tried.empty() && steps_since_change_ > 1);
            out.done = true;
            out.metrics.elapsed_seconds = elapsed_ += seconds_since(start);
            return out;
        } catch (const c10::Error& e) {
            // Out of memory falls through: the graph must unwind before anything else is done.
            const DeviceFailure failure = failure_of(e, *device_.memory);
            if (failure == DeviceFailure::DeviceLost) {
                out.error = device_lost(e.what_without_backtrace());
                return out;
            }
            if (failure == DeviceFailure::Defect) {
                guard.recover();
                out.error = make_error(ErrorCode::Internal, "the tensor library failed in a step", "Save the log and report it.", e.what_without_backtrace());
                return out;
            }
        }
        (void)device_.memory->end_step();
        nets_->step->before_optimiser = nullptr;
        guard.recover();
        if (config_.on_oom == OnOom::Stop || !climb_down(tried)) {
            const RefusedAllocation refused = what_was_refused();
            std::string text = "step " + std::to_string(step_ + 1) + " does not fit: " + to_text(refused.requested) + " more than the " +
                               to_text(refused.live) + " in use were needed, budget " + to_text(budget_) + " less " + to_text(context_) + " for the program itself";
            for (const std::string& remedy : tried) text += "; tried " + remedy;
            config_ = before;
            out.error = make_error(ErrorCode::OutOfMemory, text, "Raise the budget, lower the resolution or use narrower networks.");
            return out;
        }
    }
}

RefusedAllocation DcganTrainer::what_was_refused() const {
    const AllocatorCounts counts = device_.memory->counts();
    if (counts.out_of_memory != refusals_before_) return device_.memory->last_refused();
    // A library of NVIDIA's ran out while it allocated for itself.
    RefusedAllocation r;
    r.live = counts.step_peak;
    r.limit = device_.memory->limit();
    r.phase = counts.peak_phase;
    r.role = Role::Workspace;
    return r;
}

Error DcganTrainer::device_lost(const std::string& words) const {
    return make_error(ErrorCode::Environment, device_.memory->id() + " (" + device_.memory->name() + ") failed in step " + std::to_string(step_ + 1) + " and cannot be used until Headroom is started again",
                      "Start Headroom again and resume the run from its last checkpoint; resuming on the CPU works at once.", words);
}

bool DcganTrainer::climb_down(std::vector<std::string>& tried) {
    const std::int64_t effective = config_.effective_batch();
    if (config_.batch_micro > 1) {
        // The largest smaller micro-batch, at most half, that keeps the effective batch exactly.
        std::int64_t micro = config_.batch_micro / 2;
        while (effective % micro != 0) --micro;
        config_.batch_micro = micro;
        config_.batch_accumulate = effective / micro;
        tried.push_back("micro-batch " + std::to_string(micro) + " x " + std::to_string(config_.batch_accumulate));
    } else if (config_.checkpointing == Checkpointing::Off) {
        config_.checkpointing = Checkpointing::On;
        nets_->configure(config_);
        tried.emplace_back("checkpointing");
    } else {
        return false;
    }
    settled_ = false;
    steps_since_change_ = 0;
    return true;
}

OomRecovered DcganTrainer::describe_oom(const TrainConfig& before, const std::vector<std::string>& tried) const {
    const RefusedAllocation refused = what_was_refused();
    OomRecovered e;
    e.step = step_;
    e.images = images_;
    e.phase = refused.phase;
    e.requested = refused.requested;
    e.live = refused.live;
    e.budget = budget_;
    e.tried = tried;
    const auto put = [&](const char* key, ParamValue old_value, ParamValue new_value) {
        if (old_value == new_value) return;
        e.before[key] = std::move(old_value);
        e.after[key] = std::move(new_value);
    };
    put("batch.micro", before.batch_micro, config_.batch_micro);
    put("batch.accumulate", before.batch_accumulate, config_.batch_accumulate);
    put("memory.checkpointing", std::string(name_of(before.checkpointing)), std::string(name_of(config_.checkpointing)));
    e.changes_batch_statistics = before.batch_micro != config_.batch_micro && (config_.norm_d == NormKind::Batch || config_.norm_g == NormKind::Batch);
    return e;
}

void DcganTrainer::commit(const StepFigures& f, double seconds, StepDone& m) {
    const DeviceLimitSuspension never_refused(*device_.memory);  // both networks have stepped: there is no way back
    ++step_;
    images_ += window_images_;
    position_ += window_images_;
    // A short window at an epoch's end says nothing about the full ones that follow.
    const std::int64_t rounds = config_.train == Train::OnlyG ? 1 : std::max<std::int64_t>(1, config_.d_steps);
    settled_ = settled_ || window_images_ >= std::min(config_.effective_batch() * rounds, data_->count());
    ++steps_since_change_;
    if (f.g_stepped) nets_->update_ema(window_images_, config_.ema_half_life);
    // A step that fp16 skipped moves no schedule.
    if (f.g_stepped || (config_.train == Train::OnlyD && f.d_stepped)) {
        ++fade_done_;
        follow_fade();
    }

    const auto number = [](const at::Tensor& t) { return t.defined() ? t.item<double>() : std::nan(""); };
    m.step = step_;
    m.images = images_;
    m.loss_g = number(f.loss_g);
    m.loss_d = number(f.loss_d_real) + number(f.loss_d_fake) + (f.loss_d_penalty.defined() ? number(f.loss_d_penalty) : 0.0);
    m.d_real = number(f.d_real);
    m.d_fake = f.d_fake.defined() ? number(f.d_fake) : number(f.d_fake_after);
    m.grad_norm_g = number(f.grad_norm_g);
    m.grad_norm_d = number(f.grad_norm_d);
    m.step_seconds = seconds;
    m.images_per_second = static_cast<double>(window_images_) / std::max(seconds, 1e-9);
    m.epoch = static_cast<double>(position_) / static_cast<double>(data_->count());
    m.scale_g = nets_->scaler_g.enabled() ? nets_->scaler_g.scale() : 0;
    m.scale_d = nets_->scaler_d.enabled() ? nets_->scaler_d.scale() : 0;
    peak_context_.reset();
    const auto report = memory();
    // From here to the next step's end the ledger shows the very peak that this step tells of.
    peak_context_ = report->at_peak.context;
    run_peak_ = report->run_peak;
    m.live = report->now.this_process();
    m.peak = report->at_peak.this_process();
    m.peak_tensors = report->peak_tensors;
    m.others = report->now.other_programs;
    m.budget = budget_;
    // The driver tells its figures twice a second.
    if (!device_.memory->is_cpu() && seconds_since(last_limit_) >= 2.0) limit_allocator();
}

}  // namespace headroom
