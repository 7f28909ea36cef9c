// Light GANs in several processes, real ones: the weights of one process, batch norms that compute together, out of memory on one of them.
#include "processes_fixture.h"

#include <cstdint>
#include <filesystem>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliProcessesLightGan : public ProcessesTest {
protected:
    void expect_the_same(const Words& settings, const std::vector<int>& processes) const {
        ProcessesTest::expect_the_same([this](const auto& name, const auto& more) { return light_gan(name, more); },
                                       settings, processes);
    }
};

TEST_F(CliProcessesLightGan, ThreeHaveOnesWeightsMomentsAndStrength) {
    // 66 pictures in windows of 32: the third step has one micro-batch of two pictures, for one of the processes. Steps 1 and 3 have the penalty.
    expect_the_same({"--steps", "3", "--batch", "8", "--set", "loss.gp_every=2", "--set", "augment.adapt=on", "--set",
                     "augment.images=300", "--set", "clip=0.5"},
                    {3});
}

TEST_F(CliProcessesLightGan, HalfPrecisionCheckpointingAndAGridOfJudgementsToo) {
    expect_the_same({"--steps", "2", "--precision", "bf16", "--set", "memory.checkpointing=on", "--set",
                     "model.logits=5x5", "--set", "model.attention=16", "--set", "model.small_attention=on"},
                    {2});
}

TEST_F(CliProcessesLightGan, SumsInNoOrderAgreeWithinRounding) {
    // Of gradients that come in parts, too.
    for (const Words& kind : {Words{}, Words{"--set", "memory.checkpointing=on"}}) {
        const Words words = Words{"--steps", "1", "--set", "ema.half_life=0"} + kind;
        const auto one = cli(light_gan("one", words)), two = cli(light_gan("two", words + Words{"--processes", "2"}));
        ASSERT_EQ(one.status, 0) << one.err;
        ASSERT_EQ(two.status, 0) << two.err;
        // One that a sum has missed is off by about half.
        EXPECT_LE(moments_apart(at("one"), at("two")), 1e-3) << testing::PrintToString(kind);
        for (const char* run : {"one", "two"}) fs::remove_all(at(run));
    }
}

TEST_F(CliProcessesLightGan, ARunGoesOnWithAnyNumberOfThem) {
    ASSERT_EQ(cli(light_gan("one", {"--steps", "3"})).status, 0);
    ASSERT_EQ(cli(light_gan("run", Words{"--steps", "1"} + of(3))).status, 0);
    const auto last = cli(Words{"train", "light-gan", "--resume", at("run"), "--steps", "3"} + of(2));
    ASSERT_EQ(last.status, 0) << last.err;
    EXPECT_THAT(last.err, HasSubstr("resumed from step 1"));
    EXPECT_EQ(differing(at("one"), at("run")), "");
}

TEST_F(CliProcessesLightGan, SynchronisedBatchNormsAreThoseOfALargerMicroBatch) {
    const auto run = [&](const std::string& name, const Words& words) {
        const auto done = cli(light_gan(
            name, Words{"--steps", "1", "--set", "ema.half_life=0", "--set", "model.small_attention=on"} + words));
        EXPECT_EQ(done.status, 0) << done.err;
    };
    const Words shared{"--processes", "4", "--set", "norm.sync=on"};
    run("one", {"--set", "batch.micro=4", "--set", "batch.accumulate=1"});
    run("synchronised", shared);
    run("recomputed", shared + Words{"--set", "memory.checkpointing=on"});
    run("apart", {"--processes", "4"});
    EXPECT_LE(moments_apart(at("one"), at("synchronised")), 1e-3);
    EXPECT_LE(moments_apart(at("one"), at("recomputed")), 1e-3);
    EXPECT_GE(moments_apart(at("one"), at("apart")), 1e-2);  // the comparison sees the difference
    EXPECT_LE(statistics_apart(at("one"), at("synchronised")), 1e-5);
    EXPECT_GE(statistics_apart(at("one"), at("apart")), 1e-4);
}

TEST_F(CliProcessesLightGan, OutOfMemoryOnOneRepeatsTheStepOnAll) {
    const Words wide{"--batch", "4", "--accumulate", "2", "--steps", "1", "--set", "model.small_attention=on"};
    const auto alone = [&](const Words& more) {
        const auto one = cli(light_gan("alone", wide + more));
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
    const int port = Port::unused();
    CliProcess first(light_gan("run", wide + Words{"--ordered-sums"}), place(0, 2, port));
    CliProcess second(light_gan("run", wide + Words{"--budget", budget}), place(1, 2, port));
    EXPECT_EQ(first.wait_for("warning").value("id", ""), "rank-memory") << first.err();
    EXPECT_FALSE(first.wait_for("oom_recovered").is_null()) << first.err();
    EXPECT_EQ(first.finish(), 0) << first.err();
    EXPECT_EQ(second.finish(), 0) << second.err();
    // The step was repeated with the rung, so the run is one that had it from the beginning.
    const Json used = Json::parse(read_bytes(at("run/config.json")));
    const auto same =
        cli(light_gan("same", wide + Words{"--batch", std::to_string(used["batch.micro"].get<int>()), "--accumulate",
                                           std::to_string(used["batch.accumulate"].get<int>()), "--set",
                                           "memory.checkpointing=" + used["memory.checkpointing"].get<std::string>()}));
    ASSERT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(differing(at("same"), at("run")), "");
}

}  // namespace
}  // namespace headroom::test
