// The worker's files: opening and resuming run folders, checkpoints, history, log.
#include "core/engine/run/train_worker.h"

#include "core/api/param_schema.h"
#include "core/api/prompt.h"
#include "core/base/log.h"
#include "core/config/config_io.h"
#include "core/families/words.h"
#include "core/engine/run/oom_report.h"
#include "core/engine/run_reader.h"
#include "core/engine/weights/weight_source.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/file_errors.h"

#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <numeric>
#include <utility>

namespace headroom {
namespace {

std::int64_t unix_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

Result<void> TrainWorker::open_run(std::optional<CheckpointContent>& restored) {
    if (!request_.resume_from.empty()) {
        auto folder = RunFolder::open(request_.resume_from);
        if (!folder) return folder.error();
        folder_.emplace(std::move(*folder));
        if (auto locked = folder_->lock(); !locked) return locked.error();
        std::vector<std::string> problems;
        auto newest = folder_->newest_checkpoint(&problems);
        for (const std::string& problem : problems) shared_.events.put(Warning{"checkpoint", problem, "The one before it is used."});
        if (!newest && problems.empty() && newest.error().code == ErrorCode::NotFound) {
            // It ended before its first checkpoint. Everything follows from the settings and the seed, so it begins again.
            auto stored = folder_->load_config();
            if (!stored) return stored.error();
            if (!request_.config) request_.config = std::make_shared<const TrainConfig>(*stored);
            return {};
        }
        if (!newest) return newest.error();
        auto content = RunFolder::read_checkpoint(*newest);
        if (!content) return content.error();
        restored.emplace(std::move(*content));
        return {};
    }
    auto folder = RunFolder::create(request_.run_dir, runs_root_, request_.name.empty() ? family_of(*request_.config).run_name(*request_.config) : request_.name, *request_.config);
    if (!folder) return folder.error();
    folder_.emplace(std::move(*folder));
    if (auto locked = folder_->lock(); !locked) return locked.error();
    if (has_weights(request_)) {
        std::vector<std::string> warnings;
        auto content = read_starting_weights(request_, &warnings);
        if (!content) return content.error();
        for (const std::string& warning : warnings) shared_.events.put(Warning{"weights", warning, ""});
        restored.emplace(std::move(*content));
    }
    return {};
}

Result<void> TrainWorker::prepare() {
    std::optional<CheckpointContent> restored;
    if (auto opened = open_run(restored); !opened) return opened;
    if (auto sink = add_log_file(folder_->log_path()); sink) log_sink_ = *sink;
    else shared_.events.put(Warning{"disk", sink.error().message, sink.error().hint});
    const bool resuming = !request_.resume_from.empty();
    // A resumed run goes on with its own settings; what the request adds (a longer `steps`) is laid over them.
    const TrainConfig config = request_.config ? *request_.config : restored->config;
    asked_steps_ = config.steps;
    trainer_ = backend_->make_trainer(config.model);
    auto prepared = trainer_->prepare(config, restored ? &*restored : nullptr, !resuming, progress(),
                                      [this](Event e) { on_event(std::move(e)); }, shared_.cancel.get_token());
    if (resuming && restored && std::isfinite(restored->score)) best_score_ = restored->score;
    restored.reset();
    if (!prepared) return prepared.error();
    prepared_ = std::move(*prepared);

    if (auto opened = open_history(); !opened) return opened;
    if (resuming && prepared_.step > 0) last_checkpoint_ = last_requested_checkpoint_ = prepared_.step;
    last_.step = prepared_.step;
    last_.images = prepared_.images;
    last_.elapsed_seconds = prepared_.elapsed_seconds;
    if (auto old = folder_->load_info(); old) info_ = *old;
    info_.name = folder_->name();
    if (info_.created_unix_ms == 0) info_.created_unix_ms = unix_ms();
    info_.data_name = prepared_.data_name;
    info_.device = prepared_.device_name;
    const TrainConfig in_force = trainer_->config();
    publish_settings();
    watch_.set_kind(in_force.model);
    if (auto saved = folder_->save_config(as_asked(in_force)); !saved) return saved;
    begun_ = true;
    write_info("running");
    shared_.events.put(RunStarted{folder_->dir(), folder_->name(), shared_.config(), prepared_.step, prepared_.images, prepared_.data_count,
                                  prepared_.data_name, prepared_.parameters_g, prepared_.parameters_d, prepared_.device_name});
    const bool paints = !family_of(in_force).facts().trains;
    const std::string pictures = paints ? std::to_string(in_force.imagine.width) + " x " + std::to_string(in_force.imagine.height)
                                        : std::to_string(prepared_.data_count) + " pictures, " + std::to_string(in_force.image_size);
    const std::string begun =
        prepared_.step > 0 ? "resumed from " + step_at(in_force.model, prepared_.step) : "started";
    log(LogLevel::Info, begun + ": " + prepared_.data_name + ", " + pictures + " px, " + prepared_.device_name);
    shared_.set_state(RunState::Running, begun);
    publish_memory(true);
    if (paints) {
        take_sample({SampleKind::Picture, 1}, prepared_.step == 0);
        return {};
    }
    take_sample({SampleKind::Real, static_cast<int>(in_force.preview_grid), 0, 1.0, 0}, false);
    // A run that goes on shows at once where it was; its next preview may be minutes away.
    if (prepared_.step > 0) take_sample({SampleKind::Grid, static_cast<int>(in_force.preview_grid), 0, in_force.preview_truncation, 0}, false);
    return {};
}

Result<void> TrainWorker::open_history() {
    auto history = HistoryStore::open((std::filesystem::path(folder_->dir()) / "history.db").string());
    if (!history) return history.error();
    history_.emplace(std::move(*history));
    if (history_->was_damaged()) {
        shared_.events.put(
            Warning{"history",
                    "the run's history was damaged; it was kept as " + history_->kept_aside() + " and a new one begun",
                    "Weights, samples and settings are not affected."});
    }
    if (request_.resume_from.empty()) return {};
    // What cannot be cut stays, and is written over step by step; figures of old steps are no reason to lose the run.
    if (auto cut = history_->truncate_after(prepared_.step); !cut) {
        if (cut.error().code == ErrorCode::Disk) return cut;
        shared_.events.put(Warning{"history", cut.error().message, cut.error().hint});
    }
    return {};
}

void TrainWorker::take_snapshot(const std::string& path) {
    shared_.events.put(Progress{"writing the memory snapshot", -1});
    auto bytes = trainer_->memory_snapshot();
    if (!bytes) {
        shared_.events.put(Warning{"snapshot", bytes.error().message, bytes.error().hint});
        return;
    }
    const auto size = static_cast<std::int64_t>(bytes->size());
    post("", [this, path, size, bytes = std::move(*bytes)] {
        if (auto written = write_text_atomic(path, bytes); !written)
            shared_.events.put(Warning{"snapshot", written.error().message, written.error().hint});
        else
            shared_.events.put(ExportDone{path, Bytes{size}});
    });
}

void TrainWorker::save_checkpoint() {
    if (last_requested_checkpoint_ == last_.step) return;  // nothing new to save
    shared_.events.put(Progress{"copying the state for a checkpoint", -1});
    auto content = trainer_->checkpoint();
    if (!content) {
        shared_.events.put(Warning{"checkpoint", content.error().message, content.error().hint});
        return;
    }
    last_requested_checkpoint_ = last_.step;
    const std::int64_t keep = trainer_->config().checkpoint_keep;
    post("checkpoint", [this, content = *content, keep] { write_checkpoint(*content, keep); });
}

void TrainWorker::disk_failed(const Error& error) {
    if (error.code != ErrorCode::Disk) {
        shared_.events.put(Warning{"disk", error.message, error.hint});
        return;
    }
    const std::string advice = advice_in_place(error, folder_->dir());
    // Told before the run pauses for it, and known before somebody who mends the disk on hearing of it can resume.
    const std::lock_guard lock(disk_mutex_);
    disk_trouble_ = error.message + ". " + advice + " Then resume.";
    shared_.events.put(Warning{"disk", error.message, advice + " The run waits until it is resumed."});
}

bool TrainWorker::pause_for_disk() {
    std::string trouble;
    {
        const std::lock_guard lock(disk_mutex_);
        trouble.swap(disk_trouble_);
    }
    if (trouble.empty()) return false;
    paused_ = true;
    shared_.set_state(RunState::Paused, trouble);
    return true;
}

void TrainWorker::try_disk_again() {
    {
        const std::lock_guard lock(disk_mutex_);
        disk_trouble_.clear();
    }
    post("", [this] { if (auto written = write_frames(); !written) disk_failed(written.error()); });
}

void TrainWorker::write_checkpoint(const CheckpointContent& content, std::int64_t keep) {
    const auto start = Clock::now();
    if (auto frames = write_frames(); !frames) {
        last_requested_checkpoint_ = -1;  // the same step may be tried again, as soon as the failure is known
        return disk_failed(frames.error());
    }
    CheckpointContent stamped = content;
    stamped.config = as_asked(stamped.config);
    stamped.best = std::isfinite(content.score) && content.score < best_score_;
    auto saved = folder_->write_checkpoint(stamped);
    if (!saved) {
        last_requested_checkpoint_ = -1;
        log(LogLevel::Error, saved.error().message);
        return disk_failed(saved.error());
    }
    if (stamped.best) best_score_ = content.score;
    last_checkpoint_ = content.step;
    folder_->prune_checkpoints(keep);
    add_mark("checkpoint", saved->path, content.step, content.images);
    shared_.events.put(CheckpointSaved{saved->path, content.step, content.images, stamped.best, saved->size, seconds_since(start)});
}

void TrainWorker::add_mark(const std::string& kind, const std::string& text, std::int64_t step, std::int64_t images) {
    const std::lock_guard lock(history_mutex_);
    if (history_) (void)history_->add_mark({step, images, kind, text});
}

void TrainWorker::on_event(Event event) {
    if (const auto* change = std::get_if<ParamApplied>(&event)) {
        if (change->origin == ChangeOrigin::Ladder) publish_settings();
        const std::string text = change->key + " " + to_text(change->old_value) + " to " + to_text(change->new_value);
        log(LogLevel::Info, step_at(shared_.config()->model, change->step) + ": " + text);
        add_mark("edit", text, change->step, change->images);
    } else if (auto* oom = std::get_if<OomRecovered>(&event)) {
        on_oom(*oom);
    } else if (const auto* warning = std::get_if<Warning>(&event)) {
        log(LogLevel::Warn, warning->message);
    }
    shared_.events.put(std::move(event));
}

void TrainWorker::on_oom(OomRecovered& oom) {
    std::string text = oom.survived ? "out of memory survived" : "out of memory";
    for (const std::string& remedy : oom.tried) text += "; " + remedy;
    log(LogLevel::Warn, step_at(shared_.config()->model, oom.step) + ": " + text);
    add_mark("oom", text, oom.step, oom.images);
    oom.report_path = (std::filesystem::path(folder_->dir()) / oom_report_name(oom.step)).string();
    post("", [this, oom] {
        if (auto written = write_text_atomic(oom.report_path, oom_report(oom, 2) + "\n"); !written)
            shared_.events.put(Warning{"disk", written.error().message, written.error().hint});
    });
    if (oom.after.empty()) return;
    watch_.reset();
    publish_settings();
    if (auto saved = folder_->save_config(as_asked(trainer_->config())); !saved)
        shared_.events.put(Warning{"disk", saved.error().message, saved.error().hint});
    for (const auto& [key, value] : oom.after) {
        shared_.events.put(ParamApplied{key, oom.before.at(key), value, oom.step, oom.images, ChangeOrigin::Ladder});
    }
}

void TrainWorker::write_info(const std::string& state) {
    info_.dir = folder_->dir();
    info_.state = state;
    info_.step = last_.step;
    info_.images = last_.images;
    info_.elapsed_seconds = last_.elapsed_seconds;
    if (const auto& alike = last_.similarity; !alike.empty())
        info_.score = std::accumulate(alike.begin(), alike.end(), 0.0) / static_cast<double>(alike.size());
    describe_settings(*shared_.config(), info_);
    if (auto saved = folder_->save_info(info_); !saved) shared_.events.put(Warning{"disk", saved.error().message, saved.error().hint});
}

std::string TrainWorker::close_files(const std::string& state) {
    if (begun_) write_info(state);
    if (history_) {
        const std::lock_guard lock(history_mutex_);
        (void)history_->flush();
    }
    writer_.reset();
    if (!folder_) return {};
    const std::string dir = folder_->dir();
    const bool was_there = folder_->was_there();
    if (log_sink_ != 0) remove_log_sink(std::exchange(log_sink_, 0));
    history_.reset();
    folder_.reset();
    if (begun_ || !request_.resume_from.empty()) return dir;
    (void)(was_there ? empty_run_folder(dir) : delete_run_folder(dir));
    return {};
}

void TrainWorker::post(std::string kind, std::function<void()> job) {
    writer_->post(std::move(kind), [this, job = std::move(job)] {
        try {
            job();
        } catch (const std::exception& e) {
            last_requested_checkpoint_ = -1;
            shared_.events.put(Warning{"disk", std::string("a file of the run could not be written: ") + e.what(), "Save again when there is room."});
        }
    });
}

void TrainWorker::log(LogLevel level, const std::string& text) {
    log_message(static_cast<LogSeverity>(level), text);
    shared_.events.put(LogLine{level, unix_ms(), text});
}

}  // namespace headroom
