// The thread that computes for the stand-in device.
#include "tests/support/stand_in/queue.h"

#include "core/memory/libtorch.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <utility>

namespace headroom::stand_in {
namespace {

/// So much work waits before it begins by itself.
constexpr std::uint64_t kLong = 2000;

}  // namespace

std::int64_t& current_stream() {
    thread_local std::int64_t stream = 0;
    return stream;
}

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
    if (captured_ == current_stream()) {
        kept_->push_back({std::move(what), std::move(work)});
        return;
    }
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

void Queue::begin_capture(std::int64_t stream) {
    const std::lock_guard lock(mutex_);
    captured_ = stream;
    kept_ = std::make_shared<Graph>();
    lost_.clear();
}

std::shared_ptr<const Queue::Graph> Queue::end_capture(std::string& problem) {
    const std::lock_guard lock(mutex_);
    captured_.reset();
    problem = std::exchange(lost_, {});
    auto kept = std::exchange(kept_, nullptr);
    return problem.empty() ? kept : nullptr;
}

void Queue::replay(const Graph& graph) {
    for (const Work& work : graph) submit(work.what, work.call);
}

bool Queue::captures() const {
    const std::lock_guard lock(mutex_);
    return captured_ == current_stream();
}

void Queue::refuse_in_capture(const std::string& what) {
    const std::lock_guard lock(mutex_);
    if (captured_ != current_stream()) return;
    if (lost_.empty()) lost_ = "operation not permitted when stream is capturing (" + what + ")";
    TORCH_CHECK(false, "CUDA error: operation not permitted when stream is capturing (", what, ")");
}

void Queue::wait(std::uint64_t number) {
    refuse_in_capture("a wait for the device");
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
    refuse_in_capture("a question whether work is done");
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
