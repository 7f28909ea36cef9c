// Session: the one door between engine and window (or command line). Value parameters only; nothing throws across it.
// Every method may be called from any thread and returns at once; what comes of it arrives as events.
#pragma once

#include "core/api/command.h"
#include "core/api/event.h"
#include "core/api/forecast.h"
#include "core/api/param.h"
#include "core/api/place.h"
#include "core/base/result.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// What `apply` will do, known before it is done.
struct ApplyPlan {
    Policy policy = Policy::NextStep;  ///< strictest of the keys
    bool immediate = false;            ///< no run is active: already in force
    std::vector<std::string> notes;    ///< "batch-norm statistics change", in words
};

class Planner;

class Session {
public:
    virtual ~Session() = default;

    /// Begins a run (state must be Idle, Finished or Failed). Error: bad config; everything later is a Failed event.
    virtual Result<void> start(RunRequest request) = 0;
    virtual void pause() = 0;
    virtual void resume() = 0;
    /// One step, then Paused again. Only while Paused.
    virtual void step_once() = 0;
    virtual void request_stop(StopMode mode) = 0;
    /// Validates and hands the change to the worker (or applies it at once while no run is active).
    virtual Result<ApplyPlan> apply(ParamPatch patch, ChangeSource source) = 0;
    /// Cost of `patch` on top of the configuration in force, from what is known. What is not is measured on a thread of its
    /// own: the answer says `pending`, and a ForecastReady event says when to ask again.
    virtual Result<Forecast> forecast(ParamPatch patch) = 0;
    /// Likewise of a run that begins with these settings: of one that grows by its plan, at the stage that takes most. A session that looks
    /// at no plan answers as forecast().
    virtual Result<RunForecast> forecast_run(ParamPatch patch) {
        auto present = forecast(std::move(patch));
        if (!present) return present.error();
        return RunForecast{*std::move(present), {}};
    }
    virtual void request_sample(SampleRequest request) = 0;
    virtual void request_checkpoint() = 0;
    /// Writes what the memory held, and when, during the latest recorded step (before the first: what it holds now) to `path`,
    /// for PyTorch's memory viewer: Progress, then ExportDone, or a Warning "snapshot". Only while a run is active.
    virtual void request_snapshot(std::string path) = 0;
    /// Watches the next step and measures what the machine can do at most, in a second or two: StepTimeline::speed of the timelines
    /// that follow, or a Warning "speed". Only while a run is active.
    virtual void request_speed() = 0;
    /// Scores the run as it stands (ScoresDone, or a Warning "scores"). Only while a run is active.
    virtual void request_scores() = 0;
    /// Parks the model in host memory and gives the device back; `resume` takes it back.
    virtual void lend() = 0;
    /// The answer to the latest OomRecovered.
    virtual void answer_oom(OomAnswer answer) = 0;
    /// Finds and tries settings that fit; about the run and settings of this moment.
    virtual std::shared_ptr<Planner> planner() = 0;
    virtual SessionPlace place() const { return {}; }
    virtual RunState state() const = 0;
    /// The configuration in force (the draft while no run is active).
    virtual ConfigSnapshot snapshot() const = 0;
    /// All events since the last call, oldest first.
    virtual std::vector<Event> drain_events() = 0;
    /// `wake` is called from engine threads, at most 30 times a second, when events wait. Clear it before what it captures dies.
    virtual void set_wake(std::function<void()> wake) = 0;
};

}  // namespace headroom
