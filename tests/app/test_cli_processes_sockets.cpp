// Processes of one machine talk among themselves: none of their sockets can be reached from another machine.
#include "processes_fixture.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace headroom::test {
namespace {

using CliProcessesSockets = ProcessesTest;

/// A process and those that it has started.
std::vector<std::string> family_of_pid(pid_t pid) {
    std::vector<std::string> out{std::to_string(pid)};
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream status(entry.path() / "status");
        for (std::string line; std::getline(status, line);) {
            if (line == "PPid:\t" + out.front()) out.push_back(entry.path().filename().string());
        }
    }
    return out;
}

/// The numbers by which /proc/net calls the sockets of processes.
std::set<std::string> sockets_of(const std::vector<std::string>& pids) {
    std::set<std::string> out;
    for (const std::string& pid : pids) {
        std::error_code gone;
        for (const auto& fd : std::filesystem::directory_iterator("/proc/" + pid + "/fd", gone)) {
            const std::string target = std::filesystem::read_symlink(fd.path(), gone).string();
            if (target.starts_with("socket:[")) out.insert(target.substr(8, target.size() - 9));
        }
    }
    return out;
}

/// The addresses that `sockets` listen at, as /proc/net writes them: "0100007F:1F90".
std::vector<std::string> listened_at(const std::set<std::string>& sockets) {
    constexpr const char* kListens = "0A";
    std::vector<std::string> out;
    for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        std::ifstream lines(table);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::vector<std::string> cells;
            for (std::string word; words >> word;) cells.push_back(word);
            if (cells.size() > 9 && cells[3] == kListens && sockets.contains(cells[9])) out.push_back(cells[1]);
        }
    }
    return out;
}

/// 127.x.y.z, also as an address of IPv6, or ::1; each group of four bytes has its last one first.
bool is_of_this_machine(const std::string& address) {
    const std::string host = address.substr(0, address.find(':'));
    return (host.size() == 8 && host.ends_with("7F")) ||
           (host.starts_with("0000000000000000FFFF0000") && host.ends_with("7F")) ||
           host == "00000000000000000000000001000000";
}

TEST_F(CliProcessesSockets, ListenForThisMachineAlone) {
    CliProcess run(train("run", Words{"--steps", "1000000"} + of(2)), options_);
    ASSERT_FALSE(run.wait_for("step").is_null()) << run.err();
    const auto pids = family_of_pid(run.pid());
    EXPECT_EQ(pids.size(), 3u) << "the parent and two processes";
    const auto addresses = listened_at(sockets_of(pids));
    EXPECT_FALSE(addresses.empty()) << "the processes meet somewhere";
    for (const std::string& address : addresses) EXPECT_TRUE(is_of_this_machine(address)) << address;
    run.send(SIGTERM);
    EXPECT_EQ(run.finish(), 143) << run.err();
}

}  // namespace
}  // namespace headroom::test
