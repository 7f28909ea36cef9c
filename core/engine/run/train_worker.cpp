// The worker's loop: commands in, steps, events out.
#include "core/engine/run/train_worker.h"

#include "core/api/param_schema.h"
#include "core/base/contained.h"
#include "core/config/change_mark.h"
#include "core/data/fit.h"
#include "core/engine/run/oom_report.h"
#include "core/families/registry.h"
#include "core/families/words.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace headroom {

TrainWorker::TrainWorker(SharedState& shared, std::shared_ptr<Backend> backend, RunRequest request,
                         std::string runs_root)
    : shared_(shared),
      backend_(std::move(backend)),
      request_(std::move(request)),
      runs_root_(std::move(runs_root)),
      changes_(shared, files_, [this](const TrainConfig& before, const ParamPatch& patch, const ChangeSource& source) {
          on_applied(before, patch, source);
      }) {}

void TrainWorker::run() {
    const auto lived = contained("the training thread failed unexpectedly", [this] {
        writer_.start();
        if (request_.seconds > 0) deadline_ = Clock::now() + std::chrono::seconds(request_.seconds);
        live_before_ = backend_->live_tensor_bytes();
        if (auto ready = prepare(); !ready) {
            trainer_.reset();
            if (ready.error().code == ErrorCode::Cancelled)
                finish("stopped before the first " + step_word(shared_.config()->model));
            else
                fail(ready.error());
            return;
        }
        loop();
    });
    if (lived) return;
    give_up_trainer();
    fail(lived.error());
}

Result<void> TrainWorker::prepare() {
    auto restored = files_.open(request_, runs_root_);
    if (!restored) return restored.error();
    const bool resuming = !request_.resume_from.empty();
    // A resumed run goes on with its own settings; what the request adds (a longer `steps`) is laid over them.
    TrainConfig config = request_.config ? *request_.config : (*restored)->config;
    if (resuming && *restored && !files_.of_weights()) config = files_.going_on(config, request_.of_draft, **restored);
    files_.set_asked_steps(config.steps);
    trainer_ = backend_->make_trainer(config.model);
    auto prepared = trainer_->prepare(
        config, *restored ? &**restored : nullptr, files_.of_weights(), shared_.progress(),
        [this](Event e) { on_event(std::move(e)); }, shared_.cancel.get_token());
    const TrainConfig stored = *restored ? (*restored)->config : config;
    restored->reset();
    if (!prepared) return prepared.error();
    prepared_ = std::move(*prepared);
    if (auto begun = files_.begin(request_, prepared_); !begun) return begun;
    if (resuming) writer_.resume(prepared_.step);
    last_.step = prepared_.step;
    last_.images = prepared_.images;
    last_.elapsed_seconds = prepared_.elapsed_seconds;
    if (resuming && are_cut_otherwise(stored, trainer_->config())) scores_.data_changed(last_);
    scores_.begin(trainer_->config(), last_);
    undisturbed_after_ = prepared_.step + 1;
    publish_settings();
    watch_.set_kind(config.model);
    counsel_.begin(*trainer_, prepared_, stored, resuming && prepared_.step > 0);
    if (auto saved = files_.save_config(trainer_->config()); !saved) return saved;
    begun_ = true;
    // What was given does not follow from settings and seed: a run that ends before its first checkpoint needs it once more.
    if (files_.of_weights()) writer_.save_and_wait(*trainer_, prepared_.step);
    files_.write_info("running", last_);
    announce();
    counsel_.repeat();
    publish_memory(true);
    samples_.show_first(*trainer_, prepared_.step);
    return {};
}

