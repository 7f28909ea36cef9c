// Asks the trainer for pictures, hands them out and has some written.
#include "core/engine/run/run_samples.h"

#include "core/base/contained.h"
#include "core/families/registry.h"

#include <utility>

namespace headroom {
namespace {

SampleRequest grid_of(const TrainConfig& config) {
    return {SampleKind::Grid, static_cast<int>(config.preview_grid), 0, config.preview_truncation, 0};
}

}  // namespace

Result<SampleReady> sample_of(Trainer& trainer, const SampleRequest& request) {
    return contained("the preview failed unexpectedly", [&] { return trainer.sample(request); });
}

void RunSamples::show_first(Trainer& trainer, std::int64_t step) {
    const TrainConfig config = trainer.config();
    if (!family_of(config).facts().trains) return take(trainer, {SampleKind::Picture, 1}, step == 0);
    take(trainer, {SampleKind::Real, static_cast<int>(config.preview_grid), 0, 1.0, 0}, false);
    // A run that goes on shows at once where it was; its next preview may be minutes away.
    if (step > 0) take(trainer, grid_of(config), false);
}

void RunSamples::show_step(Trainer& trainer, const StepDone& metrics) {
    const TrainConfig config = trainer.config();
    if (!family_of(config).facts().trains) return show_painting(trainer, metrics, config);
    if (metrics.step == 1 || metrics.step % config.preview_every == 0) take(trainer, grid_of(config), true);
}

void RunSamples::take(Trainer& trainer, const SampleRequest& request, bool keep) {
    auto sample = sample_of(trainer, request);
    if (!sample) return fail(request, sample.error());
    sample->ticket = request.ticket;
    if (keep) writer_.keep_sample(*sample, trainer.config());
    shown_(*sample);
    shared_.events.put(std::move(*sample));
}

void RunSamples::fail(const SampleRequest& request, const Error& error) {
    shared_.warn("sample", error);
    shared_.events.put(SampleFailed{request.kind, error, request.ticket});
}

void RunSamples::show_painting(Trainer& trainer, const StepDone& metrics, const TrainConfig& config) {
    const bool done = metrics.frame && metrics.frame->done;
    // The picture is the step's own decode: showing it costs a copy. The last one is kept whatever the pace.
    const bool keep = metrics.step % config.preview_every == 0 || metrics.step == config.steps;
    if (!done && !keep && seconds_since(last_shown_) < 0.2) return;
    last_shown_ = Clock::now();
    if (!done) return take(trainer, {SampleKind::Picture, 1}, keep);
    const SampleRequest request{SampleKind::Picture, 1};
    auto sample = sample_of(trainer, request);
    if (!sample) return fail(request, sample.error());
    const FrameProgress& frame = *metrics.frame;
    files_.log(LogLevel::Info, "picture " + std::to_string(frame.frame) + " of " + std::to_string(frame.frames) +
                                   " is done: frames/" + frame.file);
    if (keep) writer_.keep_sample(*sample, trainer.config());
    writer_.keep_frame(*sample, frame.file, trainer.config());
    shared_.events.put(std::move(*sample));
}

}  // namespace headroom
