// RunFraction: how far a run is towards its end, for the task bar and the run's own bar.
#pragma once

#include "core/api/event.h"
#include "core/api/place.h"
#include "core/api/queue.h"

namespace headroom::ui {

/// Of a run over a folder of pictures, 0 to 1.
double partDone(const FrameProgress& frame);
/// Towards the limit that ends the run (steps, images, epochs, the last picture of a folder), from 0 on; nothing: it has none, or that is not known.
std::optional<double> fractionDone(const TrainConfig& config, const StepDone& last);
/// The same of a run of the queue, from what its process tells (null: nothing) and from its limit in time. `now_unix_ms`: as items have it.
std::optional<double> fractionDone(const QueueItem& item, const LiveRun* live, std::int64_t now_unix_ms);

}  // namespace headroom::ui
