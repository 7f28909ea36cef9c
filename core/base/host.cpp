// What the kernel and the system's files say of this machine.
#include "core/base/host.h"

#include <fstream>

#include <unistd.h>

namespace headroom {
namespace {

std::string first_line(const char* file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

}  // namespace

std::string host_name() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::string machine_id() { return host_name() + "/" + first_line("/etc/machine-id"); }

std::string host_id() { return machine_id() + "/" + first_line("/proc/sys/kernel/random/boot_id"); }

}  // namespace headroom
