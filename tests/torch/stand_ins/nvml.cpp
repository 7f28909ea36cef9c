// A stand-in for libnvidia-ml.so.1 whose answers a test writes through `stand_in_nvml()`. Built several times: whole, without
// what newer drivers added, and without what is needed.
#include "tests/torch/stand_ins/nvml.h"

#include <cstdio>
#include <cstring>
#include <mutex>

using headroom::test::StandInNvml;

namespace {
std::mutex g_mutex;
StandInNvml g_state;

struct MemoryV1 {
    unsigned long long total, free, used;
};
#ifndef STAND_IN_IS_OLD
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
#endif

StandInNvml now() {
    const std::lock_guard lock(g_mutex);
    ++g_state.calls;
    return g_state;
}

#ifndef STAND_IN_IS_OLD
int list(const std::vector<StandInNvml::Process>& processes, unsigned* count, ProcessInfo* out) {
    const auto n = static_cast<unsigned>(processes.size());
    if (*count < n) {
        *count = n;
        return 7;
    }
    for (unsigned i = 0; i < n; ++i) out[i] = {processes[i].pid, processes[i].bytes, ~0u, ~0u};
    *count = n;
    return 0;
}
#endif
}  // namespace

extern "C" {

void stand_in_nvml_set(const StandInNvml* state) {
    const std::lock_guard lock(g_mutex);
    const int calls = g_state.calls;
    g_state = *state;
    g_state.calls = calls;
}

int stand_in_nvml_calls() {
    const std::lock_guard lock(g_mutex);
    return g_state.calls;
}

int nvmlInit_v2() { return now().init_status; }
int nvmlShutdown() { return 0; }
const char* nvmlErrorString(int status) {
    return status == 9 ? "Driver Not Loaded" : status == 15 ? "GPU is lost" : "Unknown Error";
}
int nvmlSystemGetDriverVersion(char* out, unsigned n) {
    std::snprintf(out, n, "580.95.05");
    return 0;
}

#ifndef STAND_IN_LACKS_DEVICES
int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device) {
    static int there;
    if (std::strcmp(id, "0000:01:00.0") != 0) return 6;
    *device = &there;
    return now().device_status;
}
#endif

int nvmlDeviceGetMemoryInfo(void*, MemoryV1* m) {
    const StandInNvml s = now();
    *m = {s.total, s.total - s.used, s.used};
    return s.memory_status;
}

#ifndef STAND_IN_IS_OLD
int nvmlDeviceGetMemoryInfo_v2(void*, MemoryV2* m) {
    if (m->version != (sizeof(MemoryV2) | (2u << 24))) return 25;
    const StandInNvml s = now();
    m->total = s.total;
    m->reserved = s.reserved;
    m->used = s.used;
    m->free = s.total - s.reserved - s.used;
    return s.memory_status;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, ProcessInfo* out) {
    return list(now().compute, count, out);
}
int nvmlDeviceGetGraphicsRunningProcesses_v3(void*, unsigned* count, ProcessInfo* out) {
    return list(now().graphics, count, out);
}
int nvmlSystemGetProcessName(unsigned pid, char* out, unsigned n) {
    std::snprintf(out, n, "/opt/tools/program-%u", pid);
    return 0;
}
int nvmlDeviceGetUtilizationRates(void*, Utilisation* u) {
    *u = {73, 20};
    return 0;
}
int nvmlDeviceGetTemperature(void*, unsigned, unsigned* celsius) {
    *celsius = 61;
    return 0;
}
#endif
}
