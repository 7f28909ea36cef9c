// SessionBridge: the window's side of a Session. Wakes on engine threads, drains on the window's, signals at the design's rates.
#pragma once

#include "core/api/session.h"

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <thread>

namespace headroom::ui {

/// Holds the newest value back until its interval has passed.
template <class T> class RateGate {
public:
    explicit RateGate(int interval_ms) : interval_ms_(interval_ms) {}

    void offer(T value) { waiting_ = std::move(value); }
    bool waiting() const { return waiting_.has_value(); }
    /// The newest value, if one waits and its time has come.
    std::optional<T> take() {
        if (!waiting_ || (clock_.isValid() && clock_.elapsed() < interval_ms_)) return std::nullopt;
        clock_.start();
        return std::exchange(waiting_, std::nullopt);
    }

private:
    int interval_ms_;
    QElapsedTimer clock_;
    std::optional<T> waiting_;
};

/// How often the window takes the session's news, between 10 and 3 times a second. With few cores a parallel training step waits for
/// whichever thread the window interrupts: what the window uses of one core, the training loses as a whole.
class Pace {
public:
    static constexpr int kFastestMs = 100;
    static constexpr int kSlowestMs = 350;

    explicit Pace(unsigned cores) : share_(kSharePerCore * std::max(1u, cores)) {}

    /// Milliseconds until the next turn. `cpu_seconds`: processor time of the window's thread so far (ever rising);
    /// what it rose by since the last call is what one turn costs, drawing included.
    int next(double cpu_seconds) {
        const double cost = 1000.0 * (cpu_seconds - before_);
        if (before_ >= 0.0) cost_ms_ = cost_ms_ < 0.0 ? cost : 0.8 * cost_ms_ + 0.2 * cost;
        before_ = cpu_seconds;
        return std::clamp(static_cast<int>(cost_ms_ / share_), kFastestMs, kSlowestMs);
    }

private:
    static constexpr double kSharePerCore = 0.01;

    double share_;  ///< of one core's time, for all the window does unasked
    double before_ = -1.0, cost_ms_ = -1.0;
};

class SessionBridge : public QObject {
    Q_OBJECT
public:
    explicit SessionBridge(QObject* parent = nullptr);
    ~SessionBridge() override;  ///< clears the wake function, then lets the session go on a thread of its own

    /// The session arrives after the window is shown (loading the tensor library takes a moment).
    void setSession(std::unique_ptr<Session> session);
    Session* session() const { return session_.get(); }  ///< null until then
    /// Why there is no session, as a sentence without its full stop: "The engine is loading", until somebody knows better; empty once there is one.
    QString lacking() const;
    void setLacking(const QString& why);
    RunState state() const { return state_; }
    ConfigSnapshot config() const { return snapshot_; }  ///< never null
    /// Of the run that is going or went last; nothing: none was told of yet.
    std::optional<ModelKind> runKind() const { return run_kind_; }
    /// Where its run lives; without a session: here.
    SessionPlace place() const { return session_ ? session_->place() : SessionPlace{}; }
    /// The user has asked for a stop and the step under way is still being finished.
    bool stopping() const { return stopping_; }
    /// Scores were asked for here and have not come.
    bool scoring() const { return scoring_; }

    // Requests; without a session they do nothing. Failures come back as notice().
    void start(const RunRequest& request);
    void pause() { ask(&Session::pause); }
    void resume() { ask(&Session::resume); }
    void stepOnce() { ask(&Session::step_once); }
    void stop(StopMode mode);
    void apply(const ParamPatch& patch, ChangeOrigin origin = ChangeOrigin::User);
    /// Whether the run that begins has a history on this machine beyond what its session will tell. One of another process tells the step that it
    /// began at, and may have gone on for long.
    bool hasPast(const RunStarted& run) const { return (run.step > 0 || place().elsewhere) && place().same_machine; }

    void requestSample(const SampleRequest& request) { ask(&Session::request_sample, request); }
    void requestCheckpoint() { ask(&Session::request_checkpoint); }
    void requestScores() {
        if (!session_) return;
        setScoring(true);
        ask(&Session::request_scores);
    }
    void lend() { ask(&Session::lend); }
    void answerOom(OomAnswer answer) { ask(&Session::answer_oom, answer); }

Q_SIGNALS:
    /// The settings, or the run, are of another kind than before. First of all that is told of them, so that what shows such runs can be made.
    void kindChanged(headroom::ModelKind kind);
    void sessionReady();  ///< draftChanged() follows
    void lackingChanged();
    void stateChanged(headroom::RunState state, const QString& reason);
    void stopRequested();
    void runStarted(const headroom::RunStarted& run);
    void progress(const QString& what, double fraction);
    void stepsDone(const std::vector<headroom::StepDone>& steps);                  // at most 10 Hz
    void memoryChanged(std::shared_ptr<const headroom::MemoryReport> report);      // at most 4 Hz
    void timelineChanged(std::shared_ptr<const headroom::StepTimeline> timeline);  // at most 1 Hz
    void sampleReady(const headroom::SampleReady& sample);
    void sampleFailed(const headroom::SampleFailed& failure);
    void changeAwaited(const headroom::ParamPatch& patch);  // what was asked for is made by the run, later
    void paramApplied(const headroom::ParamApplied& change);
    void paramRefused(const headroom::ParamRefused& refusal);
    void draftChanged();  // configuration changed while no run is active
    void oomRecovered(const headroom::OomRecovered& event);
    void forecastReady(const QString& problem);  // ask the session again; problem: a probe failed
    void checkpointSaved(const headroom::CheckpointSaved& event);
    void fileWritten(const QString& path);  // a memory snapshot
    void scoringChanged();
    void scoresDone(const headroom::ScoresDone& scores);
    void counselTold(const headroom::CounselTold& told);
    void notice(const QString& id, const QString& message, const QString& hint);
    void logLine(const headroom::LogLine& line);
    void finished(const headroom::Finished& event);
    void failed(const headroom::Failed& event);

private:
    template <class Request, class... Args> void ask(Request request, const Args&... args) {
        if (session_) (session_.get()->*request)(args...);
    }
    void setScoring(bool scoring);
    void take(ConfigSnapshot snapshot);
    void drain();
    void tell(const Event& event);

    std::unique_ptr<Session> session_;
    QString lacking_;  ///< empty: it is loading
    ConfigSnapshot snapshot_;
    std::optional<ModelKind> run_kind_;
    RunState state_ = RunState::Idle;
    bool stopping_ = false, scoring_ = false;
    std::atomic<bool> woken_{false};
    QTimer timer_;
    Pace pace_{std::thread::hardware_concurrency()};
    std::vector<StepDone> steps_;
    RateGate<std::shared_ptr<const MemoryReport>> memory_{250};               // bar and ledger: 4 Hz
    RateGate<std::shared_ptr<const headroom::StepTimeline>> timeline_{1000};  // one-step timeline: 1 Hz
};

}  // namespace headroom::ui
