// NVML through its stand-ins: figures, processes that come and go, drivers that lack functions, errors.
#include "core/memory/gpu/device_monitor.h"
#include "core/memory/gpu/nvml.h"
#include "tests/torch/stand_ins/nvml.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <unistd.h>

#include <functional>
#include <thread>

namespace headroom::test {
namespace {

const std::string kWhole = STAND_IN_FOLDER "/libstand_in_nvml.so", kOld = STAND_IN_FOLDER "/libstand_in_nvml_old.so",
                  kBroken = STAND_IN_FOLDER "/libstand_in_nvml_broken.so", kBus = "0000:01:00.0";

class NvmlTest : public ::testing::Test {
protected:
    void SetUp() override {
        library_ = dlopen(kWhole.c_str(), RTLD_NOW);
        ASSERT_NE(library_, nullptr) << dlerror();
        answer({8ull << 30, 256ull << 20, 3ull << 30, {}, {}});
    }
    void TearDown() override { dlclose(library_); }

    void answer(const StandInNvml& state) {
        reinterpret_cast<void (*)(const StandInNvml*)>(dlsym(library_, "stand_in_nvml_set"))(&state);
    }
    int calls() { return reinterpret_cast<int (*)()>(dlsym(library_, "stand_in_nvml_calls"))(); }

