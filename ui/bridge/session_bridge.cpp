// SessionBridge: one timer (10 Hz, less on few cores) drains the session while events wait; slower signals are held back to their own rates.
#include "ui/bridge/session_bridge.h"
#include "core/api/param_schema.h"

#include "core/base/clock.h"
#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"

#include <QCoreApplication>
#include <QList>
#include <QMetaObject>
#include <QPointer>
#include <QThread>

namespace headroom::ui {
namespace {

/// Threads in which sessions end.
QList<QPointer<QThread>>& ending() {
    static QList<QPointer<QThread>> threads;
    return threads;
}

/// Runs when the application object goes: nothing of a session may outlive it.
void wait_for_ending() {
    for (const QPointer<QThread>& thread : ending())
        if (thread) thread->wait();
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

SessionBridge::SessionBridge(QObject* parent)
    : QObject(parent), snapshot_(std::make_shared<const TrainConfig>(default_config({}))) {
    timer_.setInterval(Pace::kFastestMs);
    connect(&timer_, &QTimer::timeout, this, &SessionBridge::drain);
}

SessionBridge::~SessionBridge() {
    if (session_) session_->set_wake({});
    let_go(std::move(session_));
}

QString SessionBridge::lacking() const {
    if (session_) return {};
    return lacking_.isEmpty() ? tr("The engine is loading") : lacking_;
}

void SessionBridge::setLacking(const QString& why) {
    if (std::exchange(lacking_, why) != why) Q_EMIT lackingChanged();
}

void SessionBridge::setSession(std::unique_ptr<Session> session) {
    if (session_) session_->set_wake({});
    let_go(std::exchange(session_, std::move(session)));
    if (!session_) return;
    state_ = session_->state();
    take(session_->snapshot());
    stopping_ = false;
    setScoring(false);
    // The wake function runs on engine threads: it only marks and, once per drain, asks this thread to start the timer.
    session_->set_wake([this] {
        if (woken_.exchange(true)) return;
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (timer_.isActive()) return;
                drain();
                timer_.start();
            },
            Qt::QueuedConnection);
    });
    woken_ = true;
    timer_.start();
    Q_EMIT sessionReady();
    Q_EMIT draftChanged();
}

void SessionBridge::take(ConfigSnapshot snapshot) {
    const ConfigSnapshot before = std::exchange(snapshot_, std::move(snapshot));
    if (before->model != snapshot_->model) Q_EMIT kindChanged(snapshot_->model);
}

void SessionBridge::setScoring(bool scoring) {
    if (std::exchange(scoring_, scoring) != scoring) Q_EMIT scoringChanged();
}

void SessionBridge::tell(const Event& event) {
    std::visit(
        [&]<class E>(const E& e) {
            if constexpr (std::is_same_v<E, StateChanged>) {
                state_ = e.to;
                stopping_ = stopping_ && is_active(state_) && e.from != RunState::Stopping;  // a full disk holds it up
                take(session_->snapshot());
                if (!is_active(state_)) setScoring(false);
                Q_EMIT stateChanged(e.to, coreText(e.reason));
            } else if constexpr (std::is_same_v<E, RunStarted>) {
                take(e.config ? e.config : session_->snapshot());
                run_kind_ = snapshot_->model;
                setScoring(false);
                Q_EMIT runStarted(e);
            } else if constexpr (std::is_same_v<E, ParamApplied>) {
                take(session_->snapshot());
                Q_EMIT paramApplied(e);
            }
            if constexpr (std::is_same_v<E, Progress>) Q_EMIT progress(coreText(e.what), e.fraction);
            if constexpr (std::is_same_v<E, StepDone>) steps_.push_back(e);
            if constexpr (std::is_same_v<E, MemorySampled>) memory_.offer(e.report);
            if constexpr (std::is_same_v<E, TimelineReady>) timeline_.offer(e.timeline);
            if constexpr (std::is_same_v<E, SampleReady>) Q_EMIT sampleReady(e);
            if constexpr (std::is_same_v<E, SampleFailed>) Q_EMIT sampleFailed(e);
            if constexpr (std::is_same_v<E, ParamRefused>) Q_EMIT paramRefused(e);
            if constexpr (std::is_same_v<E, OomRecovered>) Q_EMIT oomRecovered(e);
            if constexpr (std::is_same_v<E, CheckpointSaved>) Q_EMIT checkpointSaved(e);
            if constexpr (std::is_same_v<E, ExportDone>) Q_EMIT fileWritten(fromUtf8(e.path));
            if constexpr (std::is_same_v<E, ForecastReady>) Q_EMIT forecastReady(coreText(e.problem));
            if constexpr (std::is_same_v<E, Warning>) {
                if (e.id == "scores") setScoring(false);  // they failed
                Q_EMIT notice(fromUtf8(e.id), coreText(e.message), coreText(e.hint));
            } else if constexpr (std::is_same_v<E, ScoresDone>) {
                setScoring(false);
                Q_EMIT scoresDone(e);
            }
            if constexpr (std::is_same_v<E, CounselTold>) Q_EMIT counselTold(e);
            if constexpr (std::is_same_v<E, LogLine>) Q_EMIT logLine(e);
            if constexpr (std::is_same_v<E, Finished>) Q_EMIT finished(e);
            if constexpr (std::is_same_v<E, Failed>) Q_EMIT failed(e);
        },
        event);
}

void SessionBridge::drain() {
    timer_.setInterval(pace_.next(thread_cpu_seconds()));
    if (session_ && woken_.exchange(false))
        for (const Event& event : session_->drain_events()) tell(event);
    if (!steps_.empty()) Q_EMIT stepsDone(std::exchange(steps_, {}));
    if (auto report = memory_.take()) Q_EMIT memoryChanged(*report);
    if (auto lines = timeline_.take()) Q_EMIT timelineChanged(*lines);
    if (!woken_.load() && !memory_.waiting() && !timeline_.waiting()) timer_.stop();
}

void SessionBridge::start(const RunRequest& request) {
    if (!session_) return;
    if (const Result<void> result = session_->start(request); !result)
        Q_EMIT notice(QStringLiteral("request"), coreText(result.error().message), coreText(result.error().hint));
}

void SessionBridge::stop(StopMode mode) {
    if (!session_) return;
    session_->request_stop(mode);
    if (!is_active(state_)) return;
    stopping_ = true;
    Q_EMIT stopRequested();
}

void SessionBridge::apply(const ParamPatch& patch, ChangeOrigin origin) {
    if (!session_ || patch.empty()) return;
    const Result<ApplyPlan> plan = session_->apply(patch, origin);
    if (!plan) return Q_EMIT paramRefused(refusal_of(patch, plan.error().message));
    if (!plan->immediate) return Q_EMIT changeAwaited(patch);
    take(session_->snapshot());
    Q_EMIT draftChanged();
}

}  // namespace headroom::ui
