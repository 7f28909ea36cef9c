// The stand-in device's queue: work that runs later, in order, on a thread of its own. It is as late as it may be: nothing begins before
// somebody waits or asks, or the queue is long; so what reads too early finds what was not computed, every time. Work of a stream can be
// recorded and done again, with CUDA's strictness: whatever waits or asks there meanwhile throws, and the recording is lost.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace headroom::stand_in {

/// The stream that the calling thread gives work to; 0: the default one. All have one queue: any order that keeps to events is one that a
/// GPU may have.
std::int64_t& current_stream();

class Queue {
public:
    /// The device's, and that of the copies beside its work. Both live as long as the process.
    static Queue& device();
    static Queue& copies();
    struct Work {
        std::string what;
        std::function<void()> call;
    };
    using Graph = std::vector<Work>;

    /// Any thread. `what` names the work should it fail. An index out of range is an error that the device does not recover from, as on CUDA.
    void submit(std::string what, std::function<void()> work);
    /// The number of the work submitted last.
    std::uint64_t last() const;
    /// Returns when everything up to `number` has run. Throws what failed since the last wait. Counts nothing (see counts.h).
    void wait(std::uint64_t number);
    void drain() { wait(last()); }
    /// Likewise from the other queue's work: throws nothing, and what failed is still told.
    void await(std::uint64_t number);
    /// Whether it has run; has the queue begin, as time would.
    bool has_run(std::uint64_t number);
    /// The error that the device is stuck with, or "".
    std::string lasting_error() const;
    /// A new device, for the test after.
    void recover();

    /// From here on what is submitted on `stream` is kept and not run.
    void begin_capture(std::int64_t stream);
    /// What was kept; null: the capture was lost, and `problem` says by what.
    std::shared_ptr<const Graph> end_capture(std::string& problem);
    /// Submits all of it again.
    void replay(const Graph& graph);
    /// Whether the calling thread's work is kept.
    bool captures() const;
    /// What CUDA does not permit there: throws, and the capture is lost. Otherwise nothing.
    void refuse_in_capture(const std::string& what);

private:
    Queue();
    void run();

    mutable std::mutex mutex_;
    std::condition_variable begin_, ended_;
    std::deque<Work> waiting_;
    std::uint64_t submitted_ = 0, done_ = 0, wanted_ = 0;
    std::string failed_, stuck_;
    std::optional<std::int64_t> captured_;  ///< the stream whose work is kept
    std::shared_ptr<Graph> kept_;
    std::string lost_;    ///< what ended the capture too early
    std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace headroom::stand_in
