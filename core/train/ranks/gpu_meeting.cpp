// Cards by the order in which the driver lists them.
#include "core/train/ranks/gpu_meeting.h"

#include "core/memory/gpu/gpu_registry.h"

#include <cstdlib>
#include <vector>

namespace headroom {

std::string gpu_of(int local_rank) {
    std::vector<int> usable;
    for (const GpuListing& gpu : GpuRegistry::process().list()) {
        if (gpu.problem.empty()) usable.push_back(gpu.index);
    }
    const int index = usable.empty() ? local_rank : usable[static_cast<std::size_t>(local_rank) % usable.size()];
    return "cuda:" + std::to_string(index);
}

GpuSeat seat_on(const std::string& device) {
    GpuSeat seat{std::atoi(device.substr(device.find(':') + 1).c_str()), device};
    for (const GpuListing& gpu : GpuRegistry::process().list()) {
        if (gpu.index == seat.gpu && !gpu.facts.pci_bus_id.empty()) seat.card = gpu.facts.pci_bus_id;
    }
    return seat;
}

}  // namespace headroom
