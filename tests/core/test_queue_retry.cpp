// What a run of the queue that is tried again begins with.
#include "tests/core/queue_runner_fixture.h"

#include "core/io/runs/run_folder.h"

#include <gtest/gtest.h>

#include <string>

namespace headroom {
namespace {

using QueueRetryTest = QueueRunnerTest;

TEST_F(QueueRetryTest, GivenWeightsAreKeptUntilACheckpointHoldsThem) {
    const std::string id = add("a"), dir = folder_.file("run");
    auto run = RunFolder::create(dir, "", "", default_config(kDcgan));
    ASSERT_TRUE(run) << run.error().message;
    const auto stopped = [&] {
        StoredItem stored;
        stored.id = id;
        return store_.update(stored, [&](StoredItem& i) {
            i.state = QueueState::Stopped;
            i.run_dir = dir;
            i.request.weights_from = "/weights";
        });
    };
    ASSERT_TRUE(stopped());
    ASSERT_TRUE(queue_->retry(id));
    EXPECT_EQ(item(id).request.resume_from, dir);
    EXPECT_EQ(item(id).request.weights_from, "/weights") << "without them it would begin with others";

    CheckpointContent content;
    content.step = 4;
    content.config = default_config(kDcgan);
    ASSERT_TRUE(run->write_checkpoint(content));
    ASSERT_TRUE(stopped());
    ASSERT_TRUE(queue_->retry(id));
    EXPECT_EQ(item(id).request.resume_from, dir);
    EXPECT_EQ(item(id).request.weights_from, "");
}

}  // namespace
}  // namespace headroom
