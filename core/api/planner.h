// Planner: finds settings that fit a budget, and tries them. Its methods block for seconds: call them on any thread but the
// window's. Made by Session::planner(); knows the run's networks as they were then and may outlive the session.
#pragma once

#include "core/api/forecast.h"
#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// What the user allows a plan to change. Accumulation is always allowed: it keeps the effective batch.
struct Sacrifices {
    bool checkpointing = true;     ///< costs time, same result
    bool recompute_fakes = true;   ///< costs time, same result
    bool lower_precision = false;  ///< bf16 (CPU, GPU), fp16 (GPU)
    bool smaller_picture = false;
    bool smaller_network = false;  ///< narrower, or depthwise-separable convolutions; only before a run
};

/// How near a plan's training is to what was asked.
enum class PlanGroup { Same, Close, Different, TooBig };
template <> struct EnumNames<PlanGroup> {
    static constexpr std::array<std::string_view, 4> names{"same", "close", "different", "too_big"};
};

struct FitRequest {
    TrainConfig config;                ///< as asked, staged edits included
    Bytes budget;                      ///< of the process; 0: config.budget, and where that is 0 the automatic one
    std::int64_t effective_batch = 0;  ///< 0: config.effective_batch()
    Sacrifices allow;
};

/// One row of the table.
struct FitPlan {
    PlanGroup group = PlanGroup::Same;
    TrainConfig config;        ///< whole settings; apply what differs from those in force
    Forecast forecast;         ///< complete; of a run that grows by its plan, when it takes most
    std::string stage;         ///< "once image.size is 128": when that is; empty: from the beginning
    Bytes to_spare;            ///< budget - reserve - forecast.peak; negative: missing
    bool tight = false;        ///< fits, but within the forecast's range or a twentieth of the budget
    bool as_asked = false;     ///< the settings of the request themselves
    bool recommended = false;  ///< at most one
    std::string result;        ///< "Same up to rounding", "bf16 rounding; fastest", "Trains a 128² model"
};

struct FitReport {
    Bytes budget, reserve;
    std::vector<FitPlan> plans;  ///< Same (fastest first), Close, Different, TooBig (nearest first)
    bool any_fits = false;
    Bytes missing;         ///< when nothing fits: what the smallest plan lacks
    int tried = 0;         ///< combinations that were forecast
    std::string sentence;  ///< the verdict in words
    std::shared_ptr<const MemoryReport>
        device{};  ///< that was planned for; its budget is that of the settings as asked. Null: not known
};

/// Training for real, under a limit, without a run folder.
struct RehearsalRequest {
    TrainConfig config;
    Bytes budget;  ///< 0: config.budget
    int steps = 200;
};

struct Rehearsal {
    TrainConfig used;  ///< as it was at the end (the ladder may have changed it)
    int steps = 0;
    Bytes budget, forecast, peak;                        ///< forecast and measured peak of the process
    double seconds_per_step = 0, images_per_second = 0;  ///< median of the steps after the first two
    int oom_survived = 0;
    std::string
        stamp;  ///< the recipe: settings as a configuration file, with a sentence of what was measured, when and where
};

class Planner {
public:
    virtual ~Planner() = default;
    virtual Result<FitReport> fit(FitRequest request, ProgressFn progress, std::stop_token stop) = 0;
    /// Error InvalidArgument while a run is active: the device is taken. OutOfMemory: it did not fit, with what was tried.
    virtual Result<Rehearsal> rehearse(RehearsalRequest request, ProgressFn progress, std::stop_token stop) = 0;
};

}  // namespace headroom
