// BackgroundWriter: one thread that writes checkpoints and pictures while training goes on. Jobs run in order; one checkpoint
// is under way at a time and a newer request replaces one that waits.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace headroom {

class BackgroundWriter {
public:
    BackgroundWriter();
    ~BackgroundWriter();  ///< finishes what was queued

    /// `job` runs on the writer's thread and must not throw. A waiting job with the same non-empty `kind` is replaced.
    void post(std::string kind, std::function<void()> job);
    /// Waits until nothing is queued or running.
    void wait_idle();

private:
    struct Job {
        std::string kind;
        std::function<void()> run;
    };
    void loop();
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    bool busy_ = false, ending_ = false;
    std::jthread thread_;  // last: starts when everything else is there
};

}  // namespace headroom
