// A step under an OperationWatch, then the limits.
#include "core/train/run/step_speed.h"

#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/memory/where/operation_watch.h"
#include "core/train/where_report.h"

namespace headroom {
namespace {

/// As the steps were computed.
Roof roof_with(int threads, const RunMemory& memory) {
    const InReserve reserve(memory);
    const ComputeLease lease({.threads = threads, .fewer_products = 1});
    return measure_roof();
}

}  // namespace

StepOutcome SpeedWatch::watched(const std::function<StepOutcome()>& step, const std::function<TrainConfig()>& settings,
                                const RunMemory& memory, const EmitFn& emit) {
    asked_ = false;
    OperationWatch watch;
    StepOutcome outcome = step();
    const std::vector<WatchedPhase> phases = watch.end();
    if (!outcome.done) return outcome;
    try {
        const int threads = outcome.metrics.threads;
        if (!limits_ || limits_->first != threads) {
            emit(Progress{"measuring what this machine can do at most", -1});
            limits_.emplace(threads, roof_with(threads, memory));
        }
        speed_ = speed_of(phases, limits_->second);
        speed_.step = outcome.metrics.step;
        config_ = settings();
    } catch (const c10::Error&) {
        emit(Warning{"speed", "there was no room to measure what this machine can do",
                     "Raise the budget or lower the batch, then ask again."});
    }
    return outcome;
}

}  // namespace headroom
