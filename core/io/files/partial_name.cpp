// Partial names carry the pid, a token of the process (pids are reused, in containers at once) and a counter.
#include "core/io/files/partial_name.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <random>

#include <signal.h>
#include <unistd.h>

namespace headroom {
namespace {

constexpr std::string_view kPartialMark = ".partial-";

const std::string& process_token() {
    static const std::string token = [] {
        std::random_device device;
        char text[17];
        std::snprintf(text, sizeof text, "%08x%08x", static_cast<unsigned>(device()), static_cast<unsigned>(device()));
        return std::string(text);
    }();
    return token;
}

}  // namespace

std::string make_partial_name(std::string_view name) {
    static std::atomic<std::uint64_t> counter{0};
    return "." + std::string(name.substr(0, 150)) + std::string(kPartialMark) + std::to_string(getpid()) + "-" +
           process_token() + "-" + std::to_string(counter.fetch_add(1));
}

bool is_stray_partial(std::string_view name) {
    if (name.empty() || name.front() != '.') return false;
    const std::size_t mark = name.rfind(kPartialMark);
    if (mark == std::string_view::npos) return false;
    const std::string_view rest = name.substr(mark + kPartialMark.size());
    long pid = 0;
    const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), pid);
    if (status != std::errc() || pid <= 0 || end == rest.data() + rest.size() || *end != '-') return false;
    if (pid == getpid()) return rest.find(process_token()) == std::string_view::npos;
    return kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
}

}  // namespace headroom
