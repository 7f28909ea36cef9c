// Runs of several processes that each have a GPU, the stand-in for one: data sets leave the devices before any setting changes, and what such
// runs cannot have is said once.
#include "core/engine/remote/remote_session.h"
#include "core/engine/remote/socket_folder.h"
#include "core/io/runs/run_folder.h"
#include "processes_fixture.h"

#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <variant>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class GpuProcesses : public ProcessesTest {
protected:
    GpuProcesses() { options_.program = HEADROOM_STAND_IN_CLI; }
    /// With a data set of 24 or 48 MiB.
    Words on_gpus(const std::string& run, const std::string& data, const Words& more = {}) const {
        return train(run, Words{"--device", "cuda", "--set", "data.count=8192", "--set", "data.on_device=" + data,
                                "--ordered-sums"} +
                              more);
    }
    static std::vector<Json> events_in(const std::string& out, const std::string& name) {
        std::vector<Json> found;
        for (std::size_t at = 0; at < out.size();) {
            const std::size_t end = std::min(out.find('\n', at), out.size());
            const Json event = Json::parse(out.substr(at, end - at), nullptr, false);
            if (event.is_object() && event.value("event", "") == name) found.push_back(event);
            at = end + 1;
        }
        return found;
    }
    /// Two processes over the same pictures, of which number `which` has `budget` or `variables` to itself.
    std::vector<std::unique_ptr<CliProcess>> two(const Words& words, int which, const Words& budget,
                                                 const std::pair<std::string, std::string>& variable = {}) const {
        const int port = Port::unused();
        std::vector<std::unique_ptr<CliProcess>> out;
        for (int rank = 0; rank < 2; ++rank) {
            CliOptions options = place(rank, 2, port);
            if (rank == which && !variable.first.empty()) options.variables.push_back(variable);
            out.push_back(std::make_unique<CliProcess>(rank == which ? words + budget : words, options));
        }
        return out;
    }
    static std::string rung(const Json& event, std::size_t i) { return event["remedies"][i]["rung"]; }
};

TEST_F(GpuProcesses, StepsAreMadeOneByOneWhichIsSaidOnceToWhoAskedForGraphs) {
    for (const std::string wish : {"on", "auto"}) {
        const auto done =
            cli(on_gpus("run-" + wish, "off", {"--steps", "4", "--processes", "2", "--set", "cuda.graphs=" + wish}));
        ASSERT_EQ(done.status, 0) << done.err;
        std::vector<Json> told = events_in(done.out, "warning");
        std::erase_if(told, [](const Json& w) { return w["id"] != "graphs"; });
        ASSERT_EQ(told.size(), wish == "on" ? 1u : 0u) << done.out;
        if (wish == "on") EXPECT_THAT(told[0]["message"].get<std::string>(), HasSubstr("processes vote and add up"));
    }
    EXPECT_EQ(differing(at("run-on"), at("run-auto")), "");
}

TEST_F(GpuProcesses, HaveOnesWeightsAndStatisticsToTheBit) {
    // Steps of one process are recorded and replayed, its batch norms by kernels of our own; the last window of an epoch is short.
    const auto small = [this](const std::string& run, const Words& more) {
        return train(run, Words{"--device", "cuda", "--steps", "6", "--set", "data.count=66"} + more);
    };
    expect_the_same(small, {}, {2, 3});
    expect_the_same(small, {"--precision", "bf16"}, {2});
    expect_the_same(small, {"--set", "memory.channels_last=off"}, {2});
    const Words there{"--device", "cuda", "--steps", "4"};
    expect_the_same([&](const auto& run, const auto& more) { return vqgan(run, there + more); },
                    {"--set", "loss.gan_start=2"}, {2});
    expect_the_same([&](const auto& run, const auto& more) { return paint(run, there + more); }, {}, {2});
}

