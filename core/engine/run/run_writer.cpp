// Jobs for the writer's thread, and what becomes of those that fail.
#include "core/engine/run/run_writer.h"

#include "core/base/clock.h"
#include "core/base/contained.h"
#include "core/base/file_errors.h"
#include "core/engine/export/picture_notes.h"
#include "core/engine/run/oom_report.h"
#include "core/families/registry.h"
#include "core/io/files/atomic_file.h"
#include "core/io/pictures/image_codec.h"

#include <cmath>
#include <exception>
#include <filesystem>
#include <utility>

namespace headroom {
namespace {

/// A grid of pictures, or a painted one alone, with seed and settings in it.
Result<void> write_sample(const SampleReady& sample, const TrainConfig& config) {
    const ImageList& images = sample.ema.empty() ? sample.raw : sample.ema;
    const ImageNotes notes =
        notes_of(config, {sample.step, 0, static_cast<std::int64_t>(images.size()), config.preview_truncation, {}});
    if (sample.kind == SampleKind::Picture) return write_png(sample.path, images.front(), notes);
    return write_png(sample.path, compose_grid(images), notes);
}

}  // namespace

void RunWriter::resume(std::int64_t step) {
    if (step > 0) last_checkpoint_ = last_requested_checkpoint_ = step;
}

void RunWriter::save_checkpoint(Trainer& trainer, std::int64_t step) {
    if (last_requested_checkpoint_ != step) save(trainer, step, false);  // else there is nothing new to save
}

void RunWriter::save_and_wait(Trainer& trainer, std::int64_t step) {
    save_checkpoint(trainer, step);
    wait_idle();
}

void RunWriter::save_last_checkpoint(Trainer& trainer, std::int64_t step) {
    save_and_wait(trainer, step);
    const std::lock_guard lock(trouble_mutex_);
    if (last_requested_checkpoint_ != step && trouble_.empty()) set_trouble(failure_, failure_.hint);
}

void RunWriter::answer_checkpoint(Trainer& trainer, std::int64_t step) {
    if (last_requested_checkpoint_ == step && last_checkpoint_ == step) {
        for (const CheckpointInfo& one : files_.folder().checkpoints())
            if (one.step == step)
                return shared_.events.put(CheckpointSaved{one.path, step, one.images, one.best, one.size});
        last_requested_checkpoint_ = -1;  // somebody took it away
    }
    save_checkpoint(trainer, step);
}

void RunWriter::save_best_checkpoint(Trainer& trainer, std::int64_t step) { save(trainer, step, true); }

void RunWriter::save(Trainer& trainer, std::int64_t step, bool best) {
    shared_.events.put(Progress{"copying the state for a checkpoint", -1});
    auto content = contained("the state could not be copied for a checkpoint", [&] { return trainer.checkpoint(); });
    if (!content) {
        const std::lock_guard lock(trouble_mutex_);
        failure_ = content.error();
        return shared_.warn("unsaved", failure_);
    }
    last_requested_checkpoint_ = step;
    const std::int64_t keep = trainer.config().checkpoint_keep;
    // A job without a kind is never replaced.
    post(best ? "" : "checkpoint", [this, content = *content, keep, best] { write_checkpoint(*content, keep, best); });
}

std::optional<CheckpointInfo> RunWriter::best_checkpoint() {
    for (CheckpointInfo& one : files_.folder().checkpoints())
        if (one.best) return std::move(one);
    return std::nullopt;
}

bool RunWriter::has_best_score(const CheckpointContent& content) {
    if (content.config.best_by != BestBy::Family || !std::isfinite(content.score)) return false;
    const auto so_far = best_checkpoint();
    // Scores of other pictures, or of another size, say nothing of each other: a run that grows begins anew.
    return !so_far || !std::isfinite(so_far->score) || so_far->side != content.config.image_size ||
           of_other_data(so_far->step) || content.score < so_far->score;
}

void RunWriter::write_checkpoint(const CheckpointContent& content, std::int64_t keep, bool best) {
    const auto start = Clock::now();
    if (auto frames = write_frames(); !frames) {
        last_requested_checkpoint_ = -1;  // the same step may be tried again, as soon as the failure is known
        return tell_failure(frames.error());
    }
    CheckpointContent stamped = content;
    stamped.config = files_.as_asked(stamped.config);
    // Written anew at the step where it became the best one, with other settings: it still is.
    const auto so_far = last_checkpoint_ == content.step ? best_checkpoint() : std::nullopt;
    stamped.best = best || (so_far && so_far->step == content.step) || has_best_score(content);
    auto saved = files_.folder().write_checkpoint(stamped);
    if (!saved) {
        last_requested_checkpoint_ = -1;
        files_.log(LogLevel::Error, saved.error().message);
        return tell_failure(saved.error());
    }
    last_checkpoint_ = content.step;
    files_.folder().prune_checkpoints(keep);
    files_.add_mark("checkpoint", saved->path, content.step, content.images);
    shared_.events.put(
        CheckpointSaved{saved->path, content.step, content.images, stamped.best, saved->size, seconds_since(start)});
}

void RunWriter::keep_sample(SampleReady& sample, const TrainConfig& in_force) {
    sample.path = files_.folder().sample_path(sample.step);
    // The event does not wait for it.
    post("", [this, sample, config = files_.as_asked(in_force)] {
        if (auto written = write_sample(sample, config); !written) return tell_failure(written.error());
        files_.add_sample(sample.step, sample.path);
        shared_.events.put(SampleSaved{sample.path, sample.step});
    });
}

void RunWriter::keep_frame(SampleReady& sample, const std::string& file, const TrainConfig& in_force) {
    sample.path = files_.folder().frame_path(file);
    post("", [this, sample, in_force] {
        frames_.push_back({sample, in_force});
        if (auto written = write_frames(); !written) tell_failure(written.error());
    });
}

Result<void> RunWriter::write_frames() {
    for (; !frames_.empty(); frames_.pop_front()) {
        const SampleReady& sample = frames_.front().sample;
        std::error_code unmade;  // then writing says so; of a run that was moved away nothing is made anew
        std::filesystem::create_directory(std::filesystem::path(sample.path).parent_path(), unmade);
        const auto written = write_sample(sample, frames_.front().config);
        if (!written && written.error().code == ErrorCode::Disk) return written.error();
        written ? shared_.events.put(SampleSaved{sample.path, sample.step}) : tell_failure(written.error());
    }
    return {};
}

void RunWriter::keep_oom_report(OomRecovered oom) {
    post("", [this, oom = std::move(oom)] {
        if (auto written = write_text_atomic(oom.report_path, oom_report(oom, 2) + "\n"); !written)
            shared_.warn("disk", written.error());
    });
}

void RunWriter::keep_snapshot(const std::string& path, std::string bytes) {
    post("", [this, path, bytes = std::move(bytes)] {
        if (auto written = write_text_atomic(path, bytes); !written)
            shared_.warn("snapshot", written.error());
        else
            shared_.events.put(ExportDone{path, Bytes{static_cast<std::int64_t>(bytes.size())}});
    });
}

std::string RunWriter::take_trouble() {
    const std::lock_guard lock(trouble_mutex_);
    return std::exchange(trouble_, {});
}

void RunWriter::try_again() {
    (void)take_trouble();
    post("", [this] {
        if (auto written = write_frames(); !written) tell_failure(written.error());
    });
}

void RunWriter::tell_failure(const Error& error) {
    const std::lock_guard lock(trouble_mutex_);
    failure_ = error;
    if (error.code != ErrorCode::Disk) return shared_.warn("disk", error);
    const std::string advice = advice_in_place(error, files_.folder().dir());
    // Told before the run pauses for it, and known before somebody who mends the disk on hearing of it can resume.
    set_trouble(error, advice);
    shared_.events.put(Warning{"disk", error.message, advice + " The run waits until it is resumed."});
}

void RunWriter::set_trouble(const Error& error, const std::string& advice) {
    trouble_ = error.message + ". " + advice + " Then resume.";
}

void RunWriter::post(std::string kind, std::function<void()> job) {
    writer_->post(std::move(kind), [this, job = std::move(job)] {
        try {
            job();
        } catch (const std::exception& e) {
            last_requested_checkpoint_ = -1;
            tell_failure(make_error(ErrorCode::Internal,
                                    std::string("a file of the run could not be written: ") + e.what(),
                                    "Save again when there is room."));
        }
    });
}

}  // namespace headroom
