// A session over the scripted trainer, for tests: collects its events and waits for them by wakes.
#pragma once

#include "core/api/param_schema.h"
#include "core/engine/run/train_session.h"
#include "core/families/dcgan/dcgan_config.h"
#include "tests/core/scripted_trainer.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace headroom {

class SessionTest : public testing::Test {
protected:
    void SetUp() override {
        session_ = make_train_session(std::make_shared<FakeBackend>(script_), {root_.string()});
        session_->set_wake([this] {
            const std::lock_guard lock(mutex_);
            woken_ = true;
            changed_.notify_all();
        });
    }
    void TearDown() override {
        script_.let(std::numeric_limits<std::int64_t>::max());
        session_.reset();
        EXPECT_EQ(script_.alive, 0);
    }

    RunRequest request(std::int64_t steps = 0) {
        TrainConfig c = default_config(kDcgan);
        c.steps = steps;
        c.checkpoint_every = 0;
        c.batch_micro = 8;
        return {std::make_shared<const TrainConfig>(c), "", "", "", "test"};
    }

    /// Collects events until `enough`, waiting for wakes only.
    bool until(const std::function<bool()>& enough) {
        const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        for (;;) {
            for (Event& e : session_->drain_events()) events_.push_back(std::move(e));
            if (enough()) return true;
            std::unique_lock lock(mutex_);
            if (!changed_.wait_until(
                    lock, std::min(give_up, std::chrono::steady_clock::now() + std::chrono::milliseconds(200)),
                    [this] { return woken_; }) &&
                std::chrono::steady_clock::now() >= give_up)
                return false;
            woken_ = false;
        }
    }
    bool until_state(RunState wanted) {
        return until([&] {
            for (const Event& e : events_)
                if (const auto* s = std::get_if<StateChanged>(&e); s && s->to == wanted) return true;
            return false;
        });
    }
    template <class T> std::vector<T> all() const {
        std::vector<T> out;
        for (const Event& e : events_)
            if (const auto* t = std::get_if<T>(&e)) out.push_back(*t);
        return out;
    }

    Script script_;
    test::TempFolder own_folder_;
    const std::filesystem::path root_ = own_folder_.path();
    std::unique_ptr<Session> session_;
    std::vector<Event> events_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool woken_ = false;
};

}  // namespace headroom
