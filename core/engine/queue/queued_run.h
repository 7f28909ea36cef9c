// QueuedRun: one run of the queue under its runner: begun, watched, ended.
#pragma once

#include "core/engine/queue/queue_check.h"
#include "core/engine/queue/queue_store.h"
#include "core/engine/queue/run_child.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace headroom {

/// What a runner tells while it works. Called on its thread.
struct RunnerNews {
    std::function<void(const QueueItem&)> changed = [](const QueueItem&) {};  ///< it is in another state
    std::function<void(const QueueItem&, std::int64_t step)> step = [](const QueueItem&, std::int64_t) {};
    std::function<void(const std::string&)> idle = [](const std::string&) {};  ///< nothing can start now, and why
};

class QueuedRun {
public:
    /// `item`: kept as the file has it.
    QueuedRun(const QueueStore& store, Launcher& launcher, std::string device, const RunnerNews& news, StoredItem& item)
        : store_(store), launcher_(launcher), device_(std::move(device)), news_(news), item_(item) {}

    /// From the start to the end, which is in the file then. `stop`, like somebody's wish to remove it, has it save and stop.
    /// Errors are of the queue's file; the run's own are its end.
    Result<QueueState> run(const Checked& checked, const std::stop_token& stop);

private:
    Result<void> begin(const Checked& checked);
    Result<void> watch(RunChild& child, const std::stop_token& stop);
    Result<void> take_line(const std::string& line);
    Result<QueueState> end(QueueState state, const std::string& reason);
    Result<QueueState> end(const ChildEnd& child);
    bool is_to_be_removed() const;

    const QueueStore& store_;
    Launcher& launcher_;
    const std::string device_;
    const RunnerNews& news_;
    StoredItem& item_;
    // What the child's lines have told.
    std::string failure_, finish_;
    std::int64_t step_ = -1;
    const char* stopped_by_ = nullptr;  ///< why this object stopped it
};

}  // namespace headroom
