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

TEST_F(QueueRetryTest, ADuplicateBeginsAsTheRunThatWasTriedAgainOnceBegan) {
    const std::string id = add("a", {{"lr.g", 1e-4}}), dir = folder_.file("run");
    TrainConfig changed = *item(id).request.config;
    changed.lr_g = 5e-4;
    auto run = RunFolder::create(dir, "", "", changed);
    ASSERT_TRUE(run) << run.error().message;
    CheckpointContent content;
    content.step = 4;
    content.config = changed;
    ASSERT_TRUE(run->write_checkpoint(content));
    StoredItem stored;
    stored.id = id;
    ASSERT_TRUE(store_.update(stored, [&](StoredItem& i) {
        i.state = QueueState::Stopped;
        i.run_dir = dir;
        i.request.weights_from = "/weights";
        i.request.processes = 2;
    }));
    ASSERT_TRUE(queue_->retry(id));
    ASSERT_EQ(item(id).request.config->lr_g, 5e-4);
    // Also where it was stopped and tried again more than once.
    ASSERT_TRUE(store_.update(stored, [&](StoredItem& i) {
        i.state = QueueState::Stopped;
        i.run_dir = dir;
    }));
    ASSERT_TRUE(queue_->retry(id));
    const auto copy = queue_->duplicate(id);
    ASSERT_TRUE(copy) << copy.error().message;
    const RunRequest request = item(*copy).request;
    EXPECT_EQ(request.config->lr_g, 1e-4);
    EXPECT_EQ(request.weights_from, "/weights");
    EXPECT_EQ(request.processes, 2);
    EXPECT_EQ(request.resume_from, "");
}

}  // namespace
}  // namespace headroom