TEST_F(GpuProcesses, DataSetsLeaveTheDevicesBeforeAnySettingChanges) {
    const Words steps{"--steps", "3",     "--size",     "64",    "--batch",    "32",    "--accumulate",
                      "2",       "--set", "width.g=32", "--set", "width.d=32", "--set", "data.count=4096"};
    ASSERT_EQ(cli(on_gpus("plain", "off", steps + Words{"--processes", "2"})).status, 0);
    const Words step_by_step = steps + Words{"--set", "cuda.graphs=off"};
    const auto whole = cli(on_gpus("whole", "on", step_by_step));
    ASSERT_EQ(whole.status, 0) << whole.err;
    // A budget in which the steps of one process find no room beside its data set.
    Words budget;
    for (auto bytes = first_memory(whole.out)["peak"].get<std::int64_t>(); budget.empty(); bytes -= 16 << 20) {
        ASSERT_GT(bytes, 48 << 20);
        const Words tried{"--budget", std::to_string(bytes)};
        const auto one = cli(on_gpus("one", "on", step_by_step + tried));
        ASSERT_EQ(one.status, 0) << one.err;
        if (one.out.find("oom_recovered") != std::string::npos) budget = tried;
        fs::remove_all(at("one"));
    }
    for (const int which : {0, 1}) {
        SCOPED_TRACE(which);
        const auto processes = two(on_gpus("run", "on", steps), which, budget);
        const Json told = processes[0]->wait_for("oom_recovered");
        ASSERT_FALSE(told.is_null()) << processes[0]->err();
        EXPECT_EQ(rung(told, 1), "data_set") << told["remedies"];
        EXPECT_TRUE(told["after"].empty()) << told["after"];
        for (const auto& process : processes) EXPECT_EQ(process->finish(), 0) << process->err();
        EXPECT_EQ(events_in(processes[0]->out(), "oom_recovered").size(), 1u);
        EXPECT_EQ(differing(at("plain"), at("run")), "");
        fs::remove_all(at("run"));
    }
}

TEST_F(GpuProcesses, ADataSetLeavesTheDeviceOnWhichAllocationsThrash) {
    const std::pair<std::string, std::string> thrashes{"HEADROOM_STAND_IN_EMPTIES", "3"};
    {
        const auto processes = two(on_gpus("first", "on", {"--steps", "1000000"}), 0, {}, thrashes);
        for (const char* const wanted : {"data_set", "micro_batch"}) {
            const Json told = processes[0]->wait_for("oom_recovered");
            ASSERT_FALSE(told.is_null()) << processes[0]->err();
            EXPECT_EQ(told["cause"], "thrashing");
            EXPECT_EQ(rung(told, 1), wanted);
        }
        processes[0]->send(SIGTERM);
        EXPECT_EQ(processes[0]->finish(), 143) << processes[0]->err();
        EXPECT_EQ(processes[1]->finish(), 0) << processes[1]->err();
    }
    // Where it is not process 0's, that one keeps its own, and no setting changes.
    const auto processes = two(on_gpus("second", "on", {"--steps", "1000000"}), 1, {}, thrashes);
    ASSERT_FALSE(processes[0]->wait_for("step").is_null()) << processes[0]->err();
    const auto session = remote::attach_to(remote::path_of(RunFolder::address_of(at("second"))), {{"test"}});
    ASSERT_TRUE(session) << session.error().message;
    std::map<int, Bytes> data;
    for (bool left = false; !left && !processes[0]->ended(); usleep(10000)) {
        for (const Event& event : (*session)->drain_events()) {
            const auto* sampled = std::get_if<MemorySampled>(&event);
            if (!sampled) continue;
            for (const RankMemory& rank : sampled->report->ranks) data[rank.rank] = rank.now.roles[Role::Dataset];
        }
        left = data.contains(1) && data[1] == Bytes{};
    }
    EXPECT_GT(data[0], Bytes{});
    processes[0]->send(SIGTERM);
    EXPECT_EQ(processes[0]->finish(), 143) << processes[0]->err();
    EXPECT_EQ(processes[1]->finish(), 0) << processes[1]->err();
    EXPECT_EQ(processes[0]->out().find("oom_recovered"), std::string::npos);
    const auto steps = std::to_string(Json::parse(read_bytes(at("second/run.json")))["step"].get<std::int64_t>());
    ASSERT_EQ(cli(on_gpus("plain", "off", {"--steps", steps, "--processes", "2"})).status, 0);
    EXPECT_EQ(differing(at("plain"), at("second")), "");
}

}  // namespace
}  // namespace headroom::test
