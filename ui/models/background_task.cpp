// BackgroundTask: runs one blocking call off the window's thread and hands its result back on it.
#include "ui/models/background_task.h"

#include <QCoreApplication>

namespace headroom::ui {
namespace {

template <int threads> struct Pool : QThreadPool {
    Pool() { setMaxThreadCount(threads); }
};

}  // namespace

BackgroundTask::BackgroundTask(QObject* parent, QThreadPool* pool) : QObject(parent), pool_(pool ? pool : calls()) {}

QThreadPool* BackgroundTask::calls() {
    static Pool<8> pool;  // they wait more than they compute
    return &pool;
}

QThreadPool* BackgroundTask::workshop() {
    static Pool<1> pool;
    return &pool;
}

QThreadPool* BackgroundTask::downloads() {
    static Pool<1> pool;
    return &pool;
}

QThreadPool* BackgroundTask::records() {
    static Pool<1> pool;
    return &pool;
}

void BackgroundTask::waitForAll(int most_ms) {
    for (QThreadPool* pool : {calls(), workshop(), downloads(), records()}) pool->waitForDone(most_ms);
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
