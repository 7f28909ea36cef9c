// The polling thread.
#include "core/memory/gpu/device_monitor.h"

#include <utility>

namespace headroom {

DeviceMonitor::DeviceMonitor(std::unique_ptr<Nvml> nvml, std::string pci_bus_id, std::chrono::milliseconds period)
    : nvml_(std::move(nvml)),
      pci_bus_id_(std::move(pci_bus_id)),
      period_(period),
      thread_([this](std::stop_token stop) { run(stop); }) {}

DeviceMonitor::~DeviceMonitor() {
    thread_.request_stop();
    changed_.notify_all();
}

DeviceMonitor::Sample DeviceMonitor::latest() const {
    const std::lock_guard lock(mutex_);
    return sample_;
}

DeviceMonitor::Sample DeviceMonitor::fresh() {
    std::unique_lock lock(mutex_);
    const std::uint64_t after = begun_;
    wanted_ = true;
    changed_.notify_all();
    changed_.wait_for(lock, std::chrono::seconds(2), [&] { return done_ > after; });
    return sample_;
}

void DeviceMonitor::run(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        ++begun_;
        wanted_ = false;
        lock.unlock();
        auto reading = nvml_->read(pci_bus_id_);
        lock.lock();
        ++done_;
        sample_.taken = Clock::now();
        if (reading) {
            sample_.reading = std::move(*reading);
            sample_.problem.clear();
        } else {
            // Old figures would look like present ones.
            sample_.reading.reset();
            sample_.problem = reading.error().message;
        }
        changed_.notify_all();
        changed_.wait_for(lock, stop, period_, [&] { return wanted_; });
    }
}

}  // namespace headroom
