// EventBox: facts on their way out. One delivery policy per kind: figures are appended and thinned when nobody fetches them,
// progress, memory and timeline keep the latest only, samples the latest few, everything else is never dropped. Thread-safe.
#pragma once

#include "core/api/event.h"

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace headroom {

/// Whether an event is of that kind.
template <class T> bool holds(const Event& event) { return std::holds_alternative<T>(event); }

class EventBox {
public:
    static constexpr std::size_t kMaxSteps = 8192;  ///< waiting StepDone events before every second one goes
    static constexpr std::size_t kMaxSamples = 8;
    static constexpr std::size_t kMaxLogLines = 4096;

    void put(Event event);
    std::vector<Event> drain();
    bool empty();
    /// `wake` is called without the lock held by put(), at most 30 times a second for figures, at once for everything else.
    void set_wake(std::function<void()> wake);

private:
    void make_room(const Event& event);
    std::mutex mutex_;
    std::mutex wake_mutex_;  ///< held while wake runs, so that clearing it waits for a call under way
    std::deque<Event> events_;
    std::function<void()> wake_;
    std::chrono::steady_clock::time_point last_wake_{};
    bool woken_ = false;
    std::size_t steps_ = 0;
};

}  // namespace headroom