void TrainWorker::announce() {
    const TrainConfig config = trainer_->config();
    const RunFolder& folder = files_.folder();
    shared_.events.put(RunStarted{folder.dir(), folder.name(), shared_.config(), prepared_.step, prepared_.images,
                                  prepared_.data_count, prepared_.data_name, prepared_.parameters_g,
                                  prepared_.parameters_d, prepared_.device_name});
    RunInfo shown;
    family_of(config).describe(config, shown);
    const std::string pictures =
        family_of(config).facts().trains
            ? std::to_string(prepared_.data_count) + " pictures, " + std::to_string(shown.width)
            : std::to_string(shown.width) + " x " + std::to_string(shown.height);
    const std::string begun = prepared_.step > 0 ? "resumed from " + step_at(config.model, prepared_.step) : "started";
    files_.log(LogLevel::Info, begun + ": " + prepared_.data_name + ", " + pictures + " px, " + prepared_.device_name);
    const auto tell_skipped = [this](std::int64_t count, const char* what) {
        if (count > 0) files_.log(LogLevel::Info, std::to_string(count) + " " + what + " skipped");
    };
    tell_skipped(prepared_.skipped.duplicates, "near-duplicates");
    tell_skipped(prepared_.skipped.empty, "empty pictures");
    shared_.set_state(RunState::Running, begun);
}

void TrainWorker::loop() {
    // A run that was stopped while it was scored has not been yet.
    if (scores_.are_due(trainer_->config(), last_)) scores_.take(*trainer_, last_);
    for (;;) {
        if (ends_ || trainer_->reached_limit()) {
            if (!tell_all_figures()) return;
            if (ends_) {
                shared_.set_state(RunState::Stopping, "saving");
                writer_.try_again();  // what could not be written before and can be now holds nothing up
            }
            writer_.save_last_checkpoint(*trainer_, last_.step);
            // A run is over once its last pictures and its state are written; until then it waits, mostly for the disk.
            if (!pause_for_disk()) {
                finish(trainer_->reached_limit() ? limit_reached() : ends_);
                return;
            }
        }
        if (!lent_ && changes_.finish_waiting(*trainer_)) plan_waits_ = false;  // it may have stood behind that change
        const bool waiting = (paused_ && !single_) || lent_ || plan_waits_;
        PendingCommands pending = waiting ? shared_.commands.wait(deadline_) : shared_.commands.take();
        // What is asked for may save, change or end what they are of.
        if (!pending.empty() && !tell_all_figures()) return;
        const Next next = handle(std::move(pending));
        switch (next) {
            case Next::Stop:
            case Next::TimeIsOver:
                ends_ = next == Next::Stop ? "stopped" : "stopped, as its time is over";
                deadline_.reset();
                continue;
            case Next::StopWithoutSaving:
                shared_.set_state(RunState::Stopping, "stopping without saving");
                finish("stopped without saving");
                return;
            case Next::Continue: break;
        }
        if (lent_ || (paused_ && !single_)) continue;
        const bool ends = ends_ || trainer_->reached_limit();  // it waited for the disk
        if (!ends && !paused_ && scores_.are_owed(last_)) {
            if (!tell_all_figures()) return;
            scores_.take(*trainer_, last_);
            continue;
        }
        const RunPlan::Due due = ends ? RunPlan::Due::Nothing : plan_.look(*trainer_, last_.images);
        plan_waits_ = due == RunPlan::Due::Waits;
        if (plan_waits_) continue;  // a single step is made afterwards
        single_ = false;
        if (ends) continue;
        if (due == RunPlan::Due::Now && !follow_plan()) return;
        if (!follow_counsel()) return;
        if (!paused_ && counsel_.would_ask_for_scores()) {
            // Figures that are still to come would be looked at before the scores are there: counsel asks for as long as they come.
            if (!tell_all_figures()) return;
            if (counsel_.asks_for_scores()) {
                scores_.take(*trainer_, last_);
                continue;
            }
        }
        if (!one_step()) return;
    }
}

