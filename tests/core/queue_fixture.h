// QueueTest: a queue of its own in a folder of its own, and runs of it that are under way, for tests.
#pragma once

#include "core/api/param_schema.h"
#include "core/engine/queue/queue_store.h"
#include "core/engine/queue/studio_queue.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/registry.h"
#include "core/io/runs/run_folder.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

class QueueTest : public ::testing::Test {
protected:
    static QueueAddition addition(const std::string& name, ModelKind kind = kDcgan) {
        TrainConfig config = default_config(kind);
        if (!family_of(kind).missing(config).empty())
            config = *with_patch(config, {{"prompts", std::string("a red square")}});
        QueueAddition out;
        out.request.config = std::make_shared<const TrainConfig>(config);
        out.request.name = name;
        return out;
    }
    std::string add(const std::string& name) {
        const auto ids = queue_->add(addition(name));
        EXPECT_TRUE(ids) << ids.error().message;
        return ids->front();
    }
    QueueSnapshot read() const {
        auto snapshot = queue_->read();
        EXPECT_TRUE(snapshot) << (snapshot ? "" : snapshot.error().message);
        return snapshot ? *std::move(snapshot) : QueueSnapshot{};
    }
    QueueItem item(const std::string& id) const {
        for (const QueueItem& i : read().items)
            if (i.id == id) return i;
        ADD_FAILURE() << id << " is gone";
        return {};
    }
    std::vector<std::string> names() const {
        std::vector<std::string> out;
        for (const QueueItem& i : read().items) out.push_back(i.name);
        return out;
    }
    /// As its runner would have it.
    void set(const std::string& id, const std::function<void(StoredItem&)>& edit) {
        StoredItem item;
        item.id = id;
        ASSERT_TRUE(store_.update(item, edit));
    }
    /// A run folder in `state` with a checkpoint of step 4, under way by its item.
    std::string under_way(const std::string& id, const std::string& state) {
        const std::string dir = folder_.file("run-" + id);
        auto run = RunFolder::create(dir, "", "", default_config(kDcgan));
        EXPECT_TRUE(run);
        CheckpointContent content;
        content.step = 4;
        content.config = default_config(kDcgan);
        EXPECT_TRUE(run->write_checkpoint(content));
        RunInfo info = *run->load_info();
        info.state = state;
        info.step = 5;
        EXPECT_TRUE(run->save_info(info));
        set(id, [&](StoredItem& i) {
            i.state = QueueState::Running;
            i.runner = "cpu";
            i.run_dir = dir;
        });
        return dir;
    }

    test::TempFolder folder_;
    QueueStore store_{folder_.file("queue")};
    std::shared_ptr<Queue> queue_ = make_queue({folder_.file("queue"), "/nowhere/headroom-cli"});
};

}  // namespace headroom
