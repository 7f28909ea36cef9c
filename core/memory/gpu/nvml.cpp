// Calls into NVML through dlsym.
#include "core/memory/gpu/nvml.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace headroom {
namespace {

// What NVML's reference documents, as far as it is used here.
constexpr int kSuccess = 0, kInsufficientSize = 7;
constexpr unsigned kTemperatureOfGpu = 0;
using Handle = void*;
struct MemoryV1 {
    unsigned long long total, free, used;
};
struct MemoryV2 {
    unsigned version;
    unsigned long long total, reserved, free, used;
};
struct ProcessInfo {
    unsigned pid;
    unsigned long long used;
    unsigned gpu_instance, compute_instance;
};
struct Utilisation {
    unsigned gpu, memory;
};
constexpr unsigned kMemoryV2 = static_cast<unsigned>(sizeof(MemoryV2)) | (2u << 24);

Bytes bytes_of(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }

/// The program's file name as /proc has it; readable for every process on the machine.
std::string name_of_process(unsigned pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/comm");
    std::string name;
    std::getline(in, name);
    return name;
}

std::string file_name(const std::string& path) { return path.substr(path.find_last_of("/\\") + 1); }

}  // namespace

struct Nvml::Functions {
    void* library = nullptr;
    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    const char* (*error_text)(int) = nullptr;
    int (*driver_version)(char*, unsigned) = nullptr;
    int (*by_pci)(const char*, Handle*) = nullptr;
    int (*memory)(Handle, MemoryV1*) = nullptr;
    int (*memory_v2)(Handle, MemoryV2*) = nullptr;
    int (*compute_processes)(Handle, unsigned*, ProcessInfo*) = nullptr;
    int (*graphics_processes)(Handle, unsigned*, ProcessInfo*) = nullptr;
    int (*process_name)(unsigned, char*, unsigned) = nullptr;
    int (*utilisation)(Handle, Utilisation*) = nullptr;
    int (*temperature)(Handle, unsigned, unsigned*) = nullptr;

    /// Function, name, function, name, …; null where the library lacks one.
    template <class F, class... More> void find(F& function, const char* name, More&&... more) {
        function = reinterpret_cast<F>(dlsym(library, name));
        if constexpr (sizeof...(more) > 0) find(more...);
    }
};

Nvml::Nvml(std::unique_ptr<Functions> functions) : f_(std::move(functions)) {}

Nvml::~Nvml() {
    if (f_->shutdown) f_->shutdown();
    dlclose(f_->library);
}

Result<std::unique_ptr<Nvml>> Nvml::open(const std::string& library) {
    auto f = std::make_unique<Functions>();
    f->library = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!f->library)
        return make_error(ErrorCode::Environment, "NVML (" + library + ") is not there",
                          "It comes with the NVIDIA driver.", dlerror());
    f->find(f->init, "nvmlInit_v2", f->shutdown, "nvmlShutdown", f->error_text, "nvmlErrorString", f->driver_version,
            "nvmlSystemGetDriverVersion", f->by_pci, "nvmlDeviceGetHandleByPciBusId_v2", f->memory,
            "nvmlDeviceGetMemoryInfo", f->memory_v2, "nvmlDeviceGetMemoryInfo_v2", f->compute_processes,
            "nvmlDeviceGetComputeRunningProcesses_v3", f->graphics_processes,
            "nvmlDeviceGetGraphicsRunningProcesses_v3", f->process_name, "nvmlSystemGetProcessName", f->utilisation,
            "nvmlDeviceGetUtilizationRates", f->temperature, "nvmlDeviceGetTemperature");
    const char* lacking = !f->init                      ? "nvmlInit_v2"
                          : !f->by_pci                  ? "nvmlDeviceGetHandleByPciBusId_v2"
                          : !f->memory && !f->memory_v2 ? "nvmlDeviceGetMemoryInfo"
                                                        : nullptr;
    if (lacking) {
        dlclose(f->library);
        return make_error(ErrorCode::Environment, "NVML (" + library + ") lacks " + lacking,
                          "Install a newer NVIDIA driver.");
    }
    const int status = f->init();
    if (status != kSuccess) {
        const std::string why = f->error_text ? f->error_text(status) : "status " + std::to_string(status);
        dlclose(f->library);
        return make_error(ErrorCode::Environment, "NVML (" + library + ") could not start: " + why,
                          "Restart the machine if the driver was just updated.");
    }
    return std::unique_ptr<Nvml>(new Nvml(std::move(f)));
}