TrainWorker::Next TrainWorker::handle(PendingCommands pending) {
    for (const std::string& path : pending.snapshots) take_snapshot(path);
    if (pending.measure) {
        if (auto asked = trainer_->measure_next_step(); !asked) shared_.warn("speed", asked.error());
    }
    if (pending.stop == StopMode::StopWithoutSaving) return Next::StopWithoutSaving;
    // What is saved holds what was asked for before.
    for (ApplyParams& change : pending.changes)
        changes_.apply(*trainer_, std::move(change.patch), std::move(change.source), lent_);
    if (pending.stop) return Next::Stop;
    if (deadline_ && Clock::now() >= *deadline_) return Next::TimeIsOver;
    if (pending.oom_answer) trainer_->answer_oom(*pending.oom_answer);
    if (pending.lend && !lent_) lend();
    if (pending.pause) {
        const bool pause = *pending.pause;
        if (!pause && lent_) {
            if (auto back = trainer_->take_back(); !back) {
                shared_.warn("take-back", back.error());
                return Next::Continue;
            }
            lent_ = false;
            paused_ = false;
            writer_.try_again();
            shared_.set_state(RunState::Running, "taken back");
        } else if (pause != paused_ && !lent_) {
            paused_ = pause;
            if (!pause) writer_.try_again();
            shared_.set_state(pause ? RunState::Paused : RunState::Running, pause ? "paused by you" : "resumed");
            if (pause) publish_memory(true);
        }
    }
    if (pending.step_once && paused_ && !lent_) single_ = true;
    for (const SampleRequest& request : pending.samples) {
        if (lent_)
            samples_.fail(request,
                          make_error(ErrorCode::InvalidArgument, "the device is lent, so that no pictures can be made",
                                     "Take it back first, then ask again."));
        else
            samples_.take(*trainer_, request, false);
    }
    if (pending.scores) scores_.take_now(*trainer_, last_, lent_);
    if (pending.checkpoint) writer_.answer_checkpoint(*trainer_, last_.step);  // while lent, what is parked
    return Next::Continue;
}

void TrainWorker::lend() {
    shared_.events.put(Progress{"parking the model in host memory", -1});
    const auto held = [this] {
        const auto report = trainer_->memory();
        return report ? report->now.roles.total() : Bytes{};
    };
    const Bytes before = held();
    const auto parked = contained("the model could not be copied to host memory", [this] { return trainer_->lend(); });
    if (!parked) return shared_.warn("lend", parked.error());
    lent_ = true;
    paused_ = true;
    watch_.reset();
    shared_.set_state(RunState::Lent,
                      "the device is lent: " + to_text(std::max(before - held(), Bytes{})) + " given back");
    publish_memory(true);
}

bool TrainWorker::follow_plan() {
    if (!tell_all_figures()) return false;
    // A run that ends before its first checkpoint begins again with its settings, which are others from here on.
    if (writer_.last_checkpoint() < 0) writer_.save_and_wait(*trainer_, last_.step);
    if (auto refused = plan_.make(*trainer_, last_)) on_event(*std::move(refused));
    return true;
}

bool TrainWorker::follow_counsel() {
    if (!counsel_.wants_change(*trainer_, last_)) return true;
    if (!tell_all_figures()) return false;
    counsel_.make_change(*trainer_, last_);
    return true;
}

bool TrainWorker::one_step() {
    const StepOutcome outcome = trainer_->step();
    publish_settings();
    if (!outcome.done) {
        (void)tell_figures(true);
        return give_up(outcome.error);
    }
    if (outcome.told)
        tell(outcome.metrics);
    else if (auto figures = tell_figures(false); !figures)
        return give_up(figures.error());
    return after_step(outcome.metrics);
}

bool TrainWorker::give_up(const Error& error) {
    publish_memory(true);
    // What can still be saved is saved: the state is that of before the step, but where the device failed or the figures no longer are numbers.
    if (error.code != ErrorCode::Diverged && error.code != ErrorCode::Internal && error.code != ErrorCode::Environment)
        writer_.save_checkpoint(*trainer_, last_.step);
    writer_.wait_idle();
    fail(error);
    return false;
}

