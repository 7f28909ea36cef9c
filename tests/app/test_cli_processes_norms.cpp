// Synchronised batch norms of several processes, with real ones: those of one process that sees all pictures at once.
#include "processes_fixture.h"

namespace headroom::test {
namespace {

using ::testing::HasSubstr;
using CliProcessesNorms = ProcessesTest;

TEST_F(CliProcessesNorms, SynchronisedBatchNormsAreThoseOfALargerMicroBatch) {
    const Words one_step{"--steps", "1", "--set", "ema.half_life=0"};
    const Words all_at_once{"--set", "batch.micro=16", "--set", "batch.accumulate=1"};
    const Words shared{"--processes", "4", "--set", "norm.sync=on"};
    const Words checkpointed{"--set", "memory.checkpointing=on"};
    const auto run = [&](const std::string& name, const Words& words) {
        const auto done = cli(train(name, one_step + words));
        EXPECT_EQ(done.status, 0) << done.err;
    };
    run("one", all_at_once);
    run("synchronised", shared);
    run("recomputed", shared + checkpointed);
    run("apart", {"--processes", "4"});
    EXPECT_LE(moments_apart(at("one"), at("synchronised")), 1e-4);
    EXPECT_LE(moments_apart(at("one"), at("recomputed")), 1e-4);
    EXPECT_GE(moments_apart(at("one"), at("apart")), 1e-2);  // the comparison sees the difference
    EXPECT_LE(statistics_apart(at("one"), at("synchronised")), 1e-5);
    EXPECT_GE(statistics_apart(at("one"), at("apart")), 1e-4);
}

TEST_F(CliProcessesNorms, SynchronisedBatchNormsPassAShortWindowAndBf16AndRefusePenalties) {
    // 66 pictures in windows of 16: the last window has one micro-batch for two processes.
    const Words words{"--steps", "6", "--set", "data.count=66", "--set", "norm.sync=on", "--set", "norm.spectral=on"};
    const auto run = cli(train("short", words + Words{"--processes", "2"}));
    ASSERT_EQ(run.status, 0) << run.err;
    const auto half = cli(train("half", words + Words{"--processes", "2", "--precision", "bf16"}));
    ASSERT_EQ(half.status, 0) << half.err;
    // Three micro-batches for two processes: both make G's pictures alike, kept or again.
    const auto uneven = cli(train("uneven", words + Words{"--processes", "2", "--set", "batch.accumulate=3"}));
    ASSERT_EQ(uneven.status, 0) << uneven.err;
    const auto refused = cli(train("penalty", words + Words{"--set", "loss.r1=1"}));
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("norm.sync: the R1 penalty"));
}

}  // namespace
}  // namespace headroom::test
