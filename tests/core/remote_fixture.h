// A run that is offered on a socket, and watchers of it, all in one process, for tests of core/engine/remote.
#pragma once

#include "core/engine/remote/client_link.h"
#include "core/engine/remote/offered_session.h"
#include "core/engine/remote/remote_session.h"
#include "core/engine/remote/socket_folder.h"
#include "tests/core/session_fixture.h"
#include "tests/support/temp_folder.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// An attached session whose events are collected.
class Watcher {
public:
    explicit Watcher(std::unique_ptr<Session> session) : session_(std::move(session)) {
        session_->set_wake([this] {
            const std::lock_guard lock(mutex_);
            woken_ = true;
            changed_.notify_all();
        });
    }
    ~Watcher() { session_->set_wake({}); }

    Session& session() { return *session_; }
    /// Collects events until `enough`; false: it did not come to that.
    bool until(const std::function<bool()>& enough) {
        const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (true) {
            for (Event& e : session_->drain_events()) events_.push_back(std::move(e));
            if (enough()) return true;
            if (std::chrono::steady_clock::now() >= give_up) return false;
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, std::chrono::milliseconds(100), [this] { return woken_; });
            woken_ = false;
        }
    }
    bool until_state(RunState wanted) {
        return until([&] { return session_->state() == wanted; });
    }
    template <class T> std::vector<T> all() const {
        std::vector<T> out;
        for (const Event& e : events_)
            if (const auto* t = std::get_if<T>(&e)) out.push_back(*t);
        return out;
    }
    /// The step it was told of last; 0: of none.
    std::int64_t last_step() const {
        for (auto e = events_.rbegin(); e != events_.rend(); ++e)
            if (const auto* done = std::get_if<StepDone>(&*e)) return done->step;
        return 0;
    }

private:
    std::unique_ptr<Session> session_;
    std::vector<Event> events_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool woken_ = false;
};

class RemoteTest : public SessionTest {
protected:
    void SetUp() override {
        SessionTest::SetUp();
        script_.step_time = std::chrono::milliseconds(5);  // each is told to all who watch
        options_.folder = sockets_.path();
        offer();
    }
    /// The session anew, with the options of this moment.
    void offer() {
        session_ = remote::make_offered_session(
            make_train_session(std::make_shared<FakeBackend>(script_), {root_.string()}), options_);
        session_->set_wake([this] {
            const std::lock_guard lock(mutex_);
            woken_ = true;
            changed_.notify_all();
        });
    }
    void start(std::int64_t steps = 0) {
        ASSERT_TRUE(session_->start(request(steps)));
        ASSERT_TRUE(until_state(RunState::Running));
        socket_ = remote::path_of(session_->place().address);
        ASSERT_FALSE(socket_.empty());
    }
    std::unique_ptr<Watcher> attach(const std::string& who = "test", bool story = true) {
        auto session = remote::attach_to(socket_, {{who}, story});
        EXPECT_TRUE(session) << (session ? "" : session.error().message);
        return session ? std::make_unique<Watcher>(*std::move(session)) : nullptr;
    }

    test::TempFolder sockets_;
    remote::ServerOptions options_;
    std::string socket_;
};

}  // namespace headroom
