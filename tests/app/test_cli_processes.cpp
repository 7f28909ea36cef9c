// Runs of several processes, with real ones: the same weights as one process, out of memory on one of them, kills, hangs, and what keeps
// them from meeting.
#include "cli_process.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/run_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_seed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

Words operator+(Words a, const Words& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// A socket of this machine that is bound to `port`, 0: to any that is free; and whether it listens.
class Port {
public:
    Port() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        socklen_t length = sizeof address;
        bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address);
        getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length);
        number_ = ntohs(address.sin_port);
    }
    ~Port() { free(); }
    Port(const Port&) = delete;
    Port& operator=(const Port&) = delete;

    int number() const { return number_; }
    void listen() { ::listen(socket_, 1); }
    void free() {
        if (socket_ >= 0) close(std::exchange(socket_, -1));
    }

private:
    int socket_, number_ = 0;
};

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

/// Every stored tensor of a run's newest checkpoint, as bytes by "part/name".
std::map<std::string, std::vector<std::byte>> state_of(const std::string& run) {
    std::map<std::string, std::vector<std::byte>> out;
    const auto folder = RunFolder::open(run);
    if (!folder) return out;
    const auto newest = folder->newest_checkpoint(nullptr);
    const auto content = newest ? RunFolder::read_checkpoint(*newest) : Result<CheckpointContent>(newest.error());
    if (!content) return out;
    for (const CheckpointPart& part : content->parts) {
        for (const TensorView& t : part.tensors) out[part.name + "/" + t.name].assign(t.data.begin(), t.data.end());
    }
    return out;
}

/// Names of tensors of two runs that differ.
std::string differing(const std::string& a, const std::string& b) {
    const auto first = state_of(a), second = state_of(b);
    std::string names;
    for (const auto& [name, bytes] : first) {
        const auto other = second.find(name);
        if (other == second.end() || other->second != bytes) names += name + " ";
    }
    return first.empty() || first.size() != second.size() ? names + "(other tensors)" : names;
}

/// The largest difference of Adam's first moments, which are half the gradients after one step, beside the largest of their tensor.
double moments_apart(const std::string& a, const std::string& b) {
    const auto first = state_of(a), second = state_of(b);
    if (first.empty() || first.size() != second.size()) return HUGE_VAL;
    double worst = 0;
    for (const auto& [name, bytes] : first) {
        if (name.find("/m.") == std::string::npos) continue;
        const auto& other = second.at(name);
        if (bytes.size() != other.size()) return HUGE_VAL;
        double largest = 0, difference = 0;
        for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
            float x = 0, y = 0;
            std::memcpy(&x, bytes.data() + i, sizeof x);
            std::memcpy(&y, other.data() + i, sizeof y);
            largest = std::max(largest, std::abs(static_cast<double>(x)));
            difference = std::max(difference, std::abs(static_cast<double>(x) - static_cast<double>(y)));
        }
        worst = std::max(worst, largest > 0 ? difference / largest : difference);
    }
    return worst;
}

class CliProcesses : public ::testing::Test {
protected:
    std::string at(const std::string& name) const { return folder_.file(name); }
    Words train(const std::string& run, const Words& more = {}) const {
        return Words{"train", "dcgan",          "--data",    "shapes",        "--out",
                     at(run), "--size",         "32",        "--batch",       "4",
                     "--set", "width.g=8",      "--set",     "width.d=8",     "--accumulate",
                     "4",     "--set",          "latent=16", "--threads",     "1",
                     "--set", "preview.grid=4", "--set",     "data.count=64", "--json"} +
               more;
    }
    /// One run with `settings`, and others with so many processes that have its bits.
    void expect_the_same(const Words& settings, const std::vector<int>& processes) {
        const auto one = run_cli(train("one", settings), options_);
        ASSERT_EQ(one.status, 0) << one.err;
        for (const int n : processes) {
            const std::string run = "of-" + std::to_string(n);
            const auto several =
                run_cli(train(run, settings + Words{"--processes", std::to_string(n), "--ordered-sums"}), options_);
            ASSERT_EQ(several.status, 0) << several.err;
            EXPECT_EQ(differing(at("one"), at(run)), "") << n << " processes";
            fs::remove_all(at(run));
        }
        fs::remove_all(at("one"));
    }

