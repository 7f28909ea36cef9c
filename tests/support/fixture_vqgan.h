// Fixture vqgan: a VQGAN in training as in the design pictures (256 × 256, f16, 1,024 codes, 8 GiB card), as events to play.
#pragma once

#include "core/api/event.h"
#include "core/api/forecast.h"
#include "tests/support/fixture_story.h"

namespace headroom::fixture {

/// At step 4,210 of 20,000; the discriminator takes part from image 20,000 (step 2,500), a change at 1,200, checkpoints.
Story vqgan_story();
/// Before the first start, too large: 21.11 GiB against a budget of 6.00.
Story vqgan_ready();

StepDone vqgan_step(const TrainConfig& config, std::int64_t step, double elapsed_seconds);
/// 16 pictures, each above its reconstruction; no average is kept.
SampleReady vqgan_sample(const TrainConfig& config, std::int64_t step);
/// 4.07 GiB at the peak, others 1.14, budget 6.00, 1.78 to spare.
MemoryReport vqgan_report();
StepTimeline vqgan_timeline(std::int64_t step);
/// Activations grow with micro-batch and area; bf16 halves them, checkpointing leaves 0.45.
Forecast vqgan_forecast(const TrainConfig& before, const TrainConfig& after);

}  // namespace headroom::fixture
