// DeskNews: what a ForecastDesk tells on its own thread, waited for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>

namespace headroom {

/// To be declared before the desk.
class DeskNews {
public:
    /// What the desk calls.
    std::function<void(const std::string&)> ready() {
        return [this](const std::string& problem) {
            const std::lock_guard lock(mutex_);
            ++told_;
            problem_ = problem;
            changed_.notify_all();
        };
    }
    /// Until it has told something `times` times; false: it has not for long.
    bool wait(int times) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return told_ >= times; });
    }
    /// That it told last; empty: none.
    std::string problem() const {
        const std::lock_guard lock(mutex_);
        return problem_;
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    int told_ = 0;
    std::string problem_;
};

}  // namespace headroom
