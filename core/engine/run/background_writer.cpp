// The writer thread.
#include "core/engine/run/background_writer.h"

#include <algorithm>

namespace headroom {

BackgroundWriter::BackgroundWriter() : thread_([this] { loop(); }) {}

BackgroundWriter::~BackgroundWriter() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
}

void BackgroundWriter::post(std::string kind, std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        if (!kind.empty()) std::erase_if(jobs_, [&](const Job& j) { return j.kind == kind; });
        jobs_.push_back({std::move(kind), std::move(job)});
    }
    changed_.notify_all();
}

void BackgroundWriter::wait_idle() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty() && !busy_; });
}

void BackgroundWriter::loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        Job job = std::move(jobs_.front());
        jobs_.pop_front();
        busy_ = true;
        lock.unlock();
        job.run();
        job.run = nullptr;  // what it captured goes before done() says so
        lock.lock();
        busy_ = false;
        changed_.notify_all();
    }
}

}  // namespace headroom
