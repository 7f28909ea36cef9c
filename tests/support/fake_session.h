// FakeSession: an engine without tensors that plays a scripted run, for tests of the window and for `headroom --fake`.
#pragma once

#include "core/api/session.h"
#include "tests/support/fixture_fit.h"
#include "tests/support/fixture_story.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace headroom {

/// Plays a story. Without start_ticking() nothing moves but by advance(), so that a test decides when. Thread-safe.
class FakeSession final : public Session {
public:
    explicit FakeSession(fixture::Story story = {});
    ~FakeSession() override;

    Result<void> start(RunRequest request) override;
    void pause() override;
    void resume() override;
    void step_once() override;
    void request_stop(StopMode mode) override;
    Result<ApplyPlan> apply(ParamPatch patch, ChangeSource source) override;
    Result<Forecast> forecast(ParamPatch patch) override;
    Result<RunForecast> forecast_run(ParamPatch patch) override;
    void request_sample(SampleRequest request) override;
    void request_checkpoint() override;
    void request_snapshot(std::string path) override;
    void request_scores() override;
    void request_speed() override;
    void lend() override;
    void answer_oom(OomAnswer answer) override;
    std::shared_ptr<Planner> planner() override;
    SessionPlace place() const override;
    RunState state() const override;
    ConfigSnapshot snapshot() const override;
    std::vector<Event> drain_events() override;
    void set_wake(std::function<void()> wake) override;

    /// One round of the worker: ends a preparation or a stop, applies what is staged, answers requests and, where the run
    /// goes on (or one step was asked for), makes one step.
    void advance();
    /// The same without a step: what is asked for happens, the figures stay.
    void settle();
    /// Calls advance() (or settle() when `frozen`) every `period` on a thread of its own, until the session dies.
    void start_ticking(std::chrono::milliseconds period, bool frozen);

    /// It is one of another process from now on; set before it is handed over.
    void set_place(SessionPlace place);
    /// An edit by another window or terminal, applied by the next advance().
    void edit_from_elsewhere(ParamPatch patch, std::string by);
    /// The connection to its process is lost.
    void lose();

    // What the next advance() runs into.
    void fail_next_step(Error error);
    void run_out_of_memory_next_step();
    /// Pictures that were asked for and are not made yet.
    void fail_samples(Error error);
    /// From now on there are no pictures and no plans.
    void refuse();
    /// Scores that were asked for and have not come.
    void fail_scores(Error error) {
        const std::lock_guard lock(mutex_);
        pending_.no_scores = std::move(error);
    }
    /// Checkpoints cannot be written: who stops and saves pauses instead.
    void fill_disk(bool full) { disk_is_full_ = full; }
    /// Forecasts with static parts only, as before any measurement.
    void forget_measurements();
    /// Forecasts are pending until release_forecasts(), which tells of them; `problem`: why there is none.
    void hold_forecasts();
    void release_forecasts(std::string problem = {});

    /// What the planner does when it is asked.
    fixture::PlannerScript& plans() const { return *plans_; }

    /// Requests received, oldest first, for tests.
    std::vector<Command> commands() const;
    /// How often a whole run's forecast was asked for.
    int run_forecasts() const { return run_forecasts_; }

private:
    std::atomic<bool> disk_is_full_ = false;
    std::atomic<int> run_forecasts_ = 0;
    struct Pending {
        std::vector<std::pair<std::string, std::pair<ParamValue, ChangeSource>>> params;
        std::vector<SampleRequest> samples;
        std::vector<std::string> snapshots;
        std::optional<StopMode> stop;
        std::optional<Error> failure, no_samples, no_scores;
        bool checkpoint = false, step = false, out_of_memory = false, measure = false, scores = false;
    };
    void round(bool may_step);
    void begin_run();
    void apply_pending();
    void answer_requests();
    void make_step();
    void recover();
    void save_checkpoint();
    void change_state(RunState to, std::string reason);
    void push(Event event);
    void wake();

    mutable std::mutex mutex_;
    fixture::Story story_;
    SessionPlace place_;
    std::optional<RunRequest> request_;
    ConfigSnapshot config_;
    RunState state_;
    Pending pending_;
    StepSpeed speed_;  ///< once it was asked for
    bool measured_ = true, forecasts_held_ = false, refuses_ = false;
    const std::shared_ptr<fixture::PlannerScript> plans_ = std::make_shared<fixture::PlannerScript>();
    std::vector<Event> events_;
    std::vector<Command> commands_;
    std::mutex wake_mutex_;
    std::function<void()> wake_;
    std::mutex tick_mutex_;
    std::condition_variable_any tick_;
    std::jthread ticker_;  // last: joined before anything it uses dies
};

}  // namespace headroom
