// Partial names carry the pid, tokens of the machine and of the process (pids are reused, in containers at once) and a counter.
#include "core/io/files/partial_name.h"

#include "core/base/host.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

constexpr std::string_view kPartialMark = ".partial-";

std::string eight_digits(std::uint64_t number) {
    char text[9];
    std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(number));
    return text;
}

/// Of this machine and, within it, of where pids are counted: containers count their own.
const std::string& machine_token() {
    static const std::string token = [] {
        struct stat pids {};
        (void)stat("/proc/self/ns/pid", &pids);
        return eight_digits(std::hash<std::string>()(machine_id() + "/" + std::to_string(pids.st_ino)));
    }();
    return token;
}

const std::string& process_token() {
    static const std::string token = eight_digits(std::random_device()());
    return token;
}

bool is_a_week_old(const std::filesystem::path& path) {
    std::error_code failed;
    const auto written = std::filesystem::last_write_time(path, failed);
    return !failed && std::filesystem::file_time_type::clock::now() - written > std::chrono::hours(24 * 7);
}

enum class Writer { None, Lives, Gone, Elsewhere };

/// None: `name` is no partial name.
Writer writer_of(std::string_view name) {
    if (name.empty() || name.front() != '.') return Writer::None;
    const std::size_t mark = name.rfind(kPartialMark);
    if (mark == std::string_view::npos) return Writer::None;
    const std::string_view rest = name.substr(mark + kPartialMark.size());
    long pid = 0;
    const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), pid);
    if (status != std::errc() || pid <= 0 || end == rest.data() + rest.size() || *end != '-') return Writer::None;
    const std::string_view token = rest.substr(static_cast<std::size_t>(end - rest.data()) + 1);
    if (!token.starts_with(machine_token())) return Writer::Elsewhere;
    const bool gone = pid == getpid() ? !token.substr(machine_token().size()).starts_with(process_token())
                                      : kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
    return gone ? Writer::Gone : Writer::Lives;
}

}  // namespace

std::string make_partial_name(std::string_view name) {
    static std::atomic<std::uint64_t> counter{0};
    return "." + std::string(name.substr(0, 150)) + std::string(kPartialMark) + std::to_string(getpid()) + "-" +
           machine_token() + process_token() + "-" + std::to_string(counter.fetch_add(1));
}

bool is_partial_name(std::string_view name) {
    return name.starts_with('.') && name.find(kPartialMark) != std::string_view::npos;
}

bool is_stray_partial(const std::filesystem::path& path) {
    const Writer writer = writer_of(path.filename().string());
    return writer == Writer::Gone || (writer == Writer::Elsewhere && is_a_week_old(path));
}

bool is_left_here(const std::filesystem::path& path) { return writer_of(path.filename().string()) == Writer::Gone; }

}  // namespace headroom
