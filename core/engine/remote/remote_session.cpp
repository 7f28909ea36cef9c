// A thread reads what is told and sends what is asked.
#include "core/engine/remote/remote_session.h"

#include "core/api/param_schema.h"
#include "core/engine/remote/known_events.h"
#include "core/engine/remote/lost_run.h"
#include "core/engine/remote/remote_forecasts.h"
#include "core/engine/remote/remote_planner.h"
#include "core/engine/remote/unanswered.h"
#include "core/engine/run/event_box.h"

#include <atomic>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace headroom::remote {
namespace {

class RemoteSession final : public Session {
public:
    RemoteSession(std::string path, AttachOptions options, ClientLink link, FileHandle wake)
        : path_(std::move(path)), options_(std::move(options)), wake_(std::move(wake)) {
        take_over(link.welcome());
        run_.step = link.welcome().live.step;
        thread_ =
            std::jthread([this, link = std::move(link)](std::stop_token stop) mutable { live(std::move(link), stop); });
    }
    ~RemoteSession() override {
        box_.set_wake({});
        thread_.request_stop();
        wake();
    }

    Result<void> start(RunRequest) override {
        return make_error(ErrorCode::InvalidArgument, "this is the run of another process; new ones begin elsewhere",
                          "Detach from it first.");
    }
    void pause() override { ask(Command(Pause{})); }
    void resume() override { ask(Command(Resume{})); }
    void step_once() override { ask(Command(StepOnce{})); }
    void request_stop(StopMode mode) override { ask(Command(Stop{mode})); }
    void request_sample(SampleRequest request) override { ask(Command(TakeSample{request})); }
    void request_checkpoint() override { ask(Command(SaveCheckpoint{})); }
    void request_scores() override { ask(Command(TakeScores{})); }
    void request_speed() override { ask(Command(MeasureStep{})); }
    void request_snapshot(std::string path) override {
        if (place().same_machine) path = std::filesystem::absolute(path).string();
        ask(Command(TakeSnapshot{std::move(path)}));
    }
    void lend() override { ask(Command(Lend{})); }
    void answer_oom(OomAnswer answer) override { ask(Command(AnswerOom{answer})); }
    std::shared_ptr<Planner> planner() override { return make_remote_planner(path_, options_.identity); }

    /// Checked against the schema here; what only the run's process can know comes as ParamRefused.
    Result<ApplyPlan> apply(ParamPatch patch, ChangeSource source) override {
        if (!is_active(state()))
            return make_error(ErrorCode::InvalidArgument, "the run has ended; its settings can no longer be changed");
        const auto next = with_patch(*snapshot(), patch);
        if (!next) return next.error();
        if (const auto problems = check_config(*next, false); !problems.empty())
            return make_error(ErrorCode::InvalidArgument, problems.front().message);
        for (const auto& [key, value] : patch) {
            if (find_param(key)->policy == Policy::NewRun)
                return make_error(ErrorCode::InvalidArgument, key + ": takes effect only with a new run",
                                  "Stop this run and start a new one.");
        }
        ApplyPlan plan;
        plan.policy = policy_of(patch);
        if (patch.contains("batch.micro") && next->norm_d == NormKind::Batch)
            plan.notes.emplace_back("batch-norm statistics change");
        {
            const std::lock_guard lock(mutex_);
            for (const auto& [key, value] : patch) own_changes_[key] = source.origin;
        }
        ask(Command(ApplyParams{std::move(patch), std::move(source)}));
        return plan;
    }
    Result<Forecast> forecast(ParamPatch patch) override {
        auto known = known_of(std::move(patch), false);
        if (!known) return known.error();
        return std::move(known->forecast);
    }
    Result<RunForecast> forecast_run(ParamPatch patch) override { return known_of(std::move(patch), true); }

