// Queue: runs that wait in order, kept in the user's data directory. Two windows and a terminal may use it at once; one runner
// per device works through it, in a process of its own.
#pragma once

#include "core/api/command.h"
#include "core/base/enum_names.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Waiting -> Checking -> Running -> {Finished, Stopped, Failed}; a run that does not fit goes back to Waiting, with its reason.
enum class QueueState { Waiting, Checking, Running, Finished, Stopped, Failed };
template <> struct EnumNames<QueueState> {
    static constexpr std::array<std::string_view, 6> names{"waiting",  "checking", "running",
                                                           "finished", "stopped",  "failed"};
};

/// What happens to a run whose forecast does not fit the device when its turn comes.
enum class WhenTooBig {
    Wait,  ///< those behind it go first; it is checked again whenever there may be more room. One that can never fit is checked once,
           ///< keeps its place, and does not keep the runner from ending
    Fit,   ///< it takes the best plan of Make it fit that keeps its result, else it waits
    Fail,  ///< it is marked as failed
};
template <> struct EnumNames<WhenTooBig> {
    static constexpr std::array<std::string_view, 3> names{"wait", "fit", "fail"};
};

/// "cuda" is the first GPU.
inline std::string numbered_device(const std::string& device) { return device == "cuda" ? "cuda:0" : device; }
/// Whether a runner of `device` takes a run that asks for `asked`.
inline bool takes_device(const std::string& device, const std::string& asked) {
    return asked == "auto" || numbered_device(asked) == device;
}

struct QueueItem {
    std::string id;      ///< short and stable: "q17"
    std::string name;    ///< shown; of a sweep it says what differs
    RunRequest request;  ///< `config` is never null
    QueueState state = QueueState::Waiting;
    std::string reason;   ///< why it waits or how it ended, in one sentence; may be empty
    std::string run_dir;  ///< once it was started
    WhenTooBig when_too_big = WhenTooBig::Wait;
    /// Milliseconds since 1970; 0: not yet, `not_before`: at once.
    std::int64_t added_unix_ms = 0, not_before_unix_ms = 0, started_unix_ms = 0, ended_unix_ms = 0;
};

/// What is put at the end of the queue. With `sweep`, one run for each combination of its values (by key, in the schema's order).
struct QueueAddition {
    RunRequest request;  ///< `config`: not null
    WhenTooBig when_too_big = WhenTooBig::Wait;
    std::int64_t not_before_unix_ms = 0;
    std::map<std::string, std::vector<ParamValue>> sweep{};
};

struct QueueSnapshot {
    std::vector<QueueItem> items;  ///< those that ended first, then what runs, then what waits, in order
    bool paused = false;           ///< nothing further is started
    bool stop_after_current = false;
    std::vector<std::string> runners;          ///< devices that a live runner works for: "cpu", "cuda:0"
    std::vector<std::string> runner_failures;  ///< how runners ended that nobody has followed, a sentence each
    std::string next_words;  ///< what happens next, in one sentence ("waits for 2.1 GiB of room", "starts at 22:00")
    std::uint64_t revision = 0;  ///< grows with every change
};

/// Thread-safe; every call reads or changes files (atomic, locked) and returns within milliseconds. Errors: NotFound (no such id),
/// InvalidArgument (settings, naming the key), Disk.
class Queue {
public:
    virtual ~Queue() = default;

    virtual Result<QueueSnapshot> read() = 0;
    /// The new items' ids.
    virtual Result<std::vector<std::string>> add(QueueAddition addition) = 0;
    /// To `place` among those that wait, from 0.
    virtual Result<void> move(std::string id, int place) = 0;
    /// What runs is stopped with a checkpoint first.
    virtual Result<void> remove(std::string id) = 0;
    /// One that failed or was stopped waits again, at the end; a run with a checkpoint goes on from it.
    virtual Result<void> retry(std::string id) = 0;
    virtual Result<std::string> duplicate(std::string id) = 0;
    /// 0: at once.
    virtual Result<void> start_at(std::string id, std::int64_t unix_ms) = 0;
    /// Changes what happens to a run that waits if it does not fit.
    virtual Result<void> set_when_too_big(std::string id, WhenTooBig what) = 0;
    virtual Result<void> pause(bool paused) = 0;
    virtual Result<void> stop_after_current(bool stop) = 0;
    /// Forgets what has ended; `waiting`: also what waits. Runs and their folders stay.
    virtual Result<void> clear(bool waiting) = 0;
    /// Starts a runner for the device in a process of its own, unless one is there. Error: Environment (why it cannot be started).
    virtual Result<void> start_runner(std::string device) = 0;
};

}  // namespace headroom
