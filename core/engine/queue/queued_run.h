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
    /// `item`: kept as the file has it. `runs_folder`: where new runs go.
    QueuedRun(const QueueStore& store, Launcher& launcher, std::string device, std::string runs_folder,
              const RunnerNews& news, StoredItem& item)
        : store_(store),
          launcher_(launcher),
          device_(std::move(device)),
          runs_folder_(std::move(runs_folder)),
          news_(news),
          item_(item) {}

    /// From the start to the end, which is in the file then. `stop`, like somebody's wish to remove it, has it save and stop.
    /// Errors are of the queue's file; the run's own are its end.
    Result<QueueState> run(const Checked& checked, const std::stop_token& stop);

private:
    Result<void> begin(const Checked& checked);
    Result<void> watch(RunChild& child, const std::stop_token& stop);
    Result<void> take_line(const std::string& line);
    /// Says why the run stands still; empty: it goes on.
    void note_pause(const std::string& why);
    /// The run's folder, of which the child tells as far as JSON can.
    std::string folder_told_as(const std::string& told) const;
    Result<QueueState> end(QueueState state, const std::string& reason);
    Result<QueueState> end(const ChildEnd& child);
    bool is_to_be_removed() const;

    const QueueStore& store_;
    Launcher& launcher_;
    const std::string device_, runs_folder_;
    const RunnerNews& news_;
    StoredItem& item_;
    // What the child's lines have told.
    std::string failure_, finish_;
    std::string reason_;  ///< of the item while the run goes on
    std::int64_t step_ = -1;
    bool began_ = false;                ///< it told of its folder or of a step
    const char* stopped_by_ = nullptr;  ///< why this object stopped it
};

}  // namespace headroom
