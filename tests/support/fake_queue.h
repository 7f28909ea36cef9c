// FakeQueue: a queue in memory for tests of the window and for `headroom --fake`. Nothing runs by itself.
#pragma once

#include "core/api/queue.h"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

class FakeQueue final : public Queue {
public:
    Result<QueueSnapshot> read() override;
    Result<std::vector<std::string>> add(QueueAddition addition) override;
    Result<void> move(std::string id, int place) override;
    Result<void> remove(std::string id) override;
    Result<void> retry(std::string id) override;
    Result<std::string> duplicate(std::string id) override;
    Result<void> start_at(std::string id, std::int64_t unix_ms) override;
    Result<void> set_when_too_big(std::string id, WhenTooBig what) override;
    Result<void> pause(bool paused) override;
    Result<void> stop_after_current(bool stop) override;
    Result<void> clear(bool waiting) override;
    Result<void> start_runner(std::string device) override;

    /// As if a runner had changed it.
    void set(QueueSnapshot snapshot);
    QueueSnapshot now() const;
    /// From now on changes end with `error`, or none.
    void fail(std::optional<Error> error);
    /// What was asked for, oldest first: "add", "move q2 0", "runner cuda:0".
    std::vector<std::string> asked() const;

private:
    Result<void> note(std::string what);
    QueueItem* find(const std::string& id);

    mutable std::mutex mutex_;
    QueueSnapshot now_;
    std::vector<std::string> asked_;
    std::optional<Error> failure_;
    int next_id_ = 1;
};

/// A night's queue: one that failed, one that runs (/runs/shapes-128-07), four that wait.
QueueSnapshot night_queue();

}  // namespace headroom
