// RunNotices: turns warnings, failures, refusals, recoveries and the end of a run into notices.
#pragma once

#include "core/api/event.h"

#include <QObject>
#include <QPointer>
#include <QString>

namespace headroom::ui {

class Actions;
class NoticeHost;
class OomBanner;
class SessionBridge;

class RunNotices : public QObject {
    Q_OBJECT
public:
    RunNotices(SessionBridge* bridge, Actions* actions, NoticeHost* host, QObject* parent);
    /// What asks about its run goes with it.
    ~RunNotices() override;

Q_SIGNALS:
    void againWanted();   ///< to go on from the newest checkpoint
    void exportWanted();  ///< of the run that ended
    void attachWanted();  ///< its process may still be there

private:
    void tellFailure(const Failed& e);

    SessionBridge* bridge_;
    Actions* actions_;
    QPointer<NoticeHost> host_;
    QPointer<OomBanner> banner_;
    bool told_end_ = false;
};

}  // namespace headroom::ui
