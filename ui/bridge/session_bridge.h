// SessionBridge: the window's side of a Session. Wakes on engine threads, drains on the window's, signals at the design's rates.
#pragma once

#include "core/api/session.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace headroom::ui {

class SessionBridge : public QObject {
    Q_OBJECT
public:
    explicit SessionBridge(QObject* parent = nullptr);
    ~SessionBridge() override;  ///< clears the wake function, then lets the session go on a thread of its own

    /// The session arrives after the window is shown (loading the tensor library takes a moment).
    void setSession(std::unique_ptr<Session> session);
    Session* session() const;  ///< null until then
    RunState state() const;
    ConfigSnapshot config() const;  ///< never null
    SessionPlace place() const;     ///< where its run lives; without a session: here
    /// The user has asked for a stop and the step under way is still being finished.
    bool stopping() const;

    // Requests; without a session they do nothing. Failures come back as notice().
    void start(const RunRequest& request);
    void pause();
    void resume();
    void stepOnce();
    void stop(StopMode mode);
    void apply(const ParamPatch& patch, ChangeOrigin origin = ChangeOrigin::User);
    void requestSample(const SampleRequest& request);
    void requestCheckpoint();
    void lend();
    void answerOom(OomAnswer answer);

Q_SIGNALS:
    void sessionReady();
    void stateChanged(headroom::RunState state, const QString& reason);
    void stopRequested();
    void runStarted(const headroom::RunStarted& run);
    void progress(const QString& what, double fraction);
    void stepsDone(const std::vector<headroom::StepDone>& steps);                  // at most 10 Hz
    void memoryChanged(std::shared_ptr<const headroom::MemoryReport> report);      // at most 4 Hz
    void timelineChanged(std::shared_ptr<const headroom::StepTimeline> timeline);  // at most 1 Hz
    void sampleReady(const headroom::SampleReady& sample);
    void sampleFailed(const headroom::SampleFailed& failure);
    void paramApplied(const headroom::ParamApplied& change);
    void paramRefused(const headroom::ParamRefused& refusal);
    void draftChanged();  // configuration changed while no run is active
    void oomRecovered(const headroom::OomRecovered& event);
    void forecastReady(const QString& problem);  // ask the session again; problem: a probe failed
    void checkpointSaved(const headroom::CheckpointSaved& event);
    void fileWritten(const QString& path);  // a memory snapshot
    void notice(const QString& id, const QString& message, const QString& hint);
    void logLine(const headroom::LogLine& line);
    void finished(const headroom::Finished& event);
    void failed(const headroom::Failed& event);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace headroom::ui
