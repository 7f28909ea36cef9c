// StepModel: what a forecast must know of one kind of run: how a step of given settings is made up of tapes, how one of them is
// recorded, and how its time grows. One per family (TrainFamily::make_step_model); StepForecaster does the rest.
#pragma once

#include "core/api/forecast.h"
#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/memory/device_memory.h"
#include "core/memory/tape.h"
#include "core/train/device.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// How the cost of a step is put together.
struct StepPlan {
    /// Everything that decides which blocks a step makes, in words: equal texts, equal tapes. Two: of steps that differ by one
    /// micro-batch, and what the second adds to the first is added `further` times again.
    std::vector<std::string> kinds;
    std::int64_t further = 0;
    std::int64_t units = 1;          ///< what tapes are played for: pictures per micro-batch, latent cells
    std::int64_t few = 1, more = 2;  ///< units of the two probes of each tape
    std::string units_name;          ///< "pictures"
    /// On a GPU the probes may be of the very units asked for, so that libraries choose the algorithms and workspaces of the run.
    bool probes_as_asked = false;
    bool few_is_asked = false;  ///< what is asked for is what the smaller probe took; the larger one serves times alone
    std::string exact;          ///< beyond the kinds, what decides a step's time and what its process holds
    std::string rhythm;         ///< how often a step has its parts, which decides its time alone
    bool waits = false;         ///< a part that the tapes hold does not take part yet: seconds() leaves its time out
    RoleBytes fixed;  ///< alive throughout a step, exact; gradients and what is shown among them are on the tapes
    std::optional<std::vector<Bytes>> fixed_blocks;  ///< as Resident::blocks, of `fixed`
    bool whole = true;                               ///< false: look() first, the data set is not known
    Bytes data_set;         ///< of all pictures, which may lie on a GPU; none: they cannot, or shall not
    Bytes arriving;         ///< of the pictures that come to a GPU batch after batch where they do not lie there
    bool recorded = false;  ///< as a CUDA graph: what a step holds at its peak stays
    Bytes preview;          ///< of the largest preview
    Bytes first_step;       ///< kept besides during the first step alone
};

struct ProbeStep {
    StepLog log;  ///< of the step alone
    std::vector<double>
        seconds;       ///< of its parts; on a CPU the thread's own processor time: a busy machine hardly changes it
    bool calm = true;  ///< false: other programs took much of the processor meanwhile, so that the seconds are rough
};

/// The result of two probe steps of one kind.
struct KindProbe {
    std::int64_t few = 0, more = 0;  ///< units of the probes
    std::vector<double> few_seconds, more_seconds;
    StepTape tape;
    bool calm = true;  ///< false: the seconds are rough; they are not remembered, and the next probe() measures anew
    Bytes
        warmed{};  ///< by how much the process had grown beyond tensors when the probes were made, since before its first one
    Bytes
        context{};  ///< what the process held beyond tensors afterwards: on a GPU the context, before there is one again
};

/// Thread-safe.
class StepModel {
public:
    virtual ~StepModel() = default;
    /// Learns what plan() needs from the files that the settings name; quick when it is known. Blocks; any thread but the window's.
    virtual Result<void> look(const TrainConfig&, const NetworkLayout&, const TrainDevice&) { return {}; }
    /// No value: look() first. Milliseconds, no tensors. `device`: its id, "cpu", "cuda:0".
    virtual std::optional<StepPlan> plan(const TrainConfig& config, const NetworkLayout& layout,
                                         const std::string& device) const = 0;
    /// A real step of `units` apart from any run, for kind number `kind` of the plan; once with the penalty where there is one. A quick
    /// one is repeated for its time, because the first of its shapes compiles kernels. Blocks; on a GPU it waits for its turn.
    /// Error OutOfMemory: not even that has room; Environment: the device failed.
    virtual Result<ProbeStep> probe(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device,
                                    std::int64_t units, std::size_t kind) const = 0;
    /// Seconds of a whole step of `config`, from the probes of its last kind.
    virtual double seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const = 0;
};

}  // namespace headroom
