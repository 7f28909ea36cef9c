// BackgroundTask: runs one blocking call off the window's thread and hands its result back on it.
#include "ui/models/background_task.h"

#include <QCoreApplication>

namespace headroom::ui {

BackgroundTask::BackgroundTask(QObject* parent, QThreadPool* pool)
    : QObject(parent), pool_(pool ? pool : QThreadPool::globalInstance()) {}

QThreadPool* BackgroundTask::workshop() {
    static QThreadPool pool;
    pool.setMaxThreadCount(1);
    return &pool;
}

QThreadPool* BackgroundTask::downloads() {
    static QThreadPool pool;
    pool.setMaxThreadCount(1);
    return &pool;
}

QThreadPool* BackgroundTask::records() {
    static QThreadPool pool;
    pool.setMaxThreadCount(1);
    return &pool;
}

void BackgroundTask::waitForAll() {
    for (QThreadPool* pool : {QThreadPool::globalInstance(), workshop(), downloads(), records()}) pool->waitForDone();
}

BackgroundTask::~BackgroundTask() { cancel(); }

void BackgroundTask::cancel() {
    if (stop_) stop_->request_stop();
    stop_.reset();
    running_ = false;
}

void BackgroundTask::requestStop() {
    if (stop_) stop_->request_stop();
}

QObject* BackgroundTask::anchor() { return QCoreApplication::instance(); }

}  // namespace headroom::ui
