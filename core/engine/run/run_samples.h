// RunSamples: the pictures that a run shows: grids of a model in training, paintings as they become; and which of them are kept.
#pragma once

#include "core/base/clock.h"
#include "core/engine/run/run_writer.h"

#include <functional>
#include <utility>

namespace headroom {

/// As Trainer::sample, but what is thrown is an error too: a preview is not worth a run.
Result<SampleReady> sample_of(Trainer& trainer, const SampleRequest& request);

/// The worker's thread.
class RunSamples {
public:
    /// Called with all that is shown.
    using ShownFn = std::function<void(const SampleReady&)>;

    RunSamples(SharedState& shared, RunFiles& files, RunWriter& writer, ShownFn shown)
        : shared_(shared), files_(files), writer_(writer), shown_(std::move(shown)) {}

    /// What a prepared run shows at once; `step`: where it goes on from.
    void show_first(Trainer& trainer, std::int64_t step);
    /// What a step shows: at the settings' pace, and a painting a few times a second.
    void show_step(Trainer& trainer, const StepDone& metrics);
    void take(Trainer& trainer, const SampleRequest& request, bool keep);
    /// Tells that pictures could not be made.
    void fail(const SampleRequest& request, const Error& error);

private:
    /// Shows the picture that is painted; keeps it at the settings' pace, and the last one of each picture of a folder.
    void show_painting(Trainer& trainer, const StepDone& metrics, const TrainConfig& config);

    SharedState& shared_;
    RunFiles& files_;
    RunWriter& writer_;
    ShownFn shown_;
    Clock::time_point last_shown_{};
};

}  // namespace headroom