void TrainWorker::tell(const StepDone& metrics) {
    const StepDone made = std::exchange(last_, metrics);
    if (made.step > metrics.step) {
        last_.step = made.step;
        last_.images = made.images;
        last_.elapsed_seconds = made.elapsed_seconds;
    }
    if (const auto forecaster = backend_->forecaster(); forecaster && metrics.step > undisturbed_after_)
        forecaster->learn(trainer_->own_part(), trainer_->layout(), metrics.step_seconds, metrics.peak);
    shared_.events.put(metrics);
    files_.add_step(metrics);
    counsel_.add(metrics);
}

Result<void> TrainWorker::tell_figures(bool all) {
    for (;;) {
        const auto known = trainer_->figures(all);
        if (!known) return known.error();
        for (const StepDone& step : *known) tell(step);
        if (!all || known->empty()) return {};
    }
}

bool TrainWorker::tell_all_figures() {
    const auto told = tell_figures(true);
    return told ? true : give_up(told.error());
}

bool TrainWorker::after_step(const StepDone& metrics) {
    last_.step = metrics.step;
    last_.images = metrics.images;
    last_.elapsed_seconds = metrics.elapsed_seconds;
    publish_memory(paused_);
    if (!request_.memory_snapshot.empty()) take_snapshot(std::exchange(request_.memory_snapshot, {}));
    const std::int64_t every = trainer_->config().checkpoint_every;
    // A picture of a folder that is done is not painted again, however the run ends.
    const bool saves = (every > 0 && metrics.step % every == 0) || (metrics.frame && metrics.frame->done);
    const bool scored = scores_.are_due(trainer_->config(), last_);
    if ((saves || scored || paused_) && !tell_all_figures()) return false;
    samples_.show_step(*trainer_, metrics);
    if (scored) scores_.take(*trainer_, last_);
    if (saves) writer_.save_checkpoint(*trainer_, metrics.step);
    if (seconds_since(last_info_) > 5.0) {
        last_info_ = Clock::now();
        files_.write_info("running", last_);
        if (auto flushed = files_.flush_history(); !flushed) shared_.warn("history", flushed.error());
    }
    return paused_ || !pause_for_disk() || tell_all_figures();
}

void TrainWorker::take_snapshot(const std::string& path) {
    shared_.events.put(Progress{"writing the memory snapshot", -1});
    auto bytes = trainer_->memory_snapshot();
    if (!bytes) return shared_.warn("snapshot", bytes.error());
    writer_.keep_snapshot(path, std::move(*bytes));
}

