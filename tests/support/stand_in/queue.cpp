// The thread that computes for the stand-in device.
#include "tests/support/stand_in/queue.h"

#include "core/memory/libtorch.h"

#include <ATen/Parallel.h>

#include <algorithm>

namespace headroom::stand_in {
namespace {

/// So much work waits before it begins by itself.
constexpr std::uint64_t kLong = 2000;

}  // namespace

Queue& Queue::device() {
    static auto* queue = new Queue;
    return *queue;
}

Queue& Queue::copies() {
    static auto* queue = new Queue;
    return *queue;
}

Queue::Queue() : thread_([this] { run(); }) { thread_.detach(); }

void Queue::submit(std::string what, std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({std::move(what), std::move(work)});
    ++submitted_;
    if (submitted_ - done_ > kLong) {
        wanted_ = submitted_;
        begin_.notify_one();
    }
}

std::uint64_t Queue::last() const {
    const std::lock_guard lock(mutex_);
    return submitted_;
}

void Queue::wait(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    wanted_ = std::max(wanted_, number);
    begin_.notify_one();
    ended_.wait(lock, [&] { return done_ >= number; });
    TORCH_CHECK(stuck_.empty(), stuck_);
    const std::string failed = std::exchange(failed_, {});
    TORCH_CHECK(failed.empty(), failed);
}

void Queue::await(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    wanted_ = std::max(wanted_, number);
    begin_.notify_one();
    ended_.wait(lock, [&] { return done_ >= number; });
}

bool Queue::has_run(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    wanted_ = std::max(wanted_, number);
    begin_.notify_one();
    return done_ >= number;
}

std::string Queue::lasting_error() const {
    const std::lock_guard lock(mutex_);
    return stuck_;
}

void Queue::recover() {
    const std::lock_guard lock(mutex_);
    stuck_.clear();
    failed_.clear();
}

void Queue::run() {
    at::set_num_threads(1);
    const at::AutoDispatchBelowADInplaceOrView below_autograd;
    const at::NoGradGuard no_grad;
    std::unique_lock lock(mutex_);
    while (true) {
        begin_.wait(lock, [&] { return done_ < wanted_; });
        Work work = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        std::string failed, stuck;
        try {
            work.call();
        } catch (const c10::IndexError& e) {
            stuck = "CUDA error: device-side assert triggered (" + work.what + ": " + e.what_without_backtrace() + ")";
        } catch (const c10::Error& e) {
            failed = work.what + " failed on the device: " + e.what_without_backtrace();
        } catch (const std::exception& e) { failed = work.what + " failed on the device: " + e.what(); }
        work.call = nullptr;  // what it held goes before the host is told
        lock.lock();
        if (failed_.empty()) failed_ = failed;
        if (stuck_.empty()) stuck_ = stuck;
        ++done_;
        ended_.notify_all();
    }
}

}  // namespace headroom::stand_in
