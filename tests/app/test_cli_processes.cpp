// Runs of several processes, with real ones: the same weights as one process, at any number of them, also when one has no memory or settings
// change meanwhile.
#include "core/engine/remote/remote_session.h"
#include "core/engine/remote/socket_folder.h"
#include "core/io/runs/run_folder.h"
#include "processes_fixture.h"

#include <unistd.h>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <variant>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

/// Of gradients, beside the largest of their tensor. One that a sum has missed is off by about half.
constexpr double kRounding = 1e-3;

class CliProcesses : public ProcessesTest {
protected:
    void expect_the_same(const Words& settings, const std::vector<int>& processes) const {
        ProcessesTest::expect_the_same([this](const auto& name, const auto& more) { return train(name, more); },
                                       settings, processes);
    }
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

TEST_F(CliProcesses, AdaptiveStrengthAndResizeConvolutionsToo) {
    expect_the_same({"--steps", "9", "--set", "augment.translation=on", "--set", "augment.geometry=on", "--set",
                     "augment.adapt=on", "--set", "augment.strength=0.5", "--set", "augment.images=300", "--set",
                     "model.upsampling=resize"},
                    {2});
    expect_the_same({"--steps", "3", "--set", "model.upsampling=bilinear"}, {2});
    // A window of two pictures at the end of each epoch leaves all processes but one without a micro-batch.
    expect_the_same({"--steps", "9", "--set", "data.count=66", "--set", "augment.translation=on", "--set",
                     "augment.adapt=on", "--set", "augment.strength=0.5", "--set", "augment.images=300"},
                    {2, 3});
}

TEST_F(CliProcesses, HalfPrecisionAndCheckpointingToo) {
    expect_the_same({"--steps", "3", "--precision", "bf16", "--set", "norm.spectral=on", "--set",
                     "memory.checkpointing=on", "--set", "loss=lsgan"},
                    {2});
}

TEST_F(CliProcesses, SumsInNoOrderAgreeWithinRounding) {
    const Words one_step{"--steps", "1", "--set", "ema.half_life=0"};
    ASSERT_EQ(cli(train("plain", one_step)).status, 0);
    ASSERT_EQ(cli(train("plain-two", one_step + Words{"--processes", "2"})).status, 0);
    EXPECT_LE(moments_apart(at("plain"), at("plain-two")), 1e-5);
    // Gradients of several buckets, which go round while the backward pass goes on; of a process without a micro-batch, too; of penalties; and
    // recomputed ones, which come in parts.
    const std::vector<Words> kinds{
        {"--set", "width.g=64", "--set", "width.d=64", "--size", "64"},
        {"--batch", "64", "--accumulate", "2"},
        {"--precision", "bf16"},
        {"--set", "loss=wgan-gp", "--set", "norm.d=instance"},
        {"--set", "memory.checkpointing=on"},
    };
    for (const Words& kind : kinds) {
        ASSERT_EQ(cli(train("one", one_step + kind)).status, 0) << kind.back();
        const auto two = cli(train("two", one_step + kind + Words{"--processes", "2"}));
        ASSERT_EQ(two.status, 0) << two.err;
        EXPECT_LE(moments_apart(at("one"), at("two")), kRounding) << kind.back();
        for (const char* run : {"one", "two"}) fs::remove_all(at(run));
    }
}

TEST_F(CliProcesses, ARunGoesOnWithAnyNumberOfThem) {
    ASSERT_EQ(cli(train("one", {"--steps", "6"})).status, 0);
    ASSERT_EQ(cli(train("run", {"--steps", "2", "--processes", "3", "--ordered-sums"})).status, 0);
    ASSERT_EQ(cli({"train", "dcgan", "--resume", at("run"), "--steps", "4"}).status, 0);
    // How sums are made is a setting of the run.
    EXPECT_EQ(Json::parse(read_bytes(at("run/config.json")))["ranks.ordered_sums"], true);
    const auto last = cli({"train", "dcgan", "--resume", at("run"), "--steps", "6", "--processes", "2"});
    ASSERT_EQ(last.status, 0) << last.err;
    EXPECT_THAT(last.err, HasSubstr("resumed from step 4"));
    EXPECT_EQ(differing(at("one"), at("run")), "");
}

TEST_F(CliProcesses, FewerMicroBatchesThanProcessesAreRefused) {
    const auto refused = cli(train("run", {"--steps", "2", "--accumulate", "1", "--processes", "2"}));
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err,
                HasSubstr("batch.accumulate: 1 micro-batches a step cannot be shared out among 2 processes"));
    // The others end as the first does: by what was given, not by a defect.
    const auto all = start(2, train("run", {"--steps", "2", "--accumulate", "1"}));
    for (const auto& process : all) EXPECT_EQ(process->finish(), 2) << process->err();
}

TEST_F(CliProcesses, WhatOneWouldRefuseIsRefusedBeforeOthersWaitForIt) {
    const auto began = std::chrono::steady_clock::now();
    const auto refused = cli(train("run", {"--batch", "0", "--processes", "2"}));
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("batch.micro: 0 is not between"));
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
    for (const char* processes : {"1", "2"}) {
        const auto timeout = cli(train("run", {"--rank-timeout", "0", "--processes", processes}));
        EXPECT_EQ(timeout.status, 2);
        EXPECT_THAT(timeout.err, HasSubstr("--rank-timeout: 0 is not between"));
    }
}

