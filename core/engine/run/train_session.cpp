// The session: validation and the worker's life.
#include "core/engine/run/train_session.h"

#include "core/api/param_schema.h"
#include "core/engine/plan/forecast_desk.h"
#include "core/engine/plan/planner.h"
#include "core/engine/run/shared_state.h"
#include "core/engine/run/train_worker.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

namespace headroom {
namespace {

/// Asks the drivers, which may take a moment.
bool gpu_is_usable(Backend& backend) {
    const std::vector<DeviceInfo> devices = backend.devices();
    return std::any_of(devices.begin(), devices.end(),
                       [](const DeviceInfo& device) { return device.usable && device.id.rfind("cuda", 0) == 0; });
}

class TrainSession final : public WatchedSession {
public:
    TrainSession(std::shared_ptr<Backend> backend, SessionOptions options)
        : backend_(std::move(backend)), options_(std::move(options)) {}

    ~TrainSession() override {
        shared_.events.set_wake({});
        shared_.cancel.request_stop();
        shared_.stopping.request_stop();
        shared_.commands.put(Stop{StopMode::StopWithoutSaving});
    }

    Result<void> start(RunRequest request) override {
        if (is_active(state()))
            return make_error(ErrorCode::InvalidArgument, "a run is already under way", "Stop it first.");
        if (!request.config && request.resume_from.empty())
            return make_error(ErrorCode::InvalidArgument, "a new run needs settings");
        if (auto ok = validated(request); !ok) return ok;
        shared_.commands.clear();
        shared_.cancel = std::stop_source{};
        shared_.stopping = std::stop_source{};
        if (request.config) shared_.set_config(*request.config);
        shared_.set_state(RunState::Preparing, "preparing");
        // What may take a while is left to the new thread: the end of the worker before, which has already said its last word, and the
        // list of devices.
        worker_ = std::jthread([this, before = std::move(worker_), request = std::move(request)]() mutable {
            if (before.joinable()) before.join();
            has_gpu_.wait();
            if (auto ok = validated(request); !ok) {
                shared_.events.put(Failed{ok.error(), 0, -1, ""});
                return shared_.set_state(RunState::Failed, ok.error().message);
            }
            TrainWorker worker(shared_, backend_, std::move(request), options_.runs_root);
            worker.run();
        });
        return {};
    }

    void pause() override { shared_.commands.put(Pause{}); }
    void resume() override { shared_.commands.put(Resume{}); }
    void step_once() override { shared_.commands.put(StepOnce{}); }
    void request_sample(SampleRequest request) override { shared_.commands.put(TakeSample{request}); }
    void request_checkpoint() override { shared_.commands.put(SaveCheckpoint{}); }
    void request_scores() override { shared_.commands.put(TakeScores{}); }
    void request_speed() override { shared_.commands.put(MeasureStep{}); }
    void request_snapshot(std::string path) override { shared_.commands.put(TakeSnapshot{std::move(path)}); }
    void lend() override { shared_.commands.put(Lend{}); }
    std::shared_ptr<Planner> planner() override {
        return make_planner(backend_, shared_.settings().layout, shared_.state_flag());
    }
    void answer_oom(OomAnswer answer) override { shared_.commands.put(AnswerOom{answer}); }

    void request_stop(StopMode mode) override {
        if (state() == RunState::Preparing) shared_.cancel.request_stop();
        shared_.stopping.request_stop();
        shared_.commands.put(Stop{mode});
    }

    Result<ApplyPlan> apply(ParamPatch patch, ChangeSource source) override {
        auto next = with_patch(*shared_.config(), patch);
        if (!next) return next.error();
        ApplyPlan plan;
        plan.policy = policy_of(patch);
        if (!is_active(state())) {
            shared_.set_config(*next);
            plan.immediate = true;
            return plan;
        }
        if (auto ok = validated(*next); !ok) return ok.error();
        for (const auto& [key, value] : patch) {
            if (find_param(key)->policy == Policy::NewRun) {
                return make_error(ErrorCode::InvalidArgument, key + ": takes effect only with a new run",
                                  "Stop this run and start a new one.");
            }
        }
        if (patch.contains("batch.micro") && next->norm_d == NormKind::Batch)
            plan.notes.emplace_back("batch-norm statistics change");
        shared_.commands.put(ApplyParams{std::move(patch), std::move(source)});
        return plan;
    }

