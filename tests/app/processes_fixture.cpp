// Starting processes, and reading what they left.
#include "processes_fixture.h"

#include "core/io/runs/run_folder.h"
#include "tests/support/stored_bytes.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace headroom::test {

Words operator+(Words a, const Words& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Port::Port() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    socklen_t length = sizeof address;
    bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length);
    number_ = ntohs(address.sin_port);
}

void Port::listen() { ::listen(socket_, 1); }

Port::~Port() { close(socket_); }

int Port::unused() {
    const Port port;
    return port.number();
}

bool somebody_listens(int port) {
    const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    const bool there = connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    close(s);
    return there;
}

bool hears(pid_t pid, int signal) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("SigCgt:", 0) == 0) return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1)) & 1;
    }
    return false;
}

nlohmann::json first_memory(const std::string& out) {
    const auto line = out.find("{\"event\":\"step\"");
    if (line == std::string::npos) return {};
    return nlohmann::json::parse(out.substr(line, out.find('\n', line) - line))["memory"];
}

namespace {

/// Every stored tensor of a run's newest checkpoint, as bytes by "part/name".
StoredBytes state_of(const std::string& run) {
    const auto folder = RunFolder::open(run);
    if (!folder) return {};
    const auto newest = folder->newest_checkpoint(nullptr);
    const auto content = newest ? RunFolder::read_checkpoint(*newest) : Result<CheckpointContent>(newest.error());
    return content ? bytes_of(*content) : StoredBytes();
}

}  // namespace

std::string differing(const std::string& a, const std::string& b) {
    const auto first = state_of(a), second = state_of(b);
    std::string names;
    for (const auto& [name, bytes] : first) {
        const auto other = second.find(name);
        if (other == second.end() || other->second != bytes) names += name + " ";
    }
    return first.empty() || first.size() != second.size() ? names + "(other tensors)" : names;
}

namespace {

/// Of each fp32 tensor of two runs whose name holds `part`: the largest difference of its numbers, and the largest number of the first run's.
struct Apart {
    double difference = 0, largest = 0;
};
std::vector<Apart> apart(const std::string& a, const std::string& b, const std::string& part) {
    const auto first = state_of(a), second = state_of(b);
    std::vector<Apart> out;
    for (const auto& [name, bytes] : first) {
        if (name.find(part) == std::string::npos) continue;
        const auto other = second.find(name);
        if (other == second.end() || other->second.size() != bytes.size()) return {{HUGE_VAL, 1}};
        Apart& one = out.emplace_back();
        for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
            float x = 0, y = 0;
            std::memcpy(&x, bytes.data() + i, sizeof x);
            std::memcpy(&y, other->second.data() + i, sizeof y);
            one.largest = std::max(one.largest, std::abs(static_cast<double>(x)));
            one.difference = std::max(one.difference, std::abs(static_cast<double>(x) - static_cast<double>(y)));
        }
    }
    return out.empty() || first.size() != second.size() ? std::vector<Apart>{{HUGE_VAL, 1}} : out;
}

}  // namespace

double moments_apart(const std::string& a, const std::string& b) {
    // A bias before a batch norm has no gradient but rounding.
    constexpr double kRounding = 1e-5;
    double worst = 0;
    for (const Apart& one : apart(a, b, "/m."))
        worst = std::max(worst, one.largest > kRounding ? one.difference / one.largest : one.difference);
    return worst;
}

double statistics_apart(const std::string& a, const std::string& b) {
    double worst = 0;
    for (const Apart& one : apart(a, b, "running_")) worst = std::max(worst, one.difference);
    return worst;
}

Words ProcessesTest::train(const std::string& run, const Words& more) const {
    return Words{"train", "dcgan",          "--data",    "shapes",        "--out",
                 at(run), "--size",         "32",        "--batch",       "4",
                 "--set", "width.g=8",      "--set",     "width.d=8",     "--accumulate",
                 "4",     "--set",          "latent=16", "--threads",     "1",
                 "--set", "preview.grid=4", "--set",     "data.count=64", "--json"} +
           more;
}

Words ProcessesTest::vqgan(const std::string& run, const Words& more) const {
    Words words{"train",        "vqgan", "--out",     at(run), "--size",   "32",  "--batch", "4",
                "--accumulate", "4",     "--threads", "1",     "--device", "cpu", "--json"};
    for (const char* set :
         {"data.count=66", "net.base=32", "net.codes=32", "loss.gan_start=8", "width.d=8", "preview.grid=4"})
        words = words + Words{"--set", set};
    return words + more;
}

Words ProcessesTest::light_gan(const std::string& run, const Words& more) const {
    Words words{"train",        "light-gan", "--out",     at(run), "--size",   "64",  "--batch", "1",
                "--accumulate", "4",         "--threads", "1",     "--device", "cpu", "--json"};
    for (const char* set : {"data.count=66", "model.latent=8", "model.width=16",
                            "model.attention=", "model.small_attention=off", "preview.grid=4"})
        words = words + Words{"--set", set};
    return words + more;
}

Words ProcessesTest::paint(const std::string& run, const Words& more) const {
    return Words{"imagine",   "a red cube on a green floor",
                 "--out",     at(run),
                 "--threads", "1",
                 "--set",     "cuts.count=8",
                 "--set",     "cuts.chunk=2",
                 "--json"} +
           more;
}

void ProcessesTest::expect_the_same(const MakeWords& words, const Words& settings,
                                    const std::vector<int>& processes) const {
    const auto one = cli(words("one", settings));
    ASSERT_EQ(one.status, 0) << one.err;
    for (const int n : processes) {
        const std::string name = "of-" + std::to_string(n);
        const auto several = cli(words(name, settings + of(n)));
        ASSERT_EQ(several.status, 0) << several.err;
        EXPECT_EQ(differing(at("one"), at(name)), "") << n << " processes";
        std::filesystem::remove_all(at(name));
    }
    std::filesystem::remove_all(at("one"));
}

CliOptions ProcessesTest::place(int rank, int size, int port, int timeout) const {
    CliOptions options = options_;
    options.variables = {{"RANK", std::to_string(rank)},
                         {"LOCAL_RANK", std::to_string(rank)},
                         {"WORLD_SIZE", std::to_string(size)},
                         {"LOCAL_WORLD_SIZE", std::to_string(size)},
                         {"MASTER_ADDR", "127.0.0.1"},
                         {"MASTER_PORT", std::to_string(port)},
                         {"HEADROOM_RANK_TIMEOUT", std::to_string(timeout)}};
    return options;
}

std::vector<std::unique_ptr<CliProcess>> ProcessesTest::start(int size, const Words& words, int timeout) const {
    const int port = Port::unused();
    std::vector<std::unique_ptr<CliProcess>> all;
    for (int rank = 0; rank < size; ++rank)
        all.push_back(std::make_unique<CliProcess>(words, place(rank, size, port, timeout)));
    return all;
}

}  // namespace headroom::test