bool TrainWorker::pause_for_disk() {
    const std::string trouble = writer_.take_trouble();
    if (trouble.empty()) return false;
    paused_ = true;
    shared_.set_state(lent_ ? RunState::Lent : RunState::Paused, trouble);
    return true;
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

void TrainWorker::publish_settings() { shared_.set_settings(trainer_->config(), trainer_->layout()); }

void TrainWorker::settings_changed(const ChangeSource& source) {
    watch_.reset();
    plan_.settings_changed();
    publish_settings();
    // What the plan makes it makes again where the run goes on from what is on the disk.
    if (!is_of_plan(source)) writer_.settings_changed();
    if (auto saved = files_.save_config(trainer_->config()); !saved) shared_.warn("disk", saved.error());
}

void TrainWorker::on_applied(const TrainConfig& before, const ParamPatch& patch, const ChangeSource& source) {
    undisturbed_after_ = last_.step + 1;
    settings_changed(source);
    const TrainConfig after = trainer_->config();
    const ParamPatch changed = difference(before, after);
    files_.settings_changed(before, changed, is_planned(before, patch, source), last_);
    for (const auto& [key, value] : changed) {
        on_event(
            ParamApplied{key, find_param(key)->get(before), value, last_.step, last_.images, source.origin, source.by});
    }
    if (are_cut_otherwise(before, after)) scores_.data_changed(last_);
    counsel_.changed(*trainer_, changed, last_.step, source.origin == ChangeOrigin::Autopilot);
    // Values that were already in force are answered too, so that no field stays pending.
    for (const auto& [key, value] : patch) {
        const ParamRow* row = find_param(key);
        if (row->get(before) == row->get(after))
            shared_.events.put(ParamApplied{key, value, value, last_.step, last_.images, source.origin, source.by});
    }
    publish_memory(true);
    if (!is_of_plan(source)) plan_.take_as_meant(*trainer_, before, last_.images);
}

void TrainWorker::on_event(Event event) {
    if (const auto* change = std::get_if<ParamApplied>(&event)) {
        if (change->origin == ChangeOrigin::Ladder) {
            publish_settings();
            undisturbed_after_ = std::max(undisturbed_after_, change->step + 1);
            counsel_.changed(*trainer_, {{change->key, change->new_value}}, last_.step, false);
        }
        const std::string text = mark_text(*change);
        files_.log(LogLevel::Info, step_at(shared_.config()->model, change->step) + ": " + text);
        files_.add_mark("edit", text, change->step, change->images);
    } else if (auto* oom = std::get_if<OomRecovered>(&event)) {
        on_oom(*oom);
    } else if (const auto* refused = std::get_if<ParamRefused>(&event); refused && refused->mark) {
        files_.add_refusal(*refused->mark);
    } else if (const auto* warning = std::get_if<Warning>(&event)) {
        files_.log(LogLevel::Warn, warning->message);
        if (warning->id == kDataChanged) scores_.data_changed(last_);
    }
    shared_.events.put(std::move(event));
}

void TrainWorker::on_oom(OomRecovered& oom) {
    undisturbed_after_ = std::max(undisturbed_after_, oom.step);  // it was begun with other settings
    std::string text(oom.survived ? kOomSurvived : std::string_view("out of memory"));
    for (const std::string& remedy : oom.tried) text += "; " + remedy;
    files_.log(LogLevel::Warn, step_at(shared_.config()->model, oom.step) + ": " + text);
    files_.add_mark(std::string(kOomMark), text, oom.step, oom.images);
    oom.report_path = (std::filesystem::path(files_.folder().dir()) / oom_report_name(oom.step)).string();
    writer_.keep_oom_report(oom);
    if (oom.after.empty()) return;
    settings_changed(ChangeOrigin::Ladder);
    counsel_.changed(*trainer_, oom.after, last_.step, false);
    for (const auto& [key, value] : oom.after) {
        shared_.events.put(ParamApplied{key, oom.before.at(key), value, oom.step, oom.images, ChangeOrigin::Ladder});
    }
}

void TrainWorker::give_up_trainer() {
    changes_.abandon();
    shared_.set_settings(*shared_.config(), {});
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
    on_event(Warning{"leak-after-stop", to_text(left) + " of tensors are left after the run has ended",
                     "Starting Headroom again frees them. Please report it with the log."});
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
    files_.log(LogLevel::Error, error.message + (error.detail.empty() ? "" : "\n" + error.detail));
    give_up_trainer();
    check_leftovers();
    const std::string dir = close_files("failed");
    shared_.events.put(Failed{error, last_.step, writer_.last_checkpoint(), dir});
    shared_.set_state(RunState::Failed, error.message);
}

std::string TrainWorker::close_files(const std::string& state) {
    if (begun_) files_.end_with(state, last_);
    writer_.stop();
    if (auto flushed = files_.flush_history(); !flushed) shared_.warn("history", flushed.error());
    return files_.close(begun_ || !request_.resume_from.empty());
}

std::string TrainWorker::limit_reached() const {
    const TrainConfig config = trainer_->config();
    if (!family_of(config).worked_folder(config).empty()) {
        const std::string last = "reached the folder's last picture";
        return last_.step > prepared_.step ? last : last + "; none has come since";
    }
    if (config.steps > 0 && last_.step >= config.steps) return "reached the number of " + step_word(config.model, 2);
    return config.images > 0 && last_.images >= config.images ? "reached the number of images"
                                                              : "reached the number of epochs";
}

}  // namespace headroom