    Result<Forecast> forecast(ParamPatch patch) override {
        const auto [now, layout] = shared_.settings();
        auto next = with_patch(*now, patch);
        if (!next) return next.error();
        Forecast f;
        f.static_before = backend_->static_memory(*now, layout).total();
        f.by_role = backend_->static_memory(*next, layout);
        f.static_after = f.by_role.total();
        if (!is_active(state())) {
            // While no worker reports it, the device is read for the window.
            desk_.look(*next, layout, [this](std::shared_ptr<const MemoryReport> report) {
                if (!is_active(state())) shared_.events.put(MemorySampled{std::move(report)});
            });
        }
        const Forecast whole = desk_.ask(*next, layout);
        f.pending = whole.pending;
        f.source = whole.source.empty() ? "exact from shapes: weights, EMA, optimiser, gradients" : whole.source;
        if (!whole.complete) return f;
        const Bytes before = f.static_before;
        f = whole;
        f.static_before = before;
        return f;
    }

    Result<RunForecast> forecast_run(ParamPatch patch) override {
        const auto [now, layout] = shared_.settings();
        const auto next = with_patch(*now, patch);
        if (!next) return next.error();
        RunForecast run = desk_.ask_run(*next, layout);
        if (run.forecast.complete) return run;
        // Of a beginning that is not measured yet its weights are known.
        return Session::forecast_run(std::move(patch));
    }

    std::shared_ptr<EventBox> add_watcher(bool with_story) override { return shared_.events.add_watcher(with_story); }
    void remove_watcher(const std::shared_ptr<EventBox>& box) override { shared_.events.remove_watcher(box); }
    void offer_at(std::string address) override { shared_.set_address(std::move(address)); }
    void warn(Warning warning) override { shared_.events.put(std::move(warning)); }
    Facts facts() const override {
        Facts out;
        out.live.state = shared_.state();
        shared_.events.look([&](const RunStory& story) {
            out.live.survived = story.survived();
            if (const RunStarted* begun = story.started()) {
                out.dir = begun->run_dir;
                out.name = begun->name;
                out.live.step = begun->step;
                out.live.images = begun->images;
            }
            const StepDone* step = story.latest_step();
            if (!step) return;
            LiveRun& live = out.live;
            live.step = step->step;
            live.images = step->images;
            live.images_per_second = step->images_per_second;
            live.live = step->live;
            live.peak = step->peak;
            live.budget = step->budget;
        });
        return out;
    }

    RunState state() const override { return shared_.state(); }
    ConfigSnapshot snapshot() const override { return shared_.config(); }
    std::vector<Event> drain_events() override { return shared_.events.drain(); }
    void set_wake(std::function<void()> wake) override { shared_.events.set_wake(std::move(wake)); }

private:
    /// Not known: no, until the worker asks again.
    bool on_cpu(const TrainConfig& config) const {
        if (config.device != "auto") return config.device == "cpu";
        return has_gpu_.wait_for(std::chrono::seconds(0)) == std::future_status::ready && !has_gpu_.get();
    }
    Result<void> validated(const RunRequest& request) const {
        if (!request.config) return {};
        TrainConfig config = *request.config;
        // A run that goes on may have what is refused; the worker sets it back and warns.
        if (!request.resume_from.empty()) (void)set_back_refused(config, on_cpu(config));
        return validated(config);
    }
    Result<void> validated(const TrainConfig& config) const {
        const auto problems = check_config(config, on_cpu(config));
        if (problems.empty()) return {};
        return make_error(ErrorCode::InvalidArgument, problems.front().message);
    }

    std::shared_ptr<Backend> backend_;
    SessionOptions options_;
    SharedState shared_;
    ForecastDesk desk_{backend_->forecaster(),
                       [this](const std::string& problem) { shared_.events.put(ForecastReady{problem}); }};
    std::shared_future<bool> has_gpu_ =
        std::async(std::launch::async, [backend = backend_] { return gpu_is_usable(*backend); }).share();
    std::jthread worker_;  // last member: joins before what it uses goes away
};

}  // namespace

std::unique_ptr<WatchedSession> make_train_session(std::shared_ptr<Backend> backend, SessionOptions options) {
    return std::make_unique<TrainSession>(std::move(backend), std::move(options));
}

}  // namespace headroom
