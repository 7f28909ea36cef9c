// The worker's pictures: samples and paintings shown and kept, results of a run over a folder.
#include "core/engine/run/train_worker.h"

#include "core/api/param_schema.h"
#include "core/base/log.h"
#include "core/config/config_io.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/file_errors.h"
#include "core/io/pictures/image_codec.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace headroom {
namespace {

/// A grid of pictures; a painted picture alone, with all settings in it.
Result<void> write_sample(const SampleReady& sample, const TrainConfig& config) {
    const ImageList& images = sample.ema.empty() ? sample.raw : sample.ema;
    if (sample.kind == SampleKind::Picture) {
        return write_png(sample.path, images.front(),
                         {{"Software", "Headroom"}, {"Description", config.imagine.prompts}, {"Iteration", std::to_string(sample.step)}, {"Settings", write_config(config)}});
    }
    const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(static_cast<double>(images.size())))));
    return write_png(sample.path, compose_grid(images, columns));
}

}  // namespace

void TrainWorker::take_sample(const SampleRequest& request, bool keep) {
    auto sample = trainer_->sample(request);
    if (!sample) {
        shared_.events.put(Warning{"sample", sample.error().message, sample.error().hint});
        return;
    }
    if (keep) keep_sample(*sample);
    shared_.events.put(std::move(*sample));
}

void TrainWorker::show_painting(const StepDone& metrics, const TrainConfig& config) {
    const bool done = metrics.frame && metrics.frame->done;
    // The picture is the step's own decode: showing it costs a copy. The last one is kept whatever the pace.
    const bool keep = metrics.step % config.preview_every == 0 || metrics.step == config.steps;
    if (!done && !keep && seconds_since(last_shown_) < 0.2) return;
    last_shown_ = Clock::now();
    if (!done) return take_sample({SampleKind::Picture, 1}, keep);
    auto sample = trainer_->sample({SampleKind::Picture, 1});
    if (!sample) {
        shared_.events.put(Warning{"sample", sample.error().message, sample.error().hint});
        return;
    }
    const FrameProgress& frame = *metrics.frame;
    log(LogLevel::Info, "picture " + std::to_string(frame.frame) + " of " + std::to_string(frame.frames) + " is done: frames/" + frame.file);
    if (keep) keep_sample(*sample);
    keep_frame(*sample, frame.file);
    shared_.events.put(std::move(*sample));
}

void TrainWorker::keep_sample(SampleReady& sample) {
    sample.path = folder_->sample_path(sample.step);
    // The event does not wait for it.
    post("", [this, sample, config = as_asked(trainer_->config())] {
        if (auto written = write_sample(sample, config); !written) return disk_failed(written.error());
        {
            const std::lock_guard lock(history_mutex_);
            // Relative to the run, so that it may be moved.
            (void)history_->add_sample(sample.step,
                                       "samples/" + std::filesystem::path(sample.path).filename().string());
        }
        shared_.events.put(SampleSaved{sample.path, sample.step});
    });
}

void TrainWorker::keep_frame(SampleReady& sample, const std::string& file) {
    sample.path = folder_->frame_path(file);
    post("", [this, sample, config = trainer_->config()] {
        frames_.push_back({sample, config});
        if (auto written = write_frames(); !written) disk_failed(written.error());
    });
}

Result<void> TrainWorker::write_frames() {
    for (; !frames_.empty(); frames_.pop_front()) {
        const SampleReady& sample = frames_.front().sample;
        std::error_code unmade;  // then writing says so; of a run that was moved away nothing is made anew
        std::filesystem::create_directory(std::filesystem::path(sample.path).parent_path(), unmade);
        const auto written = write_sample(sample, frames_.front().config);
        if (!written && written.error().code == ErrorCode::Disk) return written.error();
        written ? shared_.events.put(SampleSaved{sample.path, sample.step}) : disk_failed(written.error());
    }
    return {};
}

}  // namespace headroom
