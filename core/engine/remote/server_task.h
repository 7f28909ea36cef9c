// ServerTask: what a client asked for that takes long (plans, a rehearsal, an export), on a thread of its own. What it has to say waits in
// it until the client takes it.
#pragma once

#include "core/engine/remote/messages.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace headroom::remote {

class ServerTask {
public:
    /// Says something; waits while much is waiting. False: nobody listens any more.
    using SayFn = std::function<bool(Reply)>;
    /// The last thing it says is the answer.
    using WorkFn = std::function<void(const SayFn& say, std::stop_token stop)>;

    /// `wake`: called on the task's thread when something waits, and at its end.
    ServerTask(WorkFn work, std::function<void()> wake);

    /// The next thing to be sent; nothing: none yet.
    std::optional<Reply> next();
    /// Something can be taken.
    bool waiting() const;
    /// It has ended and all it said was taken.
    bool over() const;
    /// It has ended: destroying it waits for nothing.
    bool ended() const { return ended_; }
    void cancel() { thread_.request_stop(); }

private:
    static constexpr std::size_t kMostWaiting = 4;

    mutable std::mutex mutex_;
    std::condition_variable_any room_;
    std::deque<Reply> said_;
    std::atomic<bool> ended_{false};
    std::jthread thread_;  // last: uses the others
};

/// What the planner answers.
ServerTask::WorkFn fit_work(std::shared_ptr<Planner> planner, FitRequest request);
ServerTask::WorkFn rehearsal_work(std::shared_ptr<Planner> planner, RehearsalRequest request);

using ExportFn = std::function<Result<ExportDone>(ExportRequest, ProgressFn, std::stop_token)>;
/// Exports into a folder of its own, then sends the files.
ServerTask::WorkFn export_work(ExportFn export_run, ExportRequest request);

}  // namespace headroom::remote
