// What becomes of a run when one of its processes is killed, hangs, comes late or never, or is not like the others; with real processes.
#include "core/io/pictures/image_codec.h"
#include "processes_fixture.h"
#include "tests/support/test_seed.h"

#include <unistd.h>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <utility>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliProcessesFates : public ProcessesTest {
protected:
    Words toy() const {
        return {"train",   "toy",     "--data", "shapes",       "--set", "data.count=64", "--size", "32",       "--out",
                at("run"), "--batch", "16",     "--accumulate", "2",     "--threads",     "1",      "--device", "cpu",
                "--steps", "200"};
    }
    /// Two processes of the program with toys, one of which has `variable`.
    std::vector<std::unique_ptr<CliProcess>> start_toys(const Words& words, std::size_t victim, const char* variable,
                                                        const std::string& value) const {
        const int port = Port::unused();
        std::vector<std::unique_ptr<CliProcess>> all;
        for (const int rank : {0, 1}) {
            CliOptions options = place(rank, 2, port);
            options.program = HEADROOM_TOY_CLI;
            if (all.size() == victim) options.variables.emplace_back(variable, value);
            all.push_back(std::make_unique<CliProcess>(words, options));
        }
        return all;
    }
};

TEST_F(CliProcessesFates, AKilledOneEndsTheOthersWhoNameIt) {
    for (int victim = 0; victim < 3; ++victim) {
        const std::string run = "killed-" + std::to_string(victim);
        auto all = start(3, train(run, {"--steps", "1000000", "--set", "checkpoint.every=2"}));
        ASSERT_FALSE(all[0]->wait_for("checkpoint_saved").is_null()) << all[0]->err();
        const std::string name = "process " + std::to_string(victim) + " (pid " +
                                 std::to_string(all[static_cast<std::size_t>(victim)]->pid());
        all[static_cast<std::size_t>(victim)]->send(SIGKILL);
        for (int rank = 0; rank < 3; ++rank) {
            CliProcess& process = *all[static_cast<std::size_t>(rank)];
            EXPECT_EQ(process.finish(), rank == victim ? 256 + SIGKILL : 4) << process.err();
            if (rank != victim) { EXPECT_THAT(process.err(), HasSubstr(name)); }
        }
        EXPECT_EQ(cli({"runs", "verify", at(run)}).status, 0);
    }
    // As torchrun would: the same words again, and another number of them.
    const int port = Port::unused();
    std::vector<std::unique_ptr<CliProcess>> again;
    for (int rank = 0; rank < 2; ++rank) {
        CliOptions options = place(rank, 2, port);
        options.variables.emplace_back("TORCHELASTIC_RESTART_COUNT", "1");
        again.push_back(std::make_unique<CliProcess>(train("killed-1", {"--steps", "1000000"}), options));
    }
    const Json started = again[0]->wait_for("started");
    EXPECT_GE(started.value("step", 0), 2) << again[0]->err();
    ASSERT_FALSE(again[0]->wait_for("step").is_null());
    // A wish to stop that reaches one process is granted by all.
    again[1]->send(SIGTERM);
    EXPECT_FALSE(again[0]->wait_for("checkpoint_saved").is_null()) << again[0]->err();
    EXPECT_EQ(again[0]->finish(), 0) << again[0]->err();
    EXPECT_EQ(again[1]->finish(), 143) << again[1]->err();
}

TEST_F(CliProcessesFates, AHangingOneEndsTheOthersWithinTheTimeOut) {
    for (int victim = 0; victim < 2; ++victim) {
        auto all = start(2, train("hung-" + std::to_string(victim), {"--steps", "1000000"}), 2);
        ASSERT_FALSE(all[0]->wait_for("step").is_null()) << all[0]->err();
        all[static_cast<std::size_t>(victim)]->send(SIGSTOP);
        CliProcess& other = *all[static_cast<std::size_t>(1 - victim)];
        EXPECT_EQ(other.finish(), 4) << other.err();
        EXPECT_THAT(other.err(), HasSubstr("process " + std::to_string(victim) + " (pid "));
        EXPECT_THAT(other.err(), HasSubstr("has not answered for "));
        all[static_cast<std::size_t>(victim)]->send(SIGKILL);
    }
}