    CliOptions place(int rank, int size, int port, int timeout = 20) const {
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
    /// As torchrun starts them.
    std::vector<std::unique_ptr<CliProcess>> start(int size, const Words& words, int timeout = 20) const {
        Port port;
        port.free();
        std::vector<std::unique_ptr<CliProcess>> all;
        for (int rank = 0; rank < size; ++rank)
            all.push_back(std::make_unique<CliProcess>(words, place(rank, size, port.number(), timeout)));
        return all;
    }

    TempFolder folder_;
    CliOptions options_{folder_.path()};
};

TEST_F(CliProcesses, TwoAndThreeHaveOnesWeightsToTheBit) {
    // 60 pictures in windows of 16: the last window of an epoch is short, and one of its micro-batches too.
    expect_the_same({"--steps", "6", "--set", "data.count=66"}, {2, 3});
}

TEST_F(CliProcesses, PenaltiesSpectralNormAndClippingToo) {
    expect_the_same({"--steps", "3", "--set", "loss=hinge", "--set", "loss.r1=1", "--set", "loss.r1_every=2", "--set",
                     "norm.spectral=on", "--set", "norm.d=none", "--set", "clip=0.5", "--set", "loss.noise=0.1"},
                    {3});
    expect_the_same({"--steps", "2", "--set", "loss=wgan-gp", "--set", "norm.d=instance", "--set", "ratio.d=2"}, {2});
}

TEST_F(CliProcesses, HalfPrecisionAndCheckpointingToo) {
    expect_the_same({"--steps", "3", "--precision", "bf16", "--set", "norm.spectral=on", "--set",
                     "memory.checkpointing=on", "--set", "loss=lsgan"},
                    {2});
}

TEST_F(CliProcesses, SumsInNoOrderAgreeWithinRounding) {
    ASSERT_EQ(run_cli(train("one", {"--steps", "1", "--set", "ema.half_life=0"}), options_).status, 0);
    ASSERT_EQ(run_cli(train("two", {"--steps", "1", "--set", "ema.half_life=0", "--processes", "2"}), options_).status,
              0);
    EXPECT_LE(moments_apart(at("one"), at("two")), 1e-5);
}

TEST_F(CliProcesses, SynchronisedBatchNormsAreThoseOfALargerMicroBatch) {
    const Words one_step{"--steps", "1", "--set", "ema.half_life=0"};
    const Words all_at_once{"--set", "batch.micro=16", "--set", "batch.accumulate=1"};
    const Words shared{"--processes", "4", "--set", "norm.sync=on"};
    const Words checkpointed{"--set", "memory.checkpointing=on"};
    const auto run = [&](const std::string& name, const Words& words) {
        const auto done = run_cli(train(name, one_step + words), options_);
        EXPECT_EQ(done.status, 0) << done.err;
    };
    run("one", all_at_once);
    run("synchronised", shared);
    run("recomputed", shared + checkpointed);
    run("apart", {"--processes", "4"});
    EXPECT_LE(moments_apart(at("one"), at("synchronised")), 1e-4);
    EXPECT_LE(moments_apart(at("one"), at("recomputed")), 1e-4);
    EXPECT_GE(moments_apart(at("one"), at("apart")), 1e-2);  // the comparison sees the difference
    const auto statistics_apart = [&](const std::string& other) {
        double worst = 0;
        const auto a = state_of(at("one")), b = state_of(at(other));
        for (const auto& [name, bytes] : a) {
            if (name.find("running_") == std::string::npos) continue;
            for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
                float x = 0, y = 0;
                std::memcpy(&x, bytes.data() + i, sizeof x);
                std::memcpy(&y, b.at(name).data() + i, sizeof y);
                worst = std::max(worst, std::abs(static_cast<double>(x) - static_cast<double>(y)));
            }
        }
        return worst;
    };
    EXPECT_LE(statistics_apart("synchronised"), 1e-5);
    EXPECT_GE(statistics_apart("apart"), 1e-4);
}

TEST_F(CliProcesses, SynchronisedBatchNormsPassAShortWindowAndBf16AndRefusePenalties) {
    // 66 pictures in windows of 16: the last window has one micro-batch for two processes.
    const Words words{"--steps", "6", "--set", "data.count=66", "--set", "norm.sync=on", "--set", "norm.spectral=on"};
    const auto run = run_cli(train("short", words + Words{"--processes", "2"}), options_);
    ASSERT_EQ(run.status, 0) << run.err;
    const auto half = run_cli(train("half", words + Words{"--processes", "2", "--precision", "bf16"}), options_);
    ASSERT_EQ(half.status, 0) << half.err;
    const auto refused = run_cli(train("penalty", words + Words{"--set", "loss.r1=1"}), options_);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("norm.sync: the R1 penalty"));
}

