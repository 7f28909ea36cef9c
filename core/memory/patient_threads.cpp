// The team belongs to a thread that does nothing; its threads end with it.
#include "core/memory/patient_threads.h"

#include <condition_variable>
#include <latch>
#include <mutex>
#include <stop_token>
#include <system_error>

#include <dlfcn.h>

namespace headroom {
namespace {

/// libgomp's entry for `#pragma omp parallel`: calls `body(data)` on `threads` threads, which stay with the calling thread afterwards.
using ParallelFn = void (*)(void (*body)(void*), void* data, unsigned threads, unsigned flags);

void do_nothing(void*) {}

}  // namespace

PatientThreads::PatientThreads() {
    const auto parallel = reinterpret_cast<ParallelFn>(dlsym(RTLD_DEFAULT, "GOMP_parallel"));
    if (!parallel) return;
    std::latch asleep(1);
    try {
        sleeper_ = std::jthread([&asleep, parallel](std::stop_token stop) {
            parallel(do_nothing, nullptr, std::thread::hardware_concurrency() + 1, 0);
            asleep.count_down();
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any().wait(lock, stop, [] { return false; });
        });
    } catch (const std::system_error&) {
        return;  // no more threads can be had: waiting stays as it was
    }
    asleep.wait();
}

}  // namespace headroom