TEST_F(CliProcessesFates, OneThatStartsLateIsWaitedForAndOneThatNeverComesIsNamed) {
    const int port = Port::unused();
    CliProcess first(train("run", {"--steps", "2"}), place(0, 2, port));
    while (!first.ended() && !somebody_listens(port)) usleep(1000);
    CliProcess late(train("run", {"--steps", "2"}), place(1, 2, port));
    EXPECT_EQ(first.finish(), 0) << first.err();
    EXPECT_EQ(late.finish(), 0) << late.err();

    CliProcess waiting(train("never", {"--steps", "2"}), place(0, 2, port, 1));
    EXPECT_EQ(waiting.finish(), 4);
    EXPECT_THAT(waiting.err(), HasSubstr("process 1 of 2 did not come within 1 s"));
    EXPECT_FALSE(fs::exists(at("never"))) << "nothing is begun";
}

TEST_F(CliProcessesFates, OneThatWaitsForTheOthersHearsThatItIsToStop) {
    const int port = Port::unused();
    CliProcess first(train("run", {"--steps", "2"}), place(0, 2, port, 100));
    while (!first.ended() && !somebody_listens(port)) usleep(1000);
    first.send(SIGTERM);
    EXPECT_EQ(first.finish(), 143) << first.err();
    EXPECT_FALSE(fs::exists(at("run"))) << "nothing is begun";
    CliProcess second(train("run", {"--steps", "2"}), place(1, 2, Port::unused(), 100));
    while (!second.ended() && !hears(second.pid(), SIGTERM)) usleep(1000);
    second.send(SIGTERM);
    EXPECT_EQ(second.finish(), 143) << second.err();
}

TEST_F(CliProcessesFates, AnotherVersionAndOtherPicturesAreRefused) {
    const int port = Port::unused();
    CliProcess first(train("run", {"--steps", "2"}), place(0, 2, port));
    CliOptions other = place(1, 2, port);
    other.program = HEADROOM_TOY_CLI;
    CliProcess second(train("run", {"--steps", "2"}), other);
    EXPECT_EQ(first.finish(), 4);
    EXPECT_THAT(first.err(), HasSubstr(" is Headroom toy, process 0 is "));
    EXPECT_NE(second.finish(), 0);

    std::mt19937_64 random(test_seed());
    for (const char* name : {"mine", "theirs"}) {
        fs::create_directory(at(name));
        for (int i = 0; i < 32; ++i) {
            auto bytes = std::make_shared<std::vector<std::uint8_t>>(32 * 32 * 3);
            for (std::uint8_t& byte : *bytes) byte = static_cast<std::uint8_t>(random());
            const ImageBuffer picture{32, 32, 3, bytes};
            ASSERT_TRUE(write_png(at(std::string(name) + "/" + std::to_string(i) + ".png"), picture));
        }
    }
    CliProcess mine(train("pictures", {"--steps", "2", "--data", at("mine")}), place(0, 2, port));
    CliProcess theirs(train("pictures", {"--steps", "2", "--data", at("theirs")}), place(1, 2, port));
    EXPECT_EQ(mine.finish(), 2);
    EXPECT_THAT(mine.err(), HasSubstr("has other pictures than process 0"));
    EXPECT_EQ(theirs.finish(), 2) << theirs.err();
}

TEST_F(CliProcessesFates, OneWhoseWeightsDifferIsFoundAndNamed) {
    for (const auto& [spoiled, found] : {std::pair("1", "1"), std::pair("42", "100")}) {
        const auto all = start_toys(toy(), 1, "HEADROOM_TOY_SPOILED_STEP", spoiled);
        const std::string name = "process 1 (pid " + std::to_string(all[1]->pid());
        EXPECT_NE(all[0]->finish(), 0);
        EXPECT_NE(all[1]->finish(), 0);
        EXPECT_THAT(all[0]->err(), HasSubstr(name));
        EXPECT_THAT(all[0]->err(), HasSubstr(std::string("has other weights than process 0 at step ") + found));
        fs::remove_all(at("run"));
    }
}