TEST_F(CliProcesses, OutOfMemoryOnOneMakesAllRepeatTheStepWithWhatFitsThere) {
    const Words wide{"--batch",    "128",   "--accumulate", "2",     "--size",         "64",      "--set",
                     "width.g=32", "--set", "width.d=32",   "--set", "data.count=256", "--steps", "2"};
    const auto alone = [&](const Words& more) {
        auto one = cli(train("alone", wide + more));
        EXPECT_EQ(one.status, 0) << one.err;
        fs::remove_all(at("alone"));
        return one.out;
    };
    const std::string out = alone({});
    const Json memory = first_memory(out);
    ASSERT_FALSE(memory.is_null()) << out;
    const auto peak = memory["peak"].get<double>(), tensors = memory["peak_tensors"].get<double>();
    // A budget that asks one process for a smaller micro-batch.
    std::string budget;
    for (double share = 0.5; budget.empty() || alone({"--budget", budget}).find("oom_recovered") == std::string::npos;
         share += 0.15) {
        ASSERT_LT(share, 2);
        budget = std::to_string(static_cast<std::int64_t>(peak - share * tensors));
    }
    // The one that has room hears of it where it would wait for ever: at a synchronised batch norm, or when it has begun to add up gradients.
    for (const Words& kind : {Words{"--set", "norm.sync=on"}, Words{"--set", "norm.sync=off"}}) {
        const int port = Port::unused();
        const Words together = wide + kind;
        CliProcess first(train("together", together), place(0, 2, port));
        CliProcess second(train("together", together + Words{"--budget", budget}), place(1, 2, port));
        EXPECT_FALSE(first.wait_for("oom_recovered").is_null()) << first.err();
        EXPECT_EQ(first.finish(), 0) << first.err();
        EXPECT_EQ(second.finish(), 0) << second.err();
        fs::remove_all(at("together"));
    }
    const int port = Port::unused();
    CliProcess first(train("run", wide + Words{"--ordered-sums"}), place(0, 2, port));
    CliProcess second(train("run", wide + Words{"--budget", budget}), place(1, 2, port));
    const Json warning = first.wait_for("warning");
    EXPECT_EQ(warning["id"], "rank-memory") << first.err();
    EXPECT_THAT(warning["message"].get<std::string>(), HasSubstr("process 1 (pid " + std::to_string(second.pid())));
    const Json recovered = first.wait_for("oom_recovered");
    ASSERT_FALSE(recovered.is_null()) << first.err();
    EXPECT_THAT(recovered.value("process", ""), HasSubstr("process 1 (pid " + std::to_string(second.pid())));
    EXPECT_NE(recovered.value("tensor", ""), "") << "what that one was refused, for this one was refused nothing";
    EXPECT_EQ(first.finish(), 0) << first.err();
    EXPECT_EQ(second.finish(), 0) << second.err();
    // The step was repeated with the rung, so the run is one that had it from the beginning.
    const Json used = Json::parse(read_bytes(at("run/config.json")));
    ASSERT_LT(used["batch.micro"].get<int>(), 128);
    ASSERT_EQ(used["batch.micro"].get<int>() * used["batch.accumulate"].get<int>(), 256);
    const auto same =
        cli(train("same", wide + Words{"--batch", std::to_string(used["batch.micro"].get<int>()), "--accumulate",
                                       std::to_string(used["batch.accumulate"].get<int>()), "--set",
                                       "memory.checkpointing=" + used["memory.checkpointing"].get<std::string>()}));
    ASSERT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(differing(at("same"), at("run")), "");
}

TEST_F(CliProcesses, WhoWatchesSeesTheMemoryOfAllTheOneWithTheLeastToSpareFirst) {
    const int port = Port::unused();
    CliProcess first(train("run", {"--steps", "1000000"}), place(0, 2, port));
    CliProcess second(train("run", {"--steps", "1000000", "--budget", "2GiB"}), place(1, 2, port));
    ASSERT_FALSE(first.wait_for("step").is_null()) << first.err();
    const auto session = remote::attach_to(remote::path_of(RunFolder::address_of(at("run"))), {{"test"}});
    ASSERT_TRUE(session) << session.error().message;
    std::vector<RankMemory> ranks;
    while (ranks.size() < 2 && !first.ended()) {
        for (const Event& event : (*session)->drain_events()) {
            if (const auto* sampled = std::get_if<MemorySampled>(&event)) ranks = sampled->report->ranks;
        }
        usleep(10000);
    }
    ASSERT_EQ(ranks.size(), 2u) << first.err();
    EXPECT_EQ(ranks[0].rank, 1);
    EXPECT_EQ(ranks[0].budget.count, std::int64_t{2} << 30);
    EXPECT_GT(ranks[1].budget, ranks[0].budget);
    EXPECT_GT(ranks[1].to_spare, ranks[0].to_spare);
    for (const RankMemory& rank : ranks) EXPECT_GT(rank.now.this_process(), Bytes{1 << 20}) << rank.rank;
    first.send(SIGTERM);
    EXPECT_EQ(first.finish(), 143) << first.err();
    EXPECT_EQ(second.finish(), 0) << second.err();
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

}  // namespace
}  // namespace headroom::test
