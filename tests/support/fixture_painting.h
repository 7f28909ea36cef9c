// Fixture painting: the text-to-image run of the design pictures (768 × 512, three prompts, 8 GiB card), as events to play.
#pragma once

#include "core/api/event.h"
#include "core/api/forecast.h"
#include "tests/support/fixture_story.h"

namespace headroom::fixture {

/// At iteration 342 of 600, with a change at 120 and a checkpoint at 300.
Story painting_story();
/// The page before the first start, with the built-in models.
Story painting_ready();

StepDone painting_step(const TrainConfig& config, std::int64_t step, double elapsed_seconds);
SampleReady painting_sample(const TrainConfig& config, std::int64_t step);
/// 4.82 GiB at the peak, others 1.14, budget 6.00, 1.03 to spare.
MemoryReport painting_report();
/// One iteration of 303 ms: decode, two chunks through CLIP, the decoder's backward pass, the optimiser.
StepTimeline painting_timeline(std::int64_t step);
/// 4.89 ± 0.10 GiB at 96 cutouts instead of 64.
Forecast painting_forecast(const TrainConfig& before, const TrainConfig& after);

}  // namespace headroom::fixture
