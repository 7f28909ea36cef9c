// RunNotices: turns warnings, failures, refusals, recoveries and the end of a run into notices.
#pragma once

#include "core/api/event.h"

#include <QObject>
#include <QString>

namespace headroom::ui {

class Actions;
class NoticeHost;
class SessionBridge;

class RunNotices : public QObject {
    Q_OBJECT
public:
    RunNotices(SessionBridge* bridge, Actions* actions, NoticeHost* host, QObject* parent);

Q_SIGNALS:
    void againWanted();   ///< to go on from the newest checkpoint
    void exportWanted();  ///< of the run that ended
    void attachWanted();  ///< its process may still be there

private:
    void tellFailure(const Failed& e);

    SessionBridge* bridge_;
    Actions* actions_;
    NoticeHost* host_;
};

}  // namespace headroom::ui
