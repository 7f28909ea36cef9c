// CommandBox: requests on their way to the worker. Of one who changes settings the latest value per key wins; changes by several stay
// apart, so that each is answered. The worker takes everything at a step boundary and waits here while it is paused. Thread-safe.
#pragma once

#include "core/api/command.h"
#include "core/base/clock.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Whether two changes are of the same one, for the same reason.
inline bool are_alike(const ChangeSource& a, const ChangeSource& b) { return a.origin == b.origin && a.by == b.by; }

/// Everything that was waiting.
struct PendingCommands {
    std::optional<StopMode> stop;
    std::optional<bool> pause;  ///< true: pause, false: resume
    bool step_once = false;
    std::optional<OomAnswer> oom_answer;
    bool lend = false;
    bool checkpoint = false;
    bool measure = false;  ///< the next step
    bool scores = false;
    std::vector<std::string> snapshots;  ///< where to write them
    std::vector<SampleRequest> samples;  ///< of each asker the latest per kind
    std::vector<ApplyParams> changes;    ///< in the order in which they came

    bool empty() const {
        return !stop && !pause && !step_once && !oom_answer && !lend && !checkpoint && !measure && !scores &&
               snapshots.empty() && samples.empty() && changes.empty();
    }
};

class CommandBox {
public:
    void put(Command command);
    /// Takes all; never waits.
    PendingCommands take();
    /// Waits until something is there, or for that time, then takes all.
    PendingCommands wait(std::optional<Clock::time_point> until = {});
    /// Whether the run is to stand still, or to give its device back, as soon as it can.
    bool wants_pause();
    /// Ends a wait without a command: something else wants the worker's attention.
    void poke();
    void clear();

private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    PendingCommands pending_;
    bool filled_ = false;
};

}  // namespace headroom
