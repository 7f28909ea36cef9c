// The worker's loop: commands in, steps, events out.
#include "core/engine/run/train_worker.h"

#include "core/api/param_schema.h"
#include "core/families/words.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <new>
#include <thread>
#include <utility>

namespace headroom {
namespace {

bool paints_folder(const TrainConfig& config) {
    return config.model == ModelKind::Imagine && config.imagine.start == ImagineStart::Folder;
}

}  // namespace

TrainWorker::TrainWorker(SharedState& shared, std::shared_ptr<Backend> backend, RunRequest request, std::string runs_root)
    : shared_(shared), backend_(std::move(backend)), request_(std::move(request)), runs_root_(std::move(runs_root)),
      best_score_(std::numeric_limits<double>::infinity()) {}

TrainWorker::~TrainWorker() {
    pending_.reset();  // its job uses the trainer
    writer_.reset();
    if (log_sink_ != 0) remove_log_sink(log_sink_);
}

void TrainWorker::run() {
    try {
        writer_ = std::make_unique<BackgroundWriter>();
        live_before_ = backend_->live_tensor_bytes();
        if (auto ready = prepare(); !ready) {
            trainer_.reset();
            if (ready.error().code == ErrorCode::Cancelled)
                finish("stopped before the first " + step_word(shared_.config()->model));
            else fail(ready.error());
            return;
        }
        loop();
    } catch (const std::bad_alloc&) {
        give_up_trainer();
        fail(make_error(ErrorCode::OutOfMemory, "the system had no memory left for this process", "Close other programs or raise the process's memory limit."));
    } catch (const std::exception& e) {
        give_up_trainer();
        fail(make_error(ErrorCode::Internal, "the training thread failed unexpectedly", "Save the log and report it.", e.what()));
    } catch (...) {
        give_up_trainer();
        fail(make_error(ErrorCode::Internal, "the training thread failed unexpectedly", "Save the log and report it."));
    }
}

void TrainWorker::loop() {
    for (;;) {
        if (trainer_->reached_limit()) {
            save_checkpoint();
            writer_->wait_idle();
            // A run is finished once its last pictures and its state are written; until then it waits for the disk.
            if (!pause_for_disk()) {
                finish(limit_reached());
                return;
            }
        }
        finish_change();
        const bool waiting = (paused_ && !single_) || lent_;
        switch (handle(waiting ? shared_.commands.wait() : shared_.commands.take())) {
            case Next::Stop:
                shared_.set_state(RunState::Stopping, "saving");
                save_checkpoint();
                finish("stopped");
                return;
            case Next::StopWithoutSaving:
                shared_.set_state(RunState::Stopping, "stopping without saving");
                finish("stopped without saving");
                return;
            case Next::Continue: break;
        }
        if (lent_ || (paused_ && !single_)) continue;
        single_ = false;
        if (trainer_->reached_limit()) continue;  // it waited for the disk
        if (!one_step()) return;
    }
}

TrainWorker::Next TrainWorker::handle(PendingCommands pending) {
    for (const std::string& path : pending.snapshots) take_snapshot(path);
    if (pending.stop) return *pending.stop == StopMode::SaveAndStop ? Next::Stop : Next::StopWithoutSaving;
    if (!pending.params.empty()) apply(pending.params, pending.origin);
    if (pending.oom_answer) trainer_->answer_oom(*pending.oom_answer);
    if (pending.lend && !lent_) lend();
    if (pending.pause) {
        const bool pause = *pending.pause;
        if (!pause && lent_) {
            if (auto back = trainer_->take_back(); !back) {
                shared_.events.put(Warning{"take-back", back.error().message, back.error().hint});
                return Next::Continue;
            }
            lent_ = false;
            paused_ = false;
            try_disk_again();
            shared_.set_state(RunState::Running, "taken back");
        } else if (pause != paused_ && !lent_) {
            paused_ = pause;
            if (!pause) try_disk_again();
            shared_.set_state(pause ? RunState::Paused : RunState::Running, pause ? "paused by you" : "resumed");
            if (pause) publish_memory(true);
        }
    }
    if (pending.step_once && paused_ && !lent_) single_ = true;
    if (!lent_) {
        for (const SampleRequest& request : pending.samples) take_sample(request, false);
    }
    if (pending.checkpoint) save_checkpoint();  // while lent, what is parked
    return Next::Continue;
}

void TrainWorker::lend() {
    shared_.events.put(Progress{"parking the model in host memory", -1});
    const auto held = [this] {
        const auto report = trainer_->memory();
        return report ? report->now.roles.total() : Bytes{};
    };
    const Bytes before = held();
    if (auto parked = trainer_->lend(); !parked) {
        shared_.events.put(Warning{"lend", parked.error().message, parked.error().hint});
        return;
    }
    lent_ = true;
    paused_ = true;
    watch_.reset();
    shared_.set_state(RunState::Lent, "the device is lent: " + to_text(std::max(before - held(), Bytes{})) + " given back");
    publish_memory(true);
}

bool TrainWorker::one_step() {
    const StepOutcome outcome = trainer_->step();
    publish_settings();
    if (!outcome.done) {
        publish_memory(true);
        // What can still be saved is saved: the state is that of before the step.
        if (outcome.error.code == ErrorCode::OutOfMemory) save_checkpoint();
        writer_->wait_idle();
        fail(outcome.error);
        return false;
    }
    after_step(outcome.metrics);
    return true;
}

void TrainWorker::after_step(const StepDone& metrics) {
    last_ = metrics;
    info_.peak = std::max(info_.peak, metrics.peak);
    if (const auto forecaster = backend_->forecaster(); forecaster && !disturbed_)
        forecaster->learn(trainer_->config(), trainer_->layout(), metrics.step_seconds, metrics.peak);
    disturbed_ = false;
    shared_.events.put(metrics);
    {
        const std::lock_guard lock(history_mutex_);
        history_->add_step(metrics);
    }
    publish_memory(paused_);
    if (!request_.memory_snapshot.empty()) take_snapshot(std::exchange(request_.memory_snapshot, {}));
    const TrainConfig config = trainer_->config();
    if (!family_of(config).facts().trains) {
        show_painting(metrics, config);
    } else if (metrics.step == 1 || metrics.step % config.preview_every == 0) {
        take_sample({SampleKind::Grid, static_cast<int>(config.preview_grid), 0, config.preview_truncation, 0}, true);
    }
    const bool due = config.checkpoint_every > 0 && metrics.step % config.checkpoint_every == 0;
    // A picture of a folder that is done is not painted again, however the run ends.
    if (due || (metrics.frame && metrics.frame->done)) save_checkpoint();
    if (seconds_since(last_info_) > 5.0) {
        last_info_ = Clock::now();
        write_info("running");
        const std::lock_guard lock(history_mutex_);
        if (auto flushed = history_->flush(); !flushed) shared_.events.put(Warning{"history", flushed.error().message, flushed.error().hint});
    }
    if (!paused_) pause_for_disk();
}

void TrainWorker::publish_memory(bool force) {
    if (force || seconds_since(last_memory_) >= 0.25) {
        last_memory_ = Clock::now();
        shared_.events.put(MemorySampled{watch_.look(trainer_->memory(), last_.step, !paused_ && !lent_)});
    }
    if (force || seconds_since(last_timeline_) >= 1.0) {
        last_timeline_ = Clock::now();
        if (auto timeline = trainer_->timeline()) shared_.events.put(TimelineReady{std::move(timeline)});
    }
}

void TrainWorker::publish_settings() {
    shared_.set_config(trainer_->config());
    shared_.set_layout(trainer_->layout());
}

TrainConfig TrainWorker::as_asked(TrainConfig config) const {
    if (paints_folder(config)) config.steps = asked_steps_;
    return config;
}

void TrainWorker::give_up_trainer() {
    abandon_change();
    shared_.set_layout({});
    if (begun_) shared_.set_config(as_asked(*shared_.config()));  // the settings are a draft from here on
    trainer_.reset();
}

void TrainWorker::check_leftovers() {
    // A preview elsewhere may end in these moments; what a run leaves behind stays.
    Bytes left = backend_->live_tensor_bytes() - live_before_;
    for (int i = 0; i < 20 && left.count > 0; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        left = backend_->live_tensor_bytes() - live_before_;
    }
    if (left.count <= 0) return;
    on_event(Warning{"leak-after-stop", to_text(left) + " of tensors are left after the run has ended", "Starting Headroom again frees them. Please report it with the log."});
}

void TrainWorker::finish(const std::string& reason) {
    shared_.events.put(Progress{"finishing files", -1});
    give_up_trainer();  // the device is given back before the state says so
    check_leftovers();
    const std::string dir = close_files(reason.rfind("reached", 0) == 0 ? "finished" : "stopped");
    shared_.events.put(Finished{reason, last_.step, last_.images, dir});
    shared_.set_state(RunState::Finished, reason);
}

void TrainWorker::fail(const Error& error) {
    log(LogLevel::Error, error.message + (error.detail.empty() ? "" : "\n" + error.detail));
    give_up_trainer();
    check_leftovers();
    const std::string dir = close_files("failed");
    shared_.events.put(Failed{error, last_.step, last_checkpoint_, dir});
    shared_.set_state(RunState::Failed, error.message);
}

std::string TrainWorker::limit_reached() const {
    const TrainConfig config = trainer_->config();
    if (paints_folder(config)) {
        const std::string last = "reached the folder's last picture";
        return last_.step > prepared_.step ? last : last + "; none has come since";
    }
    if (config.steps > 0 && last_.step >= config.steps) return "reached the number of " + step_word(config.model, 2);
    return config.images > 0 && last_.images >= config.images ? "reached the number of images" : "reached the number of epochs";
}

ProgressFn TrainWorker::progress() {
    return [this](const std::string& what, double fraction) { shared_.events.put(Progress{what, fraction}); };
}

}  // namespace headroom
