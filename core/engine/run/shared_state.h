// SharedState: the few things that session and worker both touch.
#pragma once

#include "core/api/forecast.h"
#include "core/api/param_schema.h"
#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/engine/run/command_box.h"
#include "core/engine/run/event_fan.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace headroom {

class SharedState {
public:
    CommandBox commands;
    EventFan events;
    std::stop_source cancel;    ///< ends waits (preparing, packing); replaced by start()
    std::stop_source stopping;  ///< a stop is asked for: long work between two steps is given up; replaced by start()

    /// What went wrong and what to do about it; `id` as in Warning.
    void warn(std::string id, const Error& error) { events.put(Warning{std::move(id), error.message, error.hint}); }
    /// Tells of progress; valid for the life of this state.
    ProgressFn progress() {
        return [this](const std::string& what, double fraction) { events.put(Progress{what, fraction}); };
    }

    RunState state() const { return state_->load(); }
    /// The same for those that may outlive the session.
    std::shared_ptr<const std::atomic<RunState>> state_flag() const { return state_; }
    /// Worker (or start(), while there is none) only.
    void set_state(RunState to, std::string reason) {
        const RunState from = state_->exchange(to);
        events.put(StateChanged{from, to, std::move(reason)});
    }
    ConfigSnapshot config() const {
        const std::lock_guard lock(mutex_);
        return config_;
    }
    /// Where the run can be watched from elsewhere; empty: nowhere.
    std::string address() const {
        const std::lock_guard lock(mutex_);
        return address_;
    }
    void set_address(std::string address) {
        const std::lock_guard lock(mutex_);
        address_ = std::move(address);
    }
    /// The settings and the networks of the run under way that have them; an empty layout: there are none.
    struct Settings {
        ConfigSnapshot config;
        NetworkLayout layout;
    };
    Settings settings() const {
        const std::lock_guard lock(mutex_);
        return {config_, layout_};
    }
    void set_settings(const TrainConfig& config, NetworkLayout layout) {
        auto snapshot = std::make_shared<const TrainConfig>(config);
        const std::lock_guard lock(mutex_);
        config_ = std::move(snapshot);
        layout_ = std::move(layout);
    }
    /// While there are no networks.
    void set_config(const TrainConfig& config) { set_settings(config, {}); }

private:
    std::shared_ptr<std::atomic<RunState>> state_ = std::make_shared<std::atomic<RunState>>(RunState::Idle);
    mutable std::mutex mutex_;
    NetworkLayout layout_;
    std::string address_;
    ConfigSnapshot config_ = std::make_shared<const TrainConfig>(default_config({}));
};

}  // namespace headroom
