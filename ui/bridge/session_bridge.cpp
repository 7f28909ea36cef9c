// SessionBridge: one timer (10 Hz, less on few cores) drains the session while events wait; slower signals are held back to their own rates.
#include "ui/bridge/session_bridge.h"
#include "core/api/param_schema.h"

#include "core/base/clock.h"
#include "ui/bridge/pace.h"
#include "ui/bridge/rate_gate.h"

#include <QCoreApplication>
#include <QList>
#include <QMetaObject>
#include <QPointer>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <thread>
#include <utility>

namespace headroom::ui {
namespace {

constexpr int kMemoryMs = 250;     // bar and ledger: 4 Hz
constexpr int kTimelineMs = 1000;  // one-step timeline: 1 Hz

/// Threads in which sessions end.
QList<QPointer<QThread>>& ending() {
    static QList<QPointer<QThread>> threads;
    return threads;
}

/// Runs when the application object goes: nothing of a session may outlive it.
void wait_for_ending() {
    for (const QPointer<QThread>& thread : ending()) {
        if (thread) thread->wait();
    }
}

/// Joining the worker may take a step and a save: that must not happen on the window's thread.
void let_go(std::unique_ptr<Session> session) {
    if (!session) return;
    if (ending().isEmpty()) qAddPostRoutine(wait_for_ending);
    QThread* thread =
        QThread::create([owned = std::shared_ptr<Session>(std::move(session))]() mutable { owned.reset(); });
    ending().append(thread);
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

}  // namespace

struct SessionBridge::Impl {
    explicit Impl(SessionBridge& owner) : q(owner) {}

    void drain();
    void flush();
    void fail(const Error& error) {
        Q_EMIT q.notice(QStringLiteral("request"), QString::fromStdString(error.message),
                        QString::fromStdString(error.hint));
    }

    void operator()(const StateChanged& e);
    void operator()(const RunStarted& e) {
        snapshot = e.config ? e.config : session->snapshot();
        Q_EMIT q.runStarted(e);
    }
    void operator()(const Progress& e) { Q_EMIT q.progress(QString::fromStdString(e.what), e.fraction); }
    void operator()(const StepDone& e) { steps.push_back(e); }
    void operator()(const MemorySampled& e) { memory.offer(e.report); }
    void operator()(const TimelineReady& e) { timeline.offer(e.timeline); }
    void operator()(const SampleReady& e) { Q_EMIT q.sampleReady(e); }
    void operator()(const ParamApplied& e);
    void operator()(const ParamRefused& e) { Q_EMIT q.paramRefused(e); }
    void operator()(const OomRecovered& e) { Q_EMIT q.oomRecovered(e); }
    void operator()(const CheckpointSaved& e) { Q_EMIT q.checkpointSaved(e); }
    void operator()(const SampleSaved&) {}
    void operator()(const SampleFailed& e) { Q_EMIT q.sampleFailed(e); }
    void operator()(const ExportDone& e) { Q_EMIT q.fileWritten(QString::fromStdString(e.path)); }
    void operator()(const ForecastReady& e) { Q_EMIT q.forecastReady(QString::fromStdString(e.problem)); }
    void operator()(const Warning& e) {
        Q_EMIT q.notice(QString::fromStdString(e.id), QString::fromStdString(e.message),
                        QString::fromStdString(e.hint));
    }
    void operator()(const LogLine& e) { Q_EMIT q.logLine(e); }
    void operator()(const Finished& e) { Q_EMIT q.finished(e); }
    void operator()(const Failed& e) { Q_EMIT q.failed(e); }

