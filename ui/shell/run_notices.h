// RunNotices: turns warnings, failures, refusals, recoveries and the end of a run into notices.
#pragma once

#include <QObject>
#include <QString>

namespace headroom::ui {

class Actions;
class NoticeHost;
class SessionBridge;

class RunNotices : public QObject {
    Q_OBJECT
public:
    RunNotices(SessionBridge* bridge, Actions* actions, NoticeHost* host);

private:
    SessionBridge* bridge_;
    Actions* actions_;
    NoticeHost* host_;
};

}  // namespace headroom::ui