TEST_F(CliProcesses, ARunGoesOnWithAnyNumberOfThem) {
    ASSERT_EQ(run_cli(train("one", {"--steps", "6"}), options_).status, 0);
    ASSERT_EQ(run_cli(train("run", {"--steps", "2", "--processes", "3", "--ordered-sums"}), options_).status, 0);
    ASSERT_EQ(run_cli({"train", "dcgan", "--resume", at("run"), "--steps", "4"}, options_).status, 0);
    const auto last = run_cli(
        {"train", "dcgan", "--resume", at("run"), "--steps", "6", "--processes", "2", "--ordered-sums"}, options_);
    ASSERT_EQ(last.status, 0) << last.err;
    EXPECT_THAT(last.err, HasSubstr("resumed from step 4"));
    EXPECT_EQ(differing(at("one"), at("run")), "");
}

TEST_F(CliProcesses, FewerMicroBatchesThanProcessesAreRefused) {
    const auto refused = run_cli(train("run", {"--steps", "2", "--accumulate", "1", "--processes", "2"}), options_);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err,
                HasSubstr("batch.accumulate: 1 micro-batches a step cannot be shared out among 2 processes"));
}

TEST_F(CliProcesses, OutOfMemoryOnOneMakesAllRepeatTheStepWithWhatFitsThere) {
    const Words wide{"--batch",    "128",   "--accumulate", "2",     "--size",         "64",      "--set",
                     "width.g=32", "--set", "width.d=32",   "--set", "data.count=256", "--steps", "2"};
    const auto alone = [&](const Words& more) {
        auto one = run_cli(train("alone", wide + more), options_);
        EXPECT_EQ(one.status, 0) << one.err;
        fs::remove_all(at("alone"));
        return one.out;
    };
    const std::string out = alone({});
    const auto line = out.find("{\"event\":\"step\"");
    ASSERT_NE(line, std::string::npos) << out;
    const Json memory = Json::parse(out.substr(line, out.find('\n', line) - line))["memory"];
    const auto peak = memory["peak"].get<double>(), tensors = memory["peak_tensors"].get<double>();
    // A budget that asks one process for a smaller micro-batch.
    std::string budget;
    for (double share = 0.5; budget.empty() || alone({"--budget", budget}).find("oom_recovered") == std::string::npos;
         share += 0.15) {
        ASSERT_LT(share, 2);
        budget = std::to_string(static_cast<std::int64_t>(peak - share * tensors));
    }
    {  // the one that has room hears of it at a synchronised batch norm, where it would wait for ever
        Port port;
        port.free();
        const Words together = wide + Words{"--set", "norm.sync=on"};
        CliProcess first(train("together", together), place(0, 2, port.number()));
        CliProcess second(train("together", together + Words{"--budget", budget}), place(1, 2, port.number()));
        EXPECT_FALSE(first.wait_for("oom_recovered").is_null()) << first.err();
        EXPECT_EQ(first.finish(), 0) << first.err();
        EXPECT_EQ(second.finish(), 0) << second.err();
    }
    Port port;
    port.free();
    CliProcess first(train("run", wide + Words{"--ordered-sums"}), place(0, 2, port.number()));
    CliProcess second(train("run", wide + Words{"--budget", budget}), place(1, 2, port.number()));
    const Json warning = first.wait_for("warning");
    EXPECT_EQ(warning["id"], "rank-memory") << first.err();
    EXPECT_THAT(warning["message"].get<std::string>(), HasSubstr("process 1 (pid " + std::to_string(second.pid())));
    EXPECT_FALSE(first.wait_for("oom_recovered").is_null());
    EXPECT_EQ(first.finish(), 0) << first.err();
    EXPECT_EQ(second.finish(), 0) << second.err();
    // The step was repeated with the rung, so the run is one that had it from the beginning.
    const Json used = Json::parse(read_bytes(at("run/config.json")));
    ASSERT_LT(used["batch.micro"].get<int>(), 128);
    ASSERT_EQ(used["batch.micro"].get<int>() * used["batch.accumulate"].get<int>(), 256);
    const auto same =
        run_cli(train("same", wide + Words{"--batch", std::to_string(used["batch.micro"].get<int>()), "--accumulate",
                                           std::to_string(used["batch.accumulate"].get<int>()), "--set",
                                           "memory.checkpointing=" + used["memory.checkpointing"].get<std::string>()}),
                options_);
    ASSERT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(differing(at("same"), at("run")), "");
}

