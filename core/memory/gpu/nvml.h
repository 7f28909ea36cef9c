// Nvml: NVIDIA's management library, opened at run time and never linked. It sees the whole device: memory in use, by whom,
// how busy and how warm. The few declarations that are needed are our own, after NVIDIA's published reference.
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// One look at a device.
struct NvmlReading {
    struct Process {
        std::int64_t pid = 0;
        std::string name;  ///< file name of its program; empty when it may not be known
        Bytes bytes;
        bool bytes_known = false;  ///< false: the driver does not tell (Windows' subsystem, some virtual GPUs)
    };
    Bytes total, used;  ///< the driver's own reservation taken off both, where it is known
    std::vector<Process> processes;
    bool processes_known = false;
    int utilisation = -1;  ///< percent; -1: not known
    int celsius = -1;      ///< -1: not known
};

class Nvml {
public:
    /// Error Environment: the library is not there, lacks a function that is needed, or cannot start.
    static Result<std::unique_ptr<Nvml>> open(const std::string& library = "libnvidia-ml.so.1");
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    /// "580.95.05", or "" when it is unknown.
    std::string driver_version() const;
    /// The device with this PCI bus id ("0000:01:00.0"). Error Environment names what failed. One thread at a time.
    Result<NvmlReading> read(const std::string& pci_bus_id) const;

private:
    struct Functions;
    explicit Nvml(std::unique_ptr<Functions> functions);
    std::string words(int status) const;
    void read_memory(void* device, NvmlReading& out, int& status) const;
    void read_processes(void* device, NvmlReading& out) const;
    std::unique_ptr<Functions> f_;
};

}  // namespace headroom