    SessionPlace place() const override {
        const std::lock_guard lock(mutex_);
        return place_;
    }
    RunState state() const override { return state_; }
    ConfigSnapshot snapshot() const override {
        const std::lock_guard lock(mutex_);
        return config_;
    }
    std::vector<Event> drain_events() override { return box_.drain(); }
    void set_wake(std::function<void()> wake) override { box_.set_wake(std::move(wake)); }

private:
    void wake() const {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = ::write(wake_.fd(), &one, sizeof one);
    }
    /// What the run's process has said, which is asked where that is old.
    Result<RunForecast> known_of(ParamPatch patch, bool run) {
        if (auto next = with_patch(*snapshot(), patch); !next) return next.error();
        auto known = forecasts_.get(patch, run);
        if (known.ask) ask(AskForecast{std::move(patch), run});
        return std::move(known.forecast);
    }
    void ask(Request request) {
        {
            const std::lock_guard lock(mutex_);
            asked_.push_back(std::move(request));
        }
        wake();
    }

    /// What a greeting says.
    void take_over(const Welcome& welcome) {
        const std::lock_guard lock(mutex_);
        place_ = welcome.live.place;
        place_.address = "unix:" + path_;
        if (welcome.config) config_ = welcome.config;
        state_ = welcome.live.state;
        run_.dir = welcome.run_dir;
    }

    void live(ClientLink link, const std::stop_token& stop) {
        auto now = std::make_unique<ClientLink>(std::move(link));
        while (now && !stop.stop_requested()) {
            if (converse(*now, stop)) return;
            now.reset();
            now = find_again(stop);
        }
    }

    /// False: the connection is lost.
    bool converse(ClientLink& link, const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            if (!again_) say_what_is_asked(link);
            const bool there = link.turn();
            for (;;) {
                auto reply = link.take();
                if (!reply) return false;
                if (!*reply) break;
                on_reply(**std::move(reply));
            }
            if (!there) return false;
            pollfd watched[2]{{wake_.fd(), POLLIN, 0},
                              {link.fd(), static_cast<short>(POLLIN | (link.wants_to_write() ? POLLOUT : 0)), 0}};
            ::poll(watched, 2, -1);
            std::uint64_t count = 0;
            [[maybe_unused]] const auto read_bytes = ::read(wake_.fd(), &count, sizeof count);
        }
        say_what_is_asked(link);  // also what was asked for just before the end
        (void)link.turn();
        return true;
    }

    void say_what_is_asked(ClientLink& link) {
        const std::lock_guard lock(mutex_);
        for (const Request& request : std::exchange(asked_, {})) {
            if (const auto* command = std::get_if<Command>(&request)) unanswered_.add(*command);
            link.say(request);
        }
    }

