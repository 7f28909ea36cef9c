// Hands everything on, and holds the server.
#include "core/engine/remote/offered_session.h"
#include "core/base/host.h"

#include "core/engine/remote/socket_folder.h"

#include <mutex>
#include <utility>

#include <unistd.h>

namespace headroom::remote {
namespace {

class OfferedSession final : public Session {
public:
    OfferedSession(std::unique_ptr<WatchedSession> session, ServerOptions options)
        : session_(std::move(session)), options_(std::move(options)) {}
    ~OfferedSession() override {
        if (server_) server_->let_go();
        session_.reset();  // its last words still reach those who watch
    }

    Result<void> start(RunRequest request) override {
        offer();
        return session_->start(std::move(request));
    }
    void pause() override { session_->pause(); }
    void resume() override { session_->resume(); }
    void step_once() override { session_->step_once(); }
    void request_stop(StopMode mode) override { session_->request_stop(mode); }
    Result<ApplyPlan> apply(ParamPatch patch, ChangeSource source) override {
        return session_->apply(std::move(patch), std::move(source));
    }
    Result<Forecast> forecast(ParamPatch patch) override { return session_->forecast(std::move(patch)); }
    Result<RunForecast> forecast_run(ParamPatch patch) override { return session_->forecast_run(std::move(patch)); }
    void request_sample(SampleRequest request) override { session_->request_sample(request); }
    void request_checkpoint() override { session_->request_checkpoint(); }
    void request_scores() override { session_->request_scores(); }
    void request_speed() override { session_->request_speed(); }
    void request_snapshot(std::string path) override { session_->request_snapshot(std::move(path)); }
    void lend() override { session_->lend(); }
    void answer_oom(OomAnswer answer) override { session_->answer_oom(answer); }
    std::shared_ptr<Planner> planner() override { return session_->planner(); }
    SessionPlace place() const override {
        const std::lock_guard lock(mutex_);
        return {false, server_ ? server_->address() : "", host_name(), ::getpid(),
                true,  server_ ? server_->watchers() : 0};
    }
    RunState state() const override { return session_->state(); }
    ConfigSnapshot snapshot() const override { return session_->snapshot(); }
    std::vector<Event> drain_events() override { return session_->drain_events(); }
    void set_wake(std::function<void()> wake) override { session_->set_wake(std::move(wake)); }

private:
    void offer() {
        const std::lock_guard lock(mutex_);
        if (server_) return;
        auto server = SessionServer::open(*session_, options_);
        if (!server)
            return session_->warn(
                {"socket", "the run cannot be watched from elsewhere: " + server.error().message, server.error().hint});
        server_ = *std::move(server);
        session_->offer_at(server_->address());
    }

    // The server outlives the session, whose last events it sends.
    mutable std::mutex mutex_;
    std::unique_ptr<SessionServer> server_;
    std::unique_ptr<WatchedSession> session_;
    ServerOptions options_;
};

}  // namespace

std::unique_ptr<Session> make_offered_session(std::unique_ptr<WatchedSession> session, ServerOptions options) {
    return std::make_unique<OfferedSession>(std::move(session), std::move(options));
}

}  // namespace headroom::remote
