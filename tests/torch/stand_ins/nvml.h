// What the stand-in for NVML answers.
#pragma once

#include <vector>

namespace headroom::test {

struct StandInNvml {
    struct Process {
        unsigned pid;
        unsigned long long bytes;
    };
    unsigned long long total = 0, reserved = 0, used = 0;
    std::vector<Process> compute, graphics;
    int init_status = 0, device_status = 0, memory_status = 0;
    int calls = 0;
};

}  // namespace headroom::test
