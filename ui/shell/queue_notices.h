// QueueNotices: what became of additions and changes of the queue, as notices; how many runs wait, in the status bar.
#pragma once

#include "ui/forward.h"

#include <QObject>

namespace headroom::ui {

class QueueNotices : public QObject {
    Q_OBJECT
public:
    QueueNotices(QueueDesk* desk, NoticeHost* notices, QStatusBar* bar);
};

}  // namespace headroom::ui