TEST_F(CliProcessesFates, OneThatFailsAmidTheChangesOfAStepEndsTheOthersWithItsSentence) {
    const std::string torn = "step 3 could not be completed: some of the networks have made it and others have not";
    for (const std::size_t victim : {std::size_t{0}, std::size_t{1}}) {
        const auto all =
            start_toys(toy() + Words{"--set", "checkpoint.every=1"}, victim, "HEADROOM_TOY_TORN_STEP", "3");
        const CliProcess &failed = *all[victim], &other = *all[1 - victim];
        for (const auto& process : all) EXPECT_NE(process->finish(), 0) << process->err();
        EXPECT_THAT(failed.err(), HasSubstr(torn));
        EXPECT_THAT(other.err(), HasSubstr("process " + std::to_string(victim)));
        EXPECT_THAT(other.err(), HasSubstr(torn));
        CliOptions options = options_;
        options.program = HEADROOM_TOY_CLI;
        const auto verified = run_cli({"runs", "verify", at("run")}, options);
        EXPECT_EQ(verified.status, 0) << verified.err;
        fs::remove_all(at("run"));
    }
}

TEST_F(CliProcessesFates, AnInfiniteGradientOfOneEndsAllWithTheSameSentence) {
    const Words steps{"--steps", "8"};
    const std::vector<std::pair<Words, std::string>> kinds{
        {train("run", steps + Words{"--precision", "bf16", "--set", "checkpoint.every=1"}), "step 3"},
        {vqgan("run", steps), "step "},
        {light_gan("run", steps), "step "},
        {paint("run", steps), "iteration "}};
    for (const auto& [words, where] : kinds) {
        const auto all = start_toys(words, 1, "HEADROOM_TOY_SPOILED_SUM", "5");
        for (const auto& process : all) EXPECT_EQ(process->finish(), 6) << process->err();
        const std::string lost = ": its loss is infinite or no number";
        EXPECT_THAT(all[0]->err(), HasSubstr(lost));
        EXPECT_THAT(all[0]->err(), HasSubstr(where));
        EXPECT_THAT(all[1]->err(), HasSubstr(lost));
        // What was saved before is whole, and the run goes on from there.
        EXPECT_EQ(cli({"runs", "verify", at("run")}).status, 0);
        fs::rename(at("run"), at(words[1]));
    }
    const auto resumed = cli({"train", "dcgan", "--resume", at("dcgan"), "--steps", "4"});
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.err, HasSubstr("resumed from step 2"));
}

TEST_F(CliProcessesFates, APortInUseIsNamed) {
    Port taken;
    taken.listen();
    CliProcess first(train("run", {"--steps", "2"}), place(0, 2, taken.number(), 5));
    EXPECT_EQ(first.finish(), 4);
    EXPECT_THAT(first.err(), HasSubstr("port " + std::to_string(taken.number()) + " is in use"));
}

/// HEADROOM_RANK_KILLS=50: as many random kills of random processes; nothing that was announced is ever lost.
TEST_F(CliProcessesFates, RandomKillsLoseNothing) {
    const char* wanted = std::getenv("HEADROOM_RANK_KILLS");
    const int kills = wanted ? std::atoi(wanted) : 2;
    std::mt19937_64 random(test_seed());
    ASSERT_EQ(cli(train("run", {"--steps", "1", "--set", "checkpoint.every=1"})).status, 0);
    std::int64_t reached = 1;
    for (int kill = 0; kill < kills; ++kill) {
        const int size = 2 + static_cast<int>(random() % 2);
        auto all = start(size, {"train", "dcgan", "--resume", at("run"), "--steps", "1000000", "--json"});
        const Json started = all[0]->wait_for("started");
        ASSERT_FALSE(started.is_null()) << "kill " << kill << ": " << all[0]->err();
        EXPECT_GE(started["step"], reached) << "a checkpoint that was announced is lost";
        reached = started["step"];
        for (std::uint64_t i = random() % 4; i > 0; --i) ASSERT_FALSE(all[0]->wait_for("step").is_null());
        if (random() % 2 == 0) reached = all[0]->wait_for("checkpoint_saved")["step"];
        const auto victim = static_cast<std::size_t>(random()) % all.size();
        all[victim]->send(SIGKILL);
        for (const auto& process : all) EXPECT_NE(process->finish(), 0);
        ASSERT_EQ(cli({"runs", "verify", at("run")}).status, 0) << "kill " << kill;
    }
}

}  // namespace
}  // namespace headroom::test