    void* library_ = nullptr;
};

/// Waits until `condition` holds, at most five seconds.
bool soon(const std::function<bool()>& condition) {
    for (int i = 0; i < 5000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

TEST_F(NvmlTest, TellsMemoryWithoutTheDriversOwnShareAndWhoHoldsIt) {
    const auto me = static_cast<unsigned>(getpid());
    answer({8ull << 30,
            256ull << 20,
            3ull << 30,
            {{me, 1ull << 30}, {4000001, 2ull << 30}},
            {{4000001, 2ull << 30}, {4000002, ~0ull}}});
    auto nvml = Nvml::open(kWhole);
    ASSERT_TRUE(nvml) << nvml.error().message;
    EXPECT_EQ((*nvml)->driver_version(), "580.95.05");
    const auto r = (*nvml)->read(kBus);
    ASSERT_TRUE(r) << r.error().message;
    EXPECT_EQ(r->total.count, (8ll << 30) - (256ll << 20));
    EXPECT_EQ(r->used.count, 3ll << 30);
    EXPECT_EQ(r->utilisation, 73);
    EXPECT_EQ(r->celsius, 61);
    ASSERT_EQ(r->processes.size(), 3u) << "a program that computes and draws is listed once";
    EXPECT_EQ(r->processes[0].pid, static_cast<std::int64_t>(me));
    EXPECT_FALSE(r->processes[0].name.empty()) << "/proc knows this program";
    EXPECT_EQ(r->processes[1].name, "program-4000001") << "NVML's path is shortened to the file name";
    EXPECT_EQ(r->processes[1].bytes.count, 2ll << 30);
    EXPECT_FALSE(r->processes[2].bytes_known);
}

TEST_F(NvmlTest, ListsMoreProcessesThanFirstExpected) {
    StandInNvml many{8ull << 30, 0, 1ull << 30, {}, {}};
    for (unsigned i = 0; i < 100; ++i) many.compute.push_back({5000000 + i, 1 << 20});
    answer(many);
    const auto nvml = Nvml::open(kWhole);
    ASSERT_TRUE(nvml);
    EXPECT_EQ((*nvml)->read(kBus)->processes.size(), 100u);
}

TEST_F(NvmlTest, AnOldDriverStillTellsItsMemory) {
    const auto old = Nvml::open(kOld);
    ASSERT_TRUE(old) << old.error().message;
    const auto r = (*old)->read(kBus);
    ASSERT_TRUE(r) << r.error().message;
    EXPECT_FALSE(r->processes_known);
    EXPECT_EQ(r->utilisation, -1);
    EXPECT_EQ(r->celsius, -1);
}

TEST_F(NvmlTest, SaysWhatIsMissing) {
    const auto none = Nvml::open("libno-such-nvml.so.1");
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("libno-such-nvml.so.1"), std::string::npos);
    const auto broken = Nvml::open(kBroken);
    ASSERT_FALSE(broken);
    EXPECT_NE(broken.error().message.find("nvmlDeviceGetHandleByPciBusId_v2"), std::string::npos)
        << broken.error().message;
    StandInNvml down{};
    down.init_status = 9;
    answer(down);
    const auto asleep = Nvml::open(kWhole);
    ASSERT_FALSE(asleep);
    EXPECT_NE(asleep.error().message.find("Driver Not Loaded"), std::string::npos) << asleep.error().message;
}

TEST_F(NvmlTest, NamesADeviceItDoesNotKnowAndOneThatIsLost) {
    const auto nvml = Nvml::open(kWhole);
    ASSERT_TRUE(nvml);
    const auto foreign = (*nvml)->read("0000:99:00.0");
    ASSERT_FALSE(foreign);
    EXPECT_NE(foreign.error().message.find("0000:99:00.0"), std::string::npos);
    StandInNvml lost{};
    lost.memory_status = 15;
    answer(lost);
    const auto gone = (*nvml)->read(kBus);
    ASSERT_FALSE(gone);
    EXPECT_NE(gone.error().message.find("GPU is lost"), std::string::npos);
}

TEST_F(NvmlTest, TheMonitorFollowsProcessesThatComeAndGo) {
    auto nvml = Nvml::open(kWhole);
    ASSERT_TRUE(nvml);
    DeviceMonitor monitor(std::move(*nvml), kBus, std::chrono::milliseconds(2));
    ASSERT_TRUE(soon([&] { return monitor.latest().reading.has_value(); }));
    EXPECT_TRUE(monitor.latest().reading->processes.empty());
    answer({8ull << 30, 0, 5ull << 30, {{4000001, 4ull << 30}}, {}});
    EXPECT_TRUE(soon([&] { return monitor.latest().reading->processes.size() == 1; }));
    EXPECT_EQ(monitor.fresh().reading->used.count, 5ll << 30);
    answer({8ull << 30, 0, 1ull << 30, {}, {}});
    EXPECT_TRUE(soon([&] { return monitor.latest().reading->processes.empty(); }));
}

TEST_F(NvmlTest, TheMonitorShowsNoOldFiguresAfterAnError) {
    auto nvml = Nvml::open(kWhole);
    ASSERT_TRUE(nvml);
    DeviceMonitor monitor(std::move(*nvml), kBus, std::chrono::milliseconds(2));
    ASSERT_TRUE(soon([&] { return monitor.latest().reading.has_value(); }));
    StandInNvml lost{};
    lost.memory_status = 15;
    answer(lost);
    EXPECT_TRUE(soon([&] { return !monitor.latest().reading.has_value(); }));
    EXPECT_NE(monitor.latest().problem.find("GPU is lost"), std::string::npos);
    answer({8ull << 30, 0, 1ull << 30, {}, {}});
    EXPECT_TRUE(soon([&] { return monitor.latest().reading.has_value(); }));
}

TEST_F(NvmlTest, TheMonitorWaitsForItsPeriodAndEndsAtOnce) {
    auto nvml = Nvml::open(kWhole);
    ASSERT_TRUE(nvml);
    DeviceMonitor monitor(std::move(*nvml), kBus, std::chrono::hours(1));
    ASSERT_TRUE(soon([&] { return monitor.latest().reading.has_value(); }));
    const int before = calls();
    (void)monitor.latest();
    EXPECT_EQ(calls(), before) << "looking at the figures asks nobody";
    const auto asked = Clock::now();
    EXPECT_GE(monitor.fresh().taken, asked);
}

}  // namespace
}  // namespace headroom::test
