// The stand-in device's queue: work that runs later, in order, on a thread of its own. It is as late as it may be: nothing begins before
// somebody waits or asks, or the queue is long; so what reads too early finds what was not computed, every time.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace headroom::stand_in {

class Queue {
public:
    /// The device's, and that of the copies beside its work. Both live as long as the process.
    static Queue& device();
    static Queue& copies();

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

private:
    Queue();
    void run();

    struct Work {
        std::string what;
        std::function<void()> call;
    };
    mutable std::mutex mutex_;
    std::condition_variable begin_, ended_;
    std::deque<Work> waiting_;
    std::uint64_t submitted_ = 0, done_ = 0, wanted_ = 0;
    std::string failed_, stuck_;
    std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace headroom::stand_in
