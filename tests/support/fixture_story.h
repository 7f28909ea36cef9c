// Fixture story: the run of the design pictures (DCGAN 128², width 128, 8 GiB card) and its variants, as events to play.
#pragma once

#include "core/api/event.h"
#include "core/api/train_config.h"

#include <string>
#include <vector>

namespace headroom::fixture {

/// A situation of the studio: what has happened, and what is in force.
struct Story {
    TrainConfig config;
    RunStarted run;
    RunState state = RunState::Idle;
    std::int64_t step = 0;
    double elapsed_seconds = 0;
    std::vector<Event> past;  ///< delivered at the first drain, oldest first
    MemoryReport report;
    StepTimeline timeline;
    bool d_wins = false;  ///< its steps are those of let_d_win()
};

/// "story", "ranks" (the same, shared by three processes), "counsel" (the same, but D wins in the end, and counsel says so), "ready", "oom", "failed", "preparing", "fit", "pending" (as "ready", its forecast held), "imagine" and "imagine-ready" (text to image), "imagine-failed", "vqgan",
/// "vqgan-ready" and "vqgan-failed" (training one), "light-gan"; anything else is "ready".
Story make_story(const std::string& name);

/// What counsel says in "counsel".
CounselNotice story_notice();

/// Figures of a run that trains at step s.step, and rests there: its memory and its latest recorded step.
void run_to_here(Story& s, const MemoryReport& report, const StepTimeline& timeline);
/// Before the first start: only the memory is known.
void wait_for_start(Story& s);

/// The story's out-of-memory error at `step`: `before` did not fit, `after` has half its micro-batch.
OomRecovered story_recovery(const TrainConfig& before, const TrainConfig& after, std::int64_t step);

/// Figures of a step of the story's curves (losses, D outputs, rates, bytes).
StepDone story_step(const TrainConfig& config, std::int64_t step, double elapsed_seconds);

/// The same step of "counsel": from some hundred steps before the notice on D wins as that says.
void let_d_win(StepDone& step);

/// What the run scores at `step`.
ScoresDone story_scores(const TrainConfig& config, std::int64_t step, double elapsed_seconds);

/// A set of 64 fixed latents at `step`; sets of one stage of training share their pictures.
SampleReady story_sample(const TrainConfig& config, std::int64_t step);

}  // namespace headroom::fixture