    /// Connects again while the run goes on; else says how it ended.
    std::unique_ptr<ClientLink> find_again(const std::stop_token& stop) {
        if (!is_active(state_)) return nullptr;
        const LostRun lost{place(), run_};
        for (int tries = 0; tries < 20 && !stop.stop_requested(); ++tries) {
            if (auto link = ClientLink::open(path_, options_.identity, true, options_.story); link) {
                const Welcome& welcome = link->welcome();
                // Who is told no story would not hear of an end.
                if (welcome.run_dir == run_.dir && (options_.story || is_active(welcome.live.state))) {
                    const RunState before = state_;
                    take_over(welcome);
                    again_ = true;
                    in_story_ = options_.story;
                    known_.begin_story();
                    if (!options_.story && before != state_) on_event(StateChanged{before, state_, ""});
                    return std::make_unique<ClientLink>(*std::move(link));
                }
            }
            if (!lost.may_go_on()) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        if (stop.stop_requested()) return nullptr;
        const RunState before = state_;
        Event last = lost.last_word();
        const bool finished = std::holds_alternative<Finished>(last);
        const std::string why = finished ? std::get<Finished>(last).reason : std::get<Failed>(last).error.message;
        state_ = finished ? RunState::Finished : RunState::Failed;
        box_.put(std::move(last));
        box_.put(StateChanged{before, state_, why});
        return nullptr;
    }

    void on_reply(Reply reply) {
        if (auto* event = std::get_if<Event>(&reply)) return on_event(std::move(*event));
        if (auto* now = std::get_if<SettingsNow>(&reply)) {
            if (!now->config) return;
            const std::lock_guard lock(mutex_);
            config_ = std::move(now->config);
            forecasts_.forget();
        } else if (const auto* watchers = std::get_if<WatchersNow>(&reply)) {
            const std::lock_guard lock(mutex_);
            place_.watchers = watchers->count;
        } else if (std::holds_alternative<CaughtUp>(reply)) {
            in_story_ = false;
            if (std::exchange(again_, false)) ask_again();
        } else if (auto* answer = std::get_if<ForecastAnswer>(&reply)) {
            if (forecasts_.put(
                    answer->patch, answer->run,
                    RunForecast{std::move(answer->forecast), std::move(answer->stage), std::move(answer->unmeasured)}))
                box_.put(ForecastReady{});
        } else if (auto* refused = std::get_if<Refused>(&reply)) {
            const bool of_forecast = refused->run || !refused->patch.empty();
            if (of_forecast && forecasts_.put(refused->patch, refused->run, refused->error))
                box_.put(ForecastReady{refused->error.message});
        }
    }

    /// What the lost connection may have taken with it.
    void ask_again() {
        {
            const std::lock_guard lock(mutex_);
            asked_.insert(asked_.begin(), unanswered_.commands().begin(), unanswered_.commands().end());
        }
        wake();
        forecasts_.forget();
        box_.put(ForecastReady{});
    }

    void on_event(Event event) {
        if (const auto* state = std::get_if<StateChanged>(&event)) state_ = state->to;
        if (std::holds_alternative<ForecastReady>(event)) forecasts_.forget();
        if (const auto* started = std::get_if<RunStarted>(&event)) {
            run_.dir = started->run_dir;
            if (started->config) {
                const std::lock_guard lock(mutex_);
                if (!in_story_) config_ = started->config;  // what is in force now was said in the greeting
            }
        }
        if (auto* change = std::get_if<ParamApplied>(&event)) make_own(*change);
        if (again_ && in_story_ && !known_.is_news(event)) return;
        if (options_.story) known_.add(event);
        if (again_ || !in_story_) unanswered_.heard(event);
        if (const auto* step = std::get_if<StepDone>(&event)) run_.step = step->step;
        if (const auto* saved = std::get_if<CheckpointSaved>(&event)) run_.checkpoint = saved->step;
        box_.put(std::move(event));
    }

    /// A change that was asked for here, as it was asked for: over a later connection the run's process knows only that it is this program's.
    void make_own(ParamApplied& change) const {
        if (change.origin != ChangeOrigin::User || !change.by.empty()) return;
        const std::lock_guard lock(mutex_);
        if (const auto own = own_changes_.find(change.key); own != own_changes_.end()) change.origin = own->second;
    }

    const std::string path_;
    const AttachOptions options_;
    EventBox box_;
    RemoteForecasts forecasts_;
    std::atomic<RunState> state_{RunState::Idle};
    mutable std::mutex mutex_;
    SessionPlace place_;
    ConfigSnapshot config_ = std::make_shared<const TrainConfig>(default_config({}));
    std::deque<Request> asked_;
    std::map<std::string, ChangeOrigin> own_changes_;
    FileHandle wake_;
    KnownRun run_;                    ///< the thread's
    bool in_story_ = options_.story;  ///< the thread's: is told of what happened before
    bool again_ = false;              ///< the thread's: and knows most of it, over a connection that was found again
    KnownEvents known_;               ///< the thread's
    Unanswered unanswered_;           ///< the thread's
    std::jthread thread_;             // last: uses the others
};

}  // namespace

Result<std::unique_ptr<Session>> attach_to(const std::string& path, AttachOptions options, std::string* run_dir) {
    auto link = ClientLink::open(path, options.identity, true, options.story);
    if (!link) return link.error();
    FileHandle wake(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    if (!wake.valid()) return make_error(ErrorCode::Environment, "the system has no descriptors left");
    if (run_dir) *run_dir = link->welcome().run_dir;
    return std::unique_ptr<Session>(
        std::make_unique<RemoteSession>(path, std::move(options), *std::move(link), std::move(wake)));
}

}  // namespace headroom::remote
