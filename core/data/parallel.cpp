// A counter that every thread draws its next item from; threads end with the loop.
#include "core/data/parallel.h"

#include "core/base/clock.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace headroom {
namespace {

constexpr double kReportSeconds = 0.05;

struct Loop {
    std::int64_t count;
    const std::function<void(std::int64_t)>& item;
    std::stop_token stop;
    std::atomic<std::int64_t> next{0}, done{0};
    std::atomic<bool> out_of_memory{false};

    /// Takes one item; false when there is none left or the loop has to end.
    bool take_one() {
        if (stop.stop_requested() || out_of_memory) return false;
        const std::int64_t i = next.fetch_add(1);
        if (i >= count) return false;
        try {
            item(i);
        } catch (const std::bad_alloc&) { out_of_memory = true; } catch (const std::length_error&) {
            out_of_memory = true;
        }
        ++done;
        return true;
    }
};

}  // namespace

std::int64_t loader_threads(std::int64_t asked) {
    return asked > 0 ? asked : std::max<std::int64_t>(std::thread::hardware_concurrency(), 1);
}

Result<void> for_each_parallel(std::int64_t count, std::int64_t workers, const std::function<void(std::int64_t)>& item,
                               const LoopProgress& progress, std::stop_token stop) {
    Loop loop{count, item, stop};
    {
        std::vector<std::jthread> helpers;
        const std::int64_t requested = std::min(loader_threads(workers), count) - 1;
        try {
            for (std::int64_t i = 0; i < requested; ++i)
                helpers.emplace_back([&loop] {
                    while (loop.take_one()) {}
                });
        } catch (const std::system_error&) {
            // Fewer threads than requested are no error: this thread does what is left.
        }
        auto reported = Clock::now();
        while (loop.take_one()) {
            if (!progress.report || !*progress.report || seconds_since(reported) < kReportSeconds) continue;
            reported = Clock::now();
            const std::int64_t total = std::max<std::int64_t>(progress.total, 1);
            (*progress.report)(progress.what,
                               static_cast<double>(progress.done_before + loop.done) / static_cast<double>(total));
        }
    }
    if (loop.out_of_memory) {
        return make_error(ErrorCode::OutOfMemory,
                          "There was not enough memory for a picture while " + progress.what + ".",
                          "Close other programs or use fewer loader threads (data.workers).");
    }
    if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "Stopped while " + progress.what + ".");
    return {};
}

}  // namespace headroom