    SessionBridge& q;
    std::unique_ptr<Session> session;
    ConfigSnapshot snapshot = std::make_shared<const TrainConfig>(default_config({}));
    RunState state = RunState::Idle;
    bool stopping = false;
    std::atomic<bool> woken{false};
    QTimer timer;
    Pace pace{std::thread::hardware_concurrency()};
    std::vector<StepDone> steps;
    RateGate<std::shared_ptr<const MemoryReport>> memory{kMemoryMs};
    RateGate<std::shared_ptr<const headroom::StepTimeline>> timeline{kTimelineMs};
};

void SessionBridge::Impl::operator()(const StateChanged& e) {
    state = e.to;
    stopping = stopping && is_active(state);
    snapshot = session->snapshot();
    Q_EMIT q.stateChanged(e.to, QString::fromStdString(e.reason));
}

void SessionBridge::Impl::operator()(const ParamApplied& e) {
    snapshot = session->snapshot();
    Q_EMIT q.paramApplied(e);
}

void SessionBridge::Impl::drain() {
    timer.setInterval(pace.next(thread_cpu_seconds()));
    if (session && woken.exchange(false)) {
        for (const Event& event : session->drain_events()) std::visit(*this, event);
    }
    flush();
    const bool waiting = woken.load() || memory.waiting() || timeline.waiting();
    if (!waiting) timer.stop();
}

void SessionBridge::Impl::flush() {
    if (!steps.empty()) {
        const std::vector<StepDone> out = std::exchange(steps, {});
        Q_EMIT q.stepsDone(out);
    }
    if (auto report = memory.take()) Q_EMIT q.memoryChanged(*report);
    if (auto lines = timeline.take()) Q_EMIT q.timelineChanged(*lines);
}

SessionBridge::SessionBridge(QObject* parent) : QObject(parent), impl_(std::make_unique<Impl>(*this)) {
    impl_->timer.setInterval(Pace::kFastestMs);
    connect(&impl_->timer, &QTimer::timeout, this, [this] { impl_->drain(); });
}

SessionBridge::~SessionBridge() {
    if (impl_->session) impl_->session->set_wake({});
    let_go(std::move(impl_->session));
}

void SessionBridge::setSession(std::unique_ptr<Session> session) {
    if (impl_->session) impl_->session->set_wake({});
    let_go(std::move(impl_->session));
    impl_->session = std::move(session);
    if (!impl_->session) return;
    impl_->state = impl_->session->state();
    impl_->snapshot = impl_->session->snapshot();
    // The wake function runs on engine threads: it only marks and, once per drain, asks this thread to start the timer.
    impl_->session->set_wake([this] {
        if (impl_->woken.exchange(true)) return;
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (!impl_->timer.isActive()) {
                    impl_->drain();
                    impl_->timer.start();
                }
            },
            Qt::QueuedConnection);
    });
    impl_->woken = true;
    impl_->timer.start();
    Q_EMIT sessionReady();
    Q_EMIT draftChanged();
}

Session* SessionBridge::session() const { return impl_->session.get(); }
RunState SessionBridge::state() const { return impl_->state; }
ConfigSnapshot SessionBridge::config() const { return impl_->snapshot; }
SessionPlace SessionBridge::place() const { return impl_->session ? impl_->session->place() : SessionPlace{}; }
bool SessionBridge::stopping() const { return impl_->stopping; }

void SessionBridge::start(const RunRequest& request) {
    if (!impl_->session) return;
    if (const Result<void> result = impl_->session->start(request); !result) impl_->fail(result.error());
}
void SessionBridge::pause() {
    if (impl_->session) impl_->session->pause();
}
void SessionBridge::resume() {
    if (impl_->session) impl_->session->resume();
}
void SessionBridge::stepOnce() {
    if (impl_->session) impl_->session->step_once();
}
void SessionBridge::stop(StopMode mode) {
    if (!impl_->session) return;
    impl_->session->request_stop(mode);
    if (!is_active(impl_->state)) return;
    impl_->stopping = true;
    Q_EMIT stopRequested();
}

void SessionBridge::apply(const ParamPatch& patch, ChangeOrigin origin) {
    if (!impl_->session || patch.empty()) return;
    const Result<ApplyPlan> plan = impl_->session->apply(patch, origin);
    if (!plan) {
        ParamRefused all{{}, plan.error().message};
        for (const auto& [key, value] : patch) all.keys.push_back(key);
        return Q_EMIT paramRefused(all);
    }
    if (plan->immediate) {
        impl_->snapshot = impl_->session->snapshot();
        Q_EMIT draftChanged();
    }
}

void SessionBridge::requestSample(const SampleRequest& request) {
    if (impl_->session) impl_->session->request_sample(request);
}
void SessionBridge::requestCheckpoint() {
    if (impl_->session) impl_->session->request_checkpoint();
}
void SessionBridge::answerOom(OomAnswer answer) {
    if (impl_->session) impl_->session->answer_oom(answer);
}
void SessionBridge::lend() {
    if (impl_->session) impl_->session->lend();
}

}  // namespace headroom::ui
