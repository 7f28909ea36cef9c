// BackgroundTask: see background_task.h.
#include "ui/models/background_task.h"

#include <QCoreApplication>

namespace headroom::ui {

BackgroundTask::BackgroundTask(QObject* parent) : QObject(parent) {}

BackgroundTask::~BackgroundTask() { cancel(); }

void BackgroundTask::cancel() {
    if (stop_) stop_->request_stop();
    stop_.reset();
    running_ = false;
}

QObject* BackgroundTask::anchor() { return QCoreApplication::instance(); }

}  // namespace headroom::ui
