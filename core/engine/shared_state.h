// SharedState: the few things that session and worker both touch.
#pragma once

#include "core/api/train_config.h"
#include "core/engine/command_box.h"
#include "core/engine/event_box.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

namespace headroom {

class SharedState {
public:
    CommandBox commands;
    EventBox events;
    std::stop_source cancel;  ///< ends waits (preparing, packing); replaced by start()

    RunState state() const { return state_.load(); }
    /// Worker (or start(), while there is none) only.
    void set_state(RunState to, std::string reason) {
        const RunState from = state_.exchange(to);
        events.put(StateChanged{from, to, std::move(reason)});
    }
    ConfigSnapshot config() const {
        const std::lock_guard lock(mutex_);
        return config_;
    }
    void set_config(const TrainConfig& config) {
        auto snapshot = std::make_shared<const TrainConfig>(config);
        const std::lock_guard lock(mutex_);
        config_ = std::move(snapshot);
    }

private:
    std::atomic<RunState> state_{RunState::Idle};
    mutable std::mutex mutex_;
    ConfigSnapshot config_ = std::make_shared<const TrainConfig>();
};

}  // namespace headroom
