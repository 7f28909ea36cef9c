// StepGraphs: steps that a GPU has recorded (CUDA graphs). Decides for each step whether it is made plainly, recorded or replayed, and when
// recordings are dropped. On the worker's thread, in its turn.
#pragma once

#include "core/api/event.h"
#include "core/memory/device_memory.h"
#include "core/train/device_errors.h"
#include "core/train/step/steps_under_way.h"
#include "core/train/step/transaction.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

class TrainStep;
struct StepCourse;
struct StepRecording;

/// A course (StepCourse) is made plainly when it first comes, so that libraries have chosen their algorithms; recorded the second time; and
/// replayed from then on. All recordings share one pool of memory, which the first of them makes as large as a step's peak.
class StepGraphs {
public:
    /// Beyond so many, the one that was not replayed for longest goes: a plain step beside recordings takes its memory twice.
    static constexpr std::size_t kMost = 4;
    /// So often may something else find no room beside them before steps are made plainly until the settings change.
    static constexpr int kMostRefusals = 2;

    enum class Way { Plain, Record, Replay };

    StepGraphs();
    ~StepGraphs();

    /// No step of this run can be recorded.
    void leave_out(std::string why) { why_not_ = std::move(why); }
    /// How the step that comes is to be made. `again`: a try of it has failed.
    Way choose(const TrainStep& work, bool on_gpu, bool again);
    /// Makes a try of it. Throws c10::Error, as TrainStep::try_step(); a recording that fails is told once and the step made plainly.
    void make(Way way, TrainStep& work, StepTransaction& transaction, DeviceMemory& memory, at::Device device,
              StepsUnderWay& under_way);

    /// The settings changed from `before` to `now`; the same: something else did. False: recordings do not depend on it, and stay.
    bool changed(const TrainConfig& before, const TrainConfig& now);
    /// Lets go of all recordings and their memory. False: there were none.
    bool drop();
    /// The same because something found no room beside them.
    bool make_room();
    /// What the user is told.
    std::vector<Warning> take_warnings() { return std::exchange(warnings_, {}); }

private:
    struct Graph;
    bool record(TrainStep& work, StepTransaction& transaction, DeviceMemory& memory, at::Device device,
                StepsUnderWay& under_way);
    /// False: its device refuses this graph; the step is to be made plainly.
    bool replay(Graph& graph, StepTransaction& transaction, DeviceMemory& memory);
    void give_up(const std::string& why);
    void tell(const std::string& text, const std::string& hint);

    std::map<std::string, std::unique_ptr<Graph>> graphs_;  ///< by course
    std::set<std::string> seen_;                            ///< courses that were made plainly
    std::string course_;                                    ///< of the step that comes
    std::string why_not_;                                   ///< empty: it depends on the step
    std::int64_t replays_ = 0;
    int refusals_ = 0;
    bool given_up_ = false;       ///< until the settings change
    std::set<std::string> told_;  ///< each once for a run
    std::vector<Warning> warnings_;
};

}  // namespace headroom
