// Watching a run: leaks by their slope, neighbours by their growth, what other processes hold.
#include "core/engine/run/run_watch.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace headroom {
namespace {

using namespace headroom::literals;
using testing::HasSubstr;

MemoryReport after_step(Bytes activations, std::int64_t tensors) {
    MemoryReport r;
    r.device_total = 16_GiB;
    r.now.roles[Role::Weights] = 100_MiB;
    r.now.roles[Role::Activations] = activations;
    r.live_tensors = tensors;
    r.to_spare = 1_GiB;
    return r;
}

/// Two hundred samples, one in ten steps of a tenth of a second.
template <class Figures> std::optional<Leak> watched(LeakWatch& watch, Figures figures) {
    std::optional<Leak> found;
    for (std::int64_t step = 10; step <= 2000; step += 10) {
        const auto leak = watch.note(step, static_cast<double>(step) * 0.1, figures(step));
        if (leak) {
            EXPECT_FALSE(found) << "told once";
            found = leak;
        }
    }
    return found;
}

TEST(LeakWatch, AGrowingRoleIsNamedWithItsRateAndTheTimeLeft) {
    LeakWatch watch;
    // 42 KiB and one tensor in ten steps, with an outlier now and then.
    const auto leak = watched(watch, [](std::int64_t step) {
        return after_step(Bytes{step / 10 * 42 * 1024 + (step % 170 == 0 ? 500 << 20 : 0)}, 500 + step / 10);
    });
    ASSERT_TRUE(leak);
    EXPECT_EQ(leak->role, Role::Activations);
    EXPECT_NEAR(leak->bytes_per_1000_steps, 100.0 * 42 * 1024, 42 * 1024);
    EXPECT_NEAR(leak->tensors_per_1000_steps, 100, 2);
    // 10 steps a second: 42 KiB a second of 1 GiB.
    EXPECT_NEAR(leak->hours_left, (1 << 30) / (42.0 * 1024) / 3600, 0.5);
    EXPECT_THAT(RunWatch::words(*leak, kDcgan).message,
                HasSubstr("per 1,000 steps (100 tensors, role \"activations\")"));
    EXPECT_THAT(RunWatch::words(*leak, kVqganClip).message, HasSubstr("left after an iteration rises"));
    EXPECT_THAT(RunWatch::words(*leak, kVqganClip).message, HasSubstr("per 1,000 iterations (100 tensors"));
}

TEST(LeakWatch, ASteadyRunAJumpAndNoiseAreNone) {
    LeakWatch steady, jump, noise;
    EXPECT_FALSE(watched(steady, [](std::int64_t) { return after_step(3_MiB, 500); }));
    EXPECT_FALSE(watched(
        jump, [](std::int64_t step) { return after_step(step < 1000 ? 3_MiB : 300_MiB, step < 1000 ? 500 : 900); }));
    EXPECT_FALSE(watched(
        noise, [](std::int64_t step) { return after_step(Bytes{step * 7919 % 101 << 20}, 500 + step * 7919 % 11); }));
}

TEST(LeakWatch, AChangeOfSettingsBeginsAnew) {
    LeakWatch watch;
    std::optional<Leak> leak;
    for (std::int64_t step = 10; step <= 4000 && !leak; step += 10) {
        if (step % 300 == 0) watch.reset();  // grows only because of changes
        leak = watch.note(step, static_cast<double>(step), after_step(Bytes{step * 4096}, 500));
    }
    EXPECT_FALSE(leak);
}

TEST(NeighbourWatch, NamesWhoGrewByHowMuchInWhatTime) {
    NeighbourWatch watch;
    for (int second = 0; second <= 40; second += 2) {
        const Bytes grown{(std::int64_t{1198} << 20) * second / 40};
        watch.note(second, 1_GiB + grown, {{7, "editor", 300_MiB}, {42, "browser", 200_MiB + grown}}, 5_GiB - grown);
    }
    const NeighbourGrowth g = watch.growth();
    EXPECT_EQ(g.grown, 1198_MiB);
    EXPECT_EQ(g.seconds, 40);
    EXPECT_EQ(g.program, "browser");
    EXPECT_EQ(g.pid, 42);
    EXPECT_THAT(RunWatch::words(g, 2222_MiB).message, HasSubstr("browser (process 42) took 1.17 GiB in 40 s"));
    EXPECT_EQ(watch.to_tell(512_MiB).grown, 1198_MiB);
    EXPECT_EQ(watch.to_tell(512_MiB).grown.count, 0) << "told once";
    // It goes and comes again: that is new.
    watch.note(50, 1_GiB, {}, 5_GiB);
    watch.note(60, 2_GiB, {}, 4_GiB);
    EXPECT_EQ(watch.to_tell(512_MiB).grown, 1_GiB);
    EXPECT_TRUE(watch.growth().program.empty()) << "nobody is known to have grown";
}

TEST(NeighbourWatch, OldGrowthAndLittleGrowthAreNone) {
    NeighbourWatch watch;
    watch.note(0, 1_GiB, {}, 5_GiB);
    watch.note(10, 2_GiB, {}, 4_GiB);
    for (int second = 12; second <= 120; second += 2) watch.note(second, 2_GiB, {}, 4_GiB);
    EXPECT_EQ(watch.growth().grown.count, 0);
    watch.note(122, 2_GiB + 10_MiB, {}, 4_GiB);
    EXPECT_EQ(watch.growth().grown.count, 0);
}

TEST(HostPrograms, ReadsNamesAndMemoryOfOthers) {
    const test::TempFolder folder;
    const auto process = [&](const std::string& pid, const std::string& name, const std::string& statm) {
        std::filesystem::create_directory(folder.file(pid));
        std::ofstream(folder.file(pid) + "/comm") << name << "\n";
        std::ofstream(folder.file(pid) + "/statm") << statm << "\n";
    };
    process("12", "small", "5000 1000 400 1 0 1 0");
    process("3456", "large one", "900000 500000 100000 1 0 1 0");
    process(std::to_string(getpid()), "this", "900000 800000 0 1 0 1 0");
    process("99", "gone", "");
    process("self", "no number", "9 9 0 0 0 0 0");
    const auto programs = read_host_programs(folder.path());
    ASSERT_EQ(programs.size(), 2u);
    EXPECT_EQ(programs[0].name, "large one");
    EXPECT_EQ(programs[0].pid, 3456);
    EXPECT_EQ(programs[0].bytes.count, std::int64_t{400000} * sysconf(_SC_PAGESIZE));
    EXPECT_EQ(programs[1].name, "small");
    EXPECT_TRUE(read_host_programs(folder.file("nowhere")).empty());
}

TEST(RunWatch, TellsOfNeighboursAndLeavesTheReportOtherwiseAsItWas) {
    std::vector<std::string> told;
    RunWatch watch([&](Event e) {
        if (const auto* w = std::get_if<Warning>(&e)) told.push_back(w->id);
    });
    auto report = std::make_shared<MemoryReport>();
    report->device_total = 8_GiB;
    report->is_cpu = false;
    report->now.other_programs = 1_GiB;
    EXPECT_EQ(watch.look(report, 1, true)->now.other_programs, 1_GiB);
    report = std::make_shared<MemoryReport>(*report);
    report->now.other_programs = 3_GiB;
    report->programs = {{42, "game", 2_GiB}};
    const auto shown = watch.look(report, 2, true);
    EXPECT_EQ(shown->neighbours.grown, 2_GiB);
    EXPECT_EQ(shown->neighbours.program, "game");
    EXPECT_THAT(told, testing::ElementsAre("neighbours"));
}

TEST(RunWatch, IsSilentAboutNeighboursWhileThereIsPlentyLeft) {
    std::vector<std::string> told;
    RunWatch watch([&](Event e) {
        if (const auto* w = std::get_if<Warning>(&e)) told.push_back(w->id);
    });
    auto report = std::make_shared<MemoryReport>();
    report->device_total = 24_GiB;
    report->is_cpu = false;
    const auto others_hold = [&](Bytes bytes, Bytes free_at_peak) {
        report = std::make_shared<MemoryReport>(*report);
        report->now.other_programs = bytes;
        report->at_peak.free = free_at_peak;
        return watch.look(report, 1, true);
    };
    others_hold(1_GiB, 22_GiB);
    EXPECT_EQ(others_hold(2_GiB, 21_GiB)->neighbours.grown, 1_GiB) << "shown all the same";
    EXPECT_TRUE(told.empty());
    others_hold(21_GiB, 2_GiB);
    EXPECT_THAT(told, testing::ElementsAre("neighbours")) << "now it is tight";
}

}  // namespace
}  // namespace headroom
