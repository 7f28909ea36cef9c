// DeviceMonitor: reads one GPU's NVML figures twice a second on a thread of its own, so that a slow driver never holds up
// training or the window.
#pragma once

#include "core/base/clock.h"
#include "core/memory/gpu/nvml.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace headroom {

class DeviceMonitor {
public:
    /// The latest reading. `reading` empty: none has worked yet, or the last one failed; `problem` says why.
    struct Sample {
        std::optional<NvmlReading> reading;
        std::string problem;
        Clock::time_point taken{};
    };

    /// Starts reading at once.
    DeviceMonitor(std::unique_ptr<Nvml> nvml, std::string pci_bus_id,
                  std::chrono::milliseconds period = std::chrono::milliseconds(500));
    /// Stops and joins the thread.
    ~DeviceMonitor();
    DeviceMonitor(const DeviceMonitor&) = delete;
    DeviceMonitor& operator=(const DeviceMonitor&) = delete;

    /// Any thread; never waits for the driver.
    Sample latest() const;
    /// Waits for a reading that begins after this call, at most two seconds, and returns the latest.
    Sample fresh();

private:
    void run(std::stop_token stop);

    std::unique_ptr<Nvml> nvml_;
    std::string pci_bus_id_;
    std::chrono::milliseconds period_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    Sample sample_;
    std::uint64_t begun_ = 0, done_ = 0;  ///< readings so far
    bool wanted_ = false;                 ///< someone waits: do not sleep
    std::jthread thread_;                 ///< last: it uses all of the above
};

}  // namespace headroom
