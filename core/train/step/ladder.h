// Ladder: which settings to try when a step does not fit, and when to go back. Pure bookkeeping on settings and byte figures:
// no tensors, no clock; the trainer asks it and acts.
#pragma once

#include "core/api/command.h"
#include "core/api/oom.h"
#include "core/api/param.h"
#include "core/api/train_config.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// The settings that the ladder changes.
struct RungSettings {
    ParamPatch values;

    static RungSettings of(const TrainConfig& config);
    TrainConfig on(TrainConfig config) const;
    std::int64_t micro() const;
    bool operator==(const RungSettings&) const = default;
};

/// One way down: from settings that did not fit to the next ones.
struct LadderMove {
    OomRung rung = OomRung::MicroBatch;
    TrainConfig from, to;
    std::string words;  ///< "Micro-batch 16 to 8, accumulation 1 to 2"
};

/// What `rung` makes of `config`, whose steps so many processes share; no value: it has nothing to give there. What comes before the ladder changes no settings.
std::optional<TrainConfig> lowered(OomRung rung, const TrainConfig& config, bool on_cpu, int processes);

/// What changes, in words; "Micro-batch 16 to 8, accumulation 1 to 2; checkpointing".
std::string words_of(const TrainConfig& from, const TrainConfig& to);

class Ladder {
public:
    static constexpr int kCalmSteps = 200;
    static constexpr int kLongestWait = 12800;
    static constexpr int kThrashingSteps = 2;

    /// Some rungs exist on a GPU only; until set, the CPU is assumed.
    void set_on_cpu(bool on_cpu) { on_cpu_ = on_cpu; }
    /// So many share each step; until set, it is one.
    void set_processes(int processes) { processes_ = processes; }

    /// The next settings after `now` did not fit: those that worked when the same ones failed before, else one rung down.
    /// No value: nothing is left.
    std::optional<LadderMove> down(const TrainConfig& now) const;
    /// The rungs that would have come next, for the report.
    std::vector<LadderMove> rest(const TrainConfig& now) const;
    /// The step went well after `moves`; `needs` holds, for each, the tensor bytes that its `from` is known to need.
    void survived(const std::vector<LadderMove>& moves, const std::vector<Bytes>& needs);

    /// A step was done. `retries`: how often its allocations found room only after caches were emptied. True: it thrashes, as
    /// the one before did: that counts as out of memory.
    bool step_done(std::int64_t retries);
    /// The settings to go back to before the next step, one rung up; no value: not yet. `allowed`: most that tensors may
    /// hold; `rest` and `peak`: held between steps and at the peak of the latest step. A rung that `may_climb` refuses, as what
    /// it gave up cannot be had again, stays for good; those above it are climbed without it.
    std::optional<TrainConfig> up(const TrainConfig& now, Bytes allowed, Bytes rest, Bytes peak,
                                  const std::function<bool(const TrainConfig&)>& may_climb = {});
    /// What up() has said found no room: the way stays, and waits twice as long.
    void climb_failed();
    /// Whether there is a way back up.
    bool descended() const { return !back_.empty(); }
    /// What a user says to the latest recovery.
    void answer(OomAnswer answer);
    /// Settings were changed by somebody else: a way back that no longer starts here is forgotten.
    void changed(const TrainConfig& now, bool other_shapes);

    /// Tensor bytes at the peak of a step with given settings, from whoever knows better than this class; may be empty.
    std::function<std::optional<Bytes>(const TrainConfig&)> estimate;

private:
    struct WayBack {
        RungSettings from, to;
        Bytes needs;  ///< 0: not known
    };
    /// Forgets the latest way back: what it changed stays so in the others.
    void keep_latest();
    bool has_room(const WayBack& way, const TrainConfig& now, Bytes allowed, Bytes rest, Bytes peak) const;

    bool on_cpu_ = true;
    int processes_ = 1;
    std::deque<std::pair<TrainConfig, TrainConfig>>
        worked_;  ///< settings that failed and where that ended, latest last
    std::vector<WayBack> back_;
    int calm_ = 0, wait_ = kCalmSteps, thrashing_ = 0;
    std::optional<WayBack> climbed_;  ///< the latest change was up this way and is not yet proven
    bool undo_ = false;
};

}  // namespace headroom