std::string Nvml::words(int status) const {
    const char* text = f_->error_text ? f_->error_text(status) : nullptr;
    return text ? text : "status " + std::to_string(status);
}

std::string Nvml::driver_version() const {
    std::array<char, 80> text{};
    if (!f_->driver_version || f_->driver_version(text.data(), static_cast<unsigned>(text.size())) != kSuccess)
        return {};
    text.back() = 0;
    return text.data();
}

void Nvml::read_memory(void* device, NvmlReading& out, int& status) const {
    if (f_->memory_v2) {
        MemoryV2 m{kMemoryV2, 0, 0, 0, 0};
        status = f_->memory_v2(device, &m);
        if (status == kSuccess) {
            out.total = bytes_of(m.total - m.reserved);
            out.used = bytes_of(m.used);
            return;
        }
    }
    if (!f_->memory) return;
    MemoryV1 m{};
    status = f_->memory(device, &m);
    if (status != kSuccess) return;
    out.total = bytes_of(m.total);
    out.used = bytes_of(m.used);
}

void Nvml::read_processes(void* device, NvmlReading& out) const {
    for (auto* list : {f_->compute_processes, f_->graphics_processes}) {
        if (!list) continue;
        std::vector<ProcessInfo> infos(16);
        int status = kInsufficientSize;
        // Processes come and go between asking for the number and asking for the list.
        for (int attempt = 0; attempt < 4 && status == kInsufficientSize; ++attempt) {
            auto count = static_cast<unsigned>(infos.size());
            status = list(device, &count, infos.data());
            if (status == kInsufficientSize)
                infos.assign(std::max<std::size_t>(count, infos.size()) * 2, {});
            else
                infos.resize(status == kSuccess ? std::min<std::size_t>(count, infos.size()) : 0);
        }
        if (status != kSuccess) continue;
        out.processes_known = true;
        for (const ProcessInfo& info : infos) {
            const auto same = [&](const NvmlReading::Process& p) {
                return p.pid == static_cast<std::int64_t>(info.pid);
            };
            if (std::any_of(out.processes.begin(), out.processes.end(), same)) continue;  // computes and draws
            NvmlReading::Process p;
            p.pid = info.pid;
            p.name = name_of_process(info.pid);
            std::array<char, 1024> path{};
            if (p.name.empty() && f_->process_name &&
                f_->process_name(info.pid, path.data(), static_cast<unsigned>(path.size())) == kSuccess) {
                path.back() = 0;
                p.name = file_name(path.data());
            }
            p.bytes_known = info.used != ~0ull;
            if (p.bytes_known) p.bytes = bytes_of(info.used);
            out.processes.push_back(std::move(p));
        }
    }
}

Result<NvmlReading> Nvml::read(const std::string& pci_bus_id) const {
    Handle device = nullptr;
    if (const int status = f_->by_pci(pci_bus_id.c_str(), &device); status != kSuccess) {
        return make_error(ErrorCode::Environment, "NVML does not know the device " + pci_bus_id + ": " + words(status));
    }
    NvmlReading out;
    int status = kSuccess;
    read_memory(device, out, status);
    if (status != kSuccess)
        return make_error(ErrorCode::Environment,
                          "NVML could not read the memory of " + pci_bus_id + ": " + words(status));
    read_processes(device, out);
    Utilisation busy{};
    if (f_->utilisation && f_->utilisation(device, &busy) == kSuccess) out.utilisation = static_cast<int>(busy.gpu);
    unsigned celsius = 0;
    if (f_->temperature && f_->temperature(device, kTemperatureOfGpu, &celsius) == kSuccess)
        out.celsius = static_cast<int>(celsius);
    return out;
}

}  // namespace headroom
