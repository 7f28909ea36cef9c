// Reading /proc/meminfo, /proc/self/status and the control group.
#include "core/memory/host_memory.h"

#include "core/memory/control_group.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>

namespace headroom {
namespace {

/// The value of "Name:  123 kB" in a /proc file, in bytes; -1 when it is not there.
std::int64_t field(const std::string& file, const std::string& name) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.rfind(name + ":", 0) != 0) continue;
        std::istringstream rest(line.substr(name.size() + 1));
        std::int64_t kib = -1;
        rest >> kib;
        return kib < 0 ? -1 : kib * 1024;
    }
    return -1;
}

}  // namespace

HostMemory read_host_memory() {
    HostMemory m;
    const std::int64_t total = field("/proc/meminfo", "MemTotal"), available = field("/proc/meminfo", "MemAvailable");
    const std::int64_t resident = field("/proc/self/status", "VmRSS");
    m.known = total > 0 && available >= 0 && resident >= 0;
    if (!m.known) return m;
    m.total = {total};
    m.available = {available};
    m.resident = {resident};
    if (const auto group = tightest_group(); group && group->limit.count < total) {
        m.limited_by_group = true;
        m.total = group->limit;
        m.available = std::min(m.available, group->left());
    }
    return m;
}

std::string cpu_name() {
    std::ifstream in("/proc/cpuinfo");
    std::string name = "CPU";
    for (std::string line; std::getline(in, line);) {
        const auto colon = line.find(": ");
        if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
            name = line.substr(colon + 2);
            break;
        }
    }
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    return name + ", " + std::to_string(cores) + (cores == 1 ? " core" : " cores");
}

Bytes resident_high_water() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return {usage.ru_maxrss * 1024};
}

}  // namespace headroom