TEST_F(CliProcesses, AKilledOneEndsTheOthersWhoNameIt) {
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
        EXPECT_EQ(run_cli({"runs", "verify", at(run)}, options_).status, 0);
    }
    // As torchrun would: the same words again, and another number of them.
    Port port;
    port.free();
    std::vector<std::unique_ptr<CliProcess>> again;
    for (int rank = 0; rank < 2; ++rank) {
        CliOptions options = place(rank, 2, port.number());
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

TEST_F(CliProcesses, AHangingOneEndsTheOthersWithinTheTimeOut) {
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

TEST_F(CliProcesses, OneThatStartsLateIsWaitedForAndOneThatNeverComesIsNamed) {
    Port port;
    port.free();
    CliProcess first(train("run", {"--steps", "2"}), place(0, 2, port.number()));
    while (!first.ended() && !somebody_listens(port.number())) usleep(1000);
    CliProcess late(train("run", {"--steps", "2"}), place(1, 2, port.number()));
    EXPECT_EQ(first.finish(), 0) << first.err();
    EXPECT_EQ(late.finish(), 0) << late.err();

    CliProcess waiting(train("never", {"--steps", "2"}), place(0, 2, port.number(), 1));
    EXPECT_EQ(waiting.finish(), 4);
    EXPECT_THAT(waiting.err(), HasSubstr("process 1 of 2 did not come within 1 s"));
    EXPECT_FALSE(fs::exists(at("never"))) << "nothing is begun";
}

TEST_F(CliProcesses, AnotherVersionAndOtherPicturesAreRefused) {
    Port port;
    port.free();
    CliProcess first(train("run", {"--steps", "2"}), place(0, 2, port.number()));
    CliOptions other = place(1, 2, port.number());
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
    CliProcess mine(train("pictures", {"--steps", "2", "--data", at("mine")}), place(0, 2, port.number()));
    CliProcess theirs(train("pictures", {"--steps", "2", "--data", at("theirs")}), place(1, 2, port.number()));
    EXPECT_EQ(mine.finish(), 2);
    EXPECT_THAT(mine.err(), HasSubstr("has other pictures than process 0"));
    EXPECT_EQ(theirs.finish(), 2) << theirs.err();
}

TEST_F(CliProcesses, APortInUseIsNamed) {
    Port taken;
    taken.listen();
    CliProcess first(train("run", {"--steps", "2"}), place(0, 2, taken.number(), 5));
    EXPECT_EQ(first.finish(), 4);
    EXPECT_THAT(first.err(), HasSubstr("port " + std::to_string(taken.number()) + " is in use"));
}

TEST_F(CliProcesses, LiveChangesAndTheLedgerReachAll) {
    const std::string control = at("control");
    CliProcess process(train("run", {"--steps", "1000000", "--processes", "2", "--control", control}), options_);
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    write_bytes(control, "{\"set\":{\"batch.micro\":2}}\n{\"set\":{\"image.size\":64}}\n");
    EXPECT_EQ(process.wait_for("param_applied")["key"], "batch.micro") << process.err();
    EXPECT_EQ(process.wait_for("param_applied")["key"], "image.size") << process.err();
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    std::ofstream(control, std::ios::app) << "{\"do\":\"lend\"}\n";
    while (process.wait_for("state")["to"] != "lent") ASSERT_FALSE(process.ended()) << process.err();
    std::ofstream(control, std::ios::app) << "{\"do\":\"resume\"}\n";
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    process.send(SIGINT);
    EXPECT_FALSE(process.wait_for("checkpoint_saved").is_null()) << process.err();
    EXPECT_EQ(process.finish(), 130) << process.err();
}

/// HEADROOM_RANK_KILLS=50: as many random kills of random processes; nothing that was announced is ever lost.
TEST_F(CliProcesses, RandomKillsLoseNothing) {
    const char* wanted = std::getenv("HEADROOM_RANK_KILLS");
    const int kills = wanted ? std::atoi(wanted) : 2;
    std::mt19937_64 random(test_seed());
    ASSERT_EQ(run_cli(train("run", {"--steps", "1", "--set", "checkpoint.every=1"}), options_).status, 0);
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
        ASSERT_EQ(run_cli({"runs", "verify", at("run")}, options_).status, 0) << "kill " << kill;
    }
}

}  // namespace
}  // namespace headroom::test
