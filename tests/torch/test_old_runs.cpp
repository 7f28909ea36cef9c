// Run folders that an earlier version wrote: each is read, resumed bit for bit and goes on.
#include "core/families/registry.h"
#include "core/io/runs/run_folder.h"
#include "core/memory/cpu_allocator.h"
#include "core/train/torch_backend.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/trainer_fixture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

namespace headroom::test {
namespace {

class OldRuns : public ::testing::TestWithParam<const char*> {};

TEST_P(OldRuns, ResumeBitForBitAndGoOn) {
    cpu_allocator::install();
    TempFolder folder;
    const std::string dir = folder.file("run");
    std::filesystem::copy(std::string(HEADROOM_TEST_DATA) + "/runs/" + GetParam(), dir,
                          std::filesystem::copy_options::recursive);
    auto run = RunFolder::open(dir);
    ASSERT_TRUE(run) << run.error().message;
    const auto config = run->load_config();
    ASSERT_TRUE(config) << config.error().message;
    std::vector<std::string> problems;
    const auto newest = run->newest_checkpoint(&problems);
    ASSERT_TRUE(newest) << newest.error().message;
    EXPECT_TRUE(problems.empty());
    const auto stored = RunFolder::read_checkpoint(*newest);
    ASSERT_TRUE(stored) << stored.error().message;
    EXPECT_EQ(stored->step, 2);
    EXPECT_EQ(name_of(stored->config.model), name_of(config->model));

    const auto backend = make_torch_backend();
    const auto trainer = backend->make_trainer(stored->config.model);
    const auto prepared = trainer->prepare(
        stored->config, &*stored, false, [](const std::string&, double) {}, [](Event) {}, {});
    ASSERT_TRUE(prepared) << prepared.error().message;
    EXPECT_EQ(prepared->step, 2);
    const auto again = trainer->checkpoint();
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(differing(bytes_of(*stored), bytes_of(**again)), "");
    const StepOutcome next = trainer->step();
    ASSERT_TRUE(next.done) << next.error.message;
    EXPECT_EQ(next.metrics.step, 3);
    EXPECT_TRUE(std::isfinite(next.metrics.loss_g));
}

INSTANTIATE_TEST_SUITE_P(Runs, OldRuns, ::testing::Values("dcgan", "light-gan", "vqgan", "vqgan-clip"),
                         [](const auto& info) {
                             std::string name = info.param;
                             for (char& c : name) c = c == '-' ? '_' : c;
                             return name;
                         });

}  // namespace
}  // namespace headroom::test
