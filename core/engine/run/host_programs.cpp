// Reading /proc/<pid>/statm and /proc/<pid>/comm.
#include "core/engine/run/host_programs.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>

namespace headroom {
namespace {

constexpr std::size_t kMost = 64;

}  // namespace

std::vector<OtherProgram> read_host_programs(const std::string& proc) {
    std::vector<OtherProgram> out;
    std::error_code ignored;
    const auto page = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
    for (auto entry = std::filesystem::directory_iterator(proc, ignored);
         entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
        if (ignored) break;
        const std::string name = entry->path().filename().string();
        std::int64_t pid = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), pid).ptr != name.data() + name.size() ||
            pid == getpid())
            continue;
        std::ifstream statm(entry->path() / "statm");
        std::int64_t size = 0, resident = 0, shared = 0;
        if (!(statm >> size >> resident >> shared) || resident <= shared)
            continue;  // it ended meanwhile, or holds nothing alone
        OtherProgram p;
        p.pid = pid;
        p.bytes = {(resident - shared) * page};
        std::ifstream comm(entry->path() / "comm");
        std::getline(comm, p.name);
        out.push_back(std::move(p));
    }
    std::sort(out.begin(), out.end(), [](const OtherProgram& a, const OtherProgram& b) { return a.bytes > b.bytes; });
    if (out.size() > kMost) out.resize(kMost);
    return out;
}

HostPrograms::HostPrograms(std::function<std::vector<OtherProgram>()> read)
    : thread_([this, read = std::move(read)](const std::stop_token& stop) {
          while (!stop.stop_requested()) {
              auto programs = read();
              std::unique_lock lock(mutex_);
              latest_ = std::move(programs);
              ended_.wait_for(lock, stop, std::chrono::seconds(2), [] { return false; });
          }
      }) {}

HostPrograms::~HostPrograms() = default;

std::vector<OtherProgram> HostPrograms::latest() const {
    const std::lock_guard lock(mutex_);
    return latest_;
}

}  // namespace headroom
