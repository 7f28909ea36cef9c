// Fixture memory: ledgers and the one-step timeline of the design's 8 GiB card, as the fake engine reports them.
#pragma once

#include "core/api/memory_report.h"
#include "core/api/session.h"
#include "core/api/train_config.h"

#include <memory>

namespace headroom::fixture {

/// GiB (two decimals in the design) as bytes.
Bytes gib(double value);

/// Training at micro-batch 128: 4.02 GiB at the peak, others 1.14, budget 6.00, 1.83 to spare.
MemoryReport story_report();
/// The same run while other programs hold 2.31 GiB: 1.52 to spare, limited by the others.
MemoryReport crowded_report();
/// Of a run that three processes share, one of them on a card that other programs fill.
MemoryReport ranks_report();
/// Before a start: only other programs hold anything.
MemoryReport idle_report();
/// Of the processor beside the card: 16 GiB of RAM, others hold 3.40, budget 8.00.
MemoryReport cpu_report();
/// The moment of the out-of-memory error at step 2,964.
MemoryReport failure_report();
/// Two micro-batches of 1,488 ms with their peak in G.
StepTimeline story_timeline(std::int64_t step);

/// Of steps that hold `before` and `after` at their peaks, give or take `spread`.
Forecast scripted_forecast(const RoleBytes& before, const RoleBytes& after, Bytes spread, double seconds_per_step);
/// What `config` costs on the design's card, from the figures of the story: 4.91 ± 0.12 GiB and 181 img/s at micro-batch 192.
Forecast story_forecast(const TrainConfig& before, const TrainConfig& after);
/// Images per second of the design's card at a micro-batch.
double story_rate(std::int64_t micro_batch);

}  // namespace headroom::fixture
