// PendingChange: a change of settings that waits for its pictures, which a thread of its own packs while training goes on.
// Owned by the worker; the job touches nothing of the run.
#pragma once

#include "core/api/event.h"
#include "core/api/param.h"
#include "core/base/result.h"

#include <atomic>
#include <functional>
#include <stop_token>
#include <thread>

namespace headroom {

class PendingChange {
public:
    using Job = std::function<Result<void>(std::stop_token)>;

    /// Starts `job`; `when_done` is called on its thread when it has ended. What the job throws becomes its error.
    PendingChange(ParamPatch patch, ChangeSource source, Job job, std::function<void()> when_done);
    /// Asks the job to stop and waits for it.
    ~PendingChange() = default;
    PendingChange(const PendingChange&) = delete;
    PendingChange& operator=(const PendingChange&) = delete;

    bool done() const { return done_.load(); }
    /// The job's outcome; only when done().
    const Result<void>& outcome() const { return outcome_; }

    ParamPatch patch;  ///< what will be applied; worker only
    ChangeSource source;

private:
    void run(std::stop_token stop, const Job& job);

    Result<void> outcome_;
    std::atomic<bool> done_{false};
    std::jthread thread_;  // last: its end is awaited before the rest goes away
};

}  // namespace headroom
